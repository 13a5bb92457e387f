"""Write the systems of TOSEM 2008 as FSP files; the size, K, is chosen when they are read.

python examples/tosem08/write_systems.py models     # models/gas_station.lts, models/peterson.lts, …
symag check models/peterson.lts#SYSTEM --spec models/peterson.lts#EXCLUSION --const K=3 --relation traces
"""

import sys
from pathlib import Path

from symag.study.cases.tosem08_texts import FILES


def main(arguments: list[str]) -> None:
    if len(arguments) > 1:
        sys.exit("usage: write_systems.py [FOLDER]")
    folder = Path(arguments[0]) if arguments else Path(__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in FILES.items():
        (folder / file).write_text(text)
        print(folder / file)


if __name__ == "__main__":
    main(sys.argv[1:])
