"""Write a case study of probabilistic safety for any parameter.

python examples/probability/write_models.py MER 5 rovers      # rovers/L1.prism, rovers/L2.prism, rovers/P.json
symag check rovers/L1.prism rovers/L2.prism --spec rovers/P.json --at-most 7/25

NAME is a case study, as its folder is called: lossy-link. With --all it writes the folders beside it anew.
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
    try:
        print(f"{folder}: at most {case.value(parameter)}")
    except KeyError:
        print(f"{folder}: symag check … --property 'Pmax=? [ … ]' finds how likely it is")


def main(arguments: list[str]) -> None:
    names = {name.replace(" ", "-"): name for name in PROBABILITY_CASES}
    usage = f"usage: write_models.py NAME PARAMETER FOLDER, or --all; NAME is one of {', '.join(names)}"
    if arguments in (["--help"], ["-h"]):
        print(__doc__, usage, sep="\n")
    elif arguments == ["--all"]:
        for name, case in PROBABILITY_CASES.items():
            write(name, case.size, Path(__file__).parent / f"{name.replace(' ', '-')}-{case.size}")
    elif len(arguments) != 3:
        sys.exit(usage)
    elif (chosen := names.get(arguments[0].replace(" ", "-"))) is None:
        sys.exit(f"there is no case study {arguments[0]!r}: choose from {', '.join(names)}")
    elif not (arguments[1].isdecimal() and int(arguments[1]) > 0):
        sys.exit(f"the parameter is a whole number, 1 or more, not {arguments[1]!r}")
    else:
        write(chosen, int(arguments[1]), Path(arguments[2]))


if __name__ == "__main__":
    main(sys.argv[1:])
