"""Write a case study of CAV'12 for any parameter as PRISM files.

python examples/cav12/write.py MER 6 rovers      # rovers/arbiter.prism, rovers/users.prism, rovers/spec.prism
symag check rovers/arbiter.prism rovers/users.prism --spec rovers/spec.prism --method agar --rule asym-n
"""

import sys
from pathlib import Path

from symag.study.cases.cav12 import CASES

SMALL = {"CS_1": 5, "CS_N": 3, "MER": 3, "SN": 2}
"""What is written beside this file."""


def write(case: str, parameter: int, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in CASES[case](parameter).files().items():
        (folder / file).write_text(text)
        print(f"{folder / file}")


def main(arguments: list[str]) -> None:
    if len(arguments) == 3 and arguments[0] in CASES and arguments[1].isdecimal() and int(arguments[1]) > 0:
        write(arguments[0], int(arguments[1]), Path(arguments[2]))
    elif not arguments:
        for case, parameter in SMALL.items():
            write(case, parameter, Path(__file__).parent / f"{case}-{parameter}")
    else:
        sys.exit(f"usage: write.py [{'|'.join(CASES)} PARAMETER FOLDER]")


if __name__ == "__main__":
    main(sys.argv[1:])
