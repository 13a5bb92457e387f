"""The smallest assumption beside the learned one: a channel, and Peterson's algorithm (Fietzke, 2006).

L* learns an assumption that is as weak as it can be as far as it was asked, and is often larger than it needs to be. The
method `minimal` looks for one with as few states as any deterministic assumption can have, and shows that there is no
smaller one: no two of some words may lead to the same state.
"""

from pathlib import Path

import symag

FOLDER = Path(__file__).parent / "minimal"

SYSTEMS = {  # a composite process that asks its question: the sizes that are learned and that are smallest
    "channel.lts#SIMPLE": (2, 2),
    "channel.lts#MODIFIED": (4, 2),
    "peterson.lts#PETERSON": (13, 7),
    "peterson.lts#STRICT": (13, 6),
}

pictures = []
for system, sizes in SYSTEMS.items():
    (question,) = symag.load_questions(f"{FOLDER / system}")
    learned, smallest = (question.check(method=method) for method in ("learn", "minimal"))
    assert learned
    assert smallest
    assert smallest.audited
    assert (learned.assumptions[0].num_states, smallest.assumptions[0].num_states) == sizes
    proved = smallest.minimality
    assert proved is not None
    assert proved.states == proved.lower_bound == sizes[1]
    print(f"{system}: {sizes[0]} states are learned, {sizes[1]} are enough, and no fewer: {proved.shown_by}")
    if system == "channel.lts#MODIFIED":
        print("learned:", learned.assumptions[0], "smallest:", smallest.assumptions[0], sep="\n")
    name = f"{system.partition('#')[2].lower()}-smallest.svg"
    symag.save(smallest.assumptions[0], name)
    pictures.append(name)

print("The smallest assumptions are drawn in", ", ".join(pictures))
