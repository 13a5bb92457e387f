"""Write the programs of TOSEM 2008 as .ada files, and their subjects as subjects.toml; the size, k, is chosen when a
program is read.

python examples/flow/subjects/write_programs.py programs     # programs/gas_station.ada, programs/peterson.ada, …
symag check programs/relay.ada --spec relay.lts#ONE_BETWEEN --constraint auto --const K=3
"""

import json
import sys
from pathlib import Path

from symag.study.cases.tosem08_programs import FLOW_CASES
from symag.study.cases.tosem08_programs_texts import PROGRAMS

HEADER = """\
# The 32 subjects of TOSEM 2008 as programs: a set of constraints for each, minimal at size 2, what the sides of a
# decomposition need beyond it, and the constant of a wrong variant, in which the property is violated.
"""


def subjects() -> str:
    """The text of subjects.toml."""
    parts = [HEADER]
    for number, case in FLOW_CASES.items():
        folder = "" if case.specification_file in PROGRAMS else "../../tosem08/"
        values = {
            "number": number,
            "program": case.system.file,
            "property": f"{folder}{case.specification_file}#{case.specification}",
            "wrong": case.wrong,
            "constraints": case.constraints,
        } | ({"by_parts": case.by_parts} if case.by_parts else {})
        parts.append("\n".join(["[[subject]]", *(f"{name} = {json.dumps(value)}" for name, value in values.items())]))
    return "\n\n".join(parts) + "\n"


def main(arguments: list[str]) -> None:
    if len(arguments) > 1:
        sys.exit("usage: write_programs.py [FOLDER]")
    folder = Path(arguments[0]) if arguments else Path(__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in (*PROGRAMS.items(), ("subjects.toml", subjects())):
        (folder / file).write_text(text)
        print(folder / file)


if __name__ == "__main__":
    main(sys.argv[1:])
