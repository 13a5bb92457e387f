"""Write the case studies of CAV'08 as FSP files; the number of parties, K, is chosen when they are read.

python examples/cav08/write_fsp.py models       # models/gas_station.lts, models/chiron.lts, …
symag check models/gas_station.lts#FORECOURT models/gas_station.lts#OFFICE --spec models/gas_station.lts#CHANGE \
    --const K=5 --relation traces --method agar --alphabet-refinement
"""

import sys
from pathlib import Path

from symag.study.cases.cav08_texts import FILES


def main(arguments: list[str]) -> None:
    if len(arguments) > 1:
        sys.exit("usage: write_fsp.py [FOLDER]")
    folder = Path(arguments[0]) if arguments else Path(__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in FILES.items():
        (folder / file).write_text(text)
        print(folder / file)


if __name__ == "__main__":
    main(sys.argv[1:])
