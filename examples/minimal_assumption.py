"""The smallest assumption beside the learned one: a channel, and Peterson's algorithm (Fietzke, 2006).

L* stops at the first assumption that serves, which is often larger than it needs to be. The method `minimal` finds one
with as few states as any deterministic assumption can have. The evidence for that is a clique: words of which no two
may lead to the same state.
"""

from pathlib import Path

import symag
from symag.evidence import Clique

FOLDER = Path(__file__).parent / "minimal"

SIZES = {  # by the composite process that asks the question: states of the learned assumption, and of the smallest
    "channel.lts#SIMPLE": (2, 2),
    "channel.lts#MODIFIED": (4, 2),
    "peterson.lts#PETERSON": (13, 7),
    "peterson.lts#STRICT": (13, 6),
}

found = {}
for system, (many, few) in SIZES.items():
    (question,) = symag.load_questions(f"{FOLDER / system}")
    learned, smallest = (question.check(method=method) for method in ("learn", "minimal"))
    assert learned.audited
    assert smallest.audited
    assert (learned.assumptions[0].num_states, smallest.assumptions[0].num_states) == (many, few)
    assert smallest.minimality is not None
    assert smallest.minimality.states == smallest.minimality.lower_bound == few
    assert smallest.minimality.shown_by == "clique"
    print(f"{system}: learned {many} states, smallest {few}")
    found[system] = learned.assumptions[0], smallest.assumptions[0], smallest.minimality.assumptions[0].evidence

# The channel whose receiver takes what is sent again and again: the learned assumption has a state that allows
# everything, after words that the sender refuses by itself.
learned_one, smallest_one, clique = found["channel.lts#MODIFIED"]
print("learned:", learned_one, "smallest:", smallest_one, sep="\n")
assert isinstance(clique, Clique)
for one, other, suffix in clique.suffixes:
    must, must_not = (" ".join((*clique.words[word], *suffix)) for word in (one, other))
    print(f"why no assumption has one state: it must allow <{must}>, and must not allow <{must_not}>")

symag.save(found["peterson.lts#PETERSON"][1], "peterson-smallest.svg")
print("The smallest assumption about a process of Peterson's algorithm is drawn in peterson-smallest.svg")
