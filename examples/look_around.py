"""Look at a system before you check it: its components, what they share, and where they go, step by step.

Two clerks take a stamp and a form from a shared desk, in different orders. The components are drawn with the actions
that they share; a walk, chosen by hand, shows how the two block each other; another clerk would not.
"""

from pathlib import Path
from random import Random

import symag

OFFICE = """
HASTY = (stamp.take -> form.take -> file -> form.put -> stamp.put -> HASTY).
CALM  = (form.take -> stamp.take -> file -> form.put -> stamp.put -> CALM).
STAMP = (clerk[i:1..2].stamp.take -> clerk[i].stamp.put -> STAMP).
FORM  = (clerk[i:1..2].form.take -> clerk[i].form.put -> FORM).
||OFFICE = (clerk[1]:HASTY || clerk[2]:CALM || STAMP || FORM).
"""
Path("office.lts").write_text(OFFICE)
clerks_and_things = symag.load_components("office.lts")
symag.save(clerks_and_things, "office.svg")  # the components; symag show office.lts prints them

walk = symag.Walk(clerks_and_things)  # symag step office.lts is the same in the terminal
assert [walk.move(number).action for number in range(walk.count_moves)] == [
    "clerk[1].stamp.take",
    "clerk[2].form.take",
]
walk.take(0)
walk.take([walk.move(number).action for number in range(walk.count_moves)].index("clerk[2].form.take"))
assert walk.is_stuck
for name, blocked in zip(walk.names, walk.run().waiting, strict=True):
    for action, missing in blocked:
        print(f"{name} waits for {action}: not ready is {', '.join(missing)}")
walk.save("walk.json")  # symag step office.lts --replay walk.json goes on from there

walk.back(2)
assert walk.wander(1_000, Random(1)) < 1_000  # a random walk gets there sooner or later
found = symag.deadlock(clerks_and_things).deadlock
assert found is not None
assert found.trace == ("clerk[1].stamp.take", "clerk[2].form.take")

Path("calm.lts").write_text(OFFICE.replace("clerk[1]:HASTY", "clerk[1]:CALM"))
assert symag.Walk(symag.load_components("calm.lts")).wander(1_000, Random(1)) == 1_000
print("see office.lts, calm.lts, walk.json and office.svg")
