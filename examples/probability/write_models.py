"""Write a case study of probabilistic safety for any parameter.

python examples/probability/write_models.py MER 5 rovers      # rovers/L1.prism, rovers/L2.prism, rovers/P.json
symag check rovers/L1.prism rovers/L2.prism --spec rovers/P.json --at-most 7/25
"""

import sys
from pathlib import Path

import symag
from symag.study.cases.probability import PROBABILITY_CASES


def write(name: str, parameter: int, folder: Path) -> None:
    case = PROBABILITY_CASES[name]
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(case.texts(parameter), 1):
        (folder / f"L{number}.prism").write_text(text)
    path = case.path(parameter)
    if isinstance(path, symag.LPTS):
        symag.save(path, folder / "P.json")
    print(f"{folder}: at most {case.value(parameter)}")


def main(arguments: list[str]) -> None:
    if len(arguments) == 3 and arguments[0] in PROBABILITY_CASES and arguments[1].isdecimal() and int(arguments[1]) > 0:
        write(arguments[0], int(arguments[1]), Path(arguments[2]))
    elif not arguments:
        for name, case in PROBABILITY_CASES.items():
            write(name, case.size, Path(__file__).parent / f"{name.replace(' ', '-')}-{case.size}")
    else:
        sys.exit(f"usage: write_models.py [{'|'.join(PROBABILITY_CASES)} PARAMETER FOLDER]")


if __name__ == "__main__":
    main(sys.argv[1:])
