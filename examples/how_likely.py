"""How likely is it that a sender gives up? The exact answer, a bound that holds, and one that does not.

A link loses each tenth message. A sender tries three times, and each time it must hear whether the message arrived.
Then the same for sensors that report through a lossy channel: the more slack a bound has, the smaller is the
assumption that proves it.
"""

from fractions import Fraction

import symag
from symag.study.cases.probability import PROBABILITY_CASES

sender = symag.LPTS.build(
    "ready 1",
    [
        *((f"ready {n}", "send", f"waiting {n}") for n in (1, 2, 3)),
        *((f"waiting {n}", "delivered", "done") for n in (1, 2, 3)),
        ("waiting 1", "lost", "ready 2"),
        ("waiting 2", "lost", "ready 3"),
        ("waiting 3", "lost", "hopeless"),
        ("hopeless", "give_up", "gone"),
        ("done", "rest", "done"),
        ("gone", "rest", "gone"),
    ],
    name="sender",
)
link = symag.LPTS.build(
    "free",
    [
        ("free", "send", {"delivers": "9/10", "loses": "1/10"}),
        ("delivers", "delivered", "free"),
        ("loses", "lost", "free"),
    ],
    name="link",
)

# What is the greatest probability, whatever a scheduler does? The bound is part of the evidence.
asked = symag.check([sender, link], symag.formula("Pmax=? [ F give_up ]"))
assert asked.value == Fraction(1, 1000)
assert asked.audited
print(f"the sender gives up with the probability {asked.value} at most")

# A bound that holds, by parts: premise 1 is about the formula, premise 2 is a simulation.
holds = symag.check([sender, link], symag.formula("P<=1/1000 [ F give_up ]"), method="agar")
assert holds
assert holds.audited
print(holds)

# A bound that does not: the steps that exceed it, with the probability of each branch.
violated = symag.check([sender, link], symag.formula("P<=1/2000 [ F give_up ]"))
assert violated.verdict == "violated"
assert violated.audited
print(violated.counterexample)

# Slack in the bound decides the size of the assumption.
case = PROBABILITY_CASES["SN"]
sensors, value = case.components(2), case.value(2)
sizes = []
for times in (1, Fraction(6, 5), Fraction(3, 2), 2, 3):
    bound = times * value
    verdict = symag.check(sensors, case.formula(2, bound), method="agar", rule="asym")
    assert verdict
    (assumption,) = verdict.assumptions
    sizes.append(assumption.num_states)
    print(f"P<={bound} [ F crash ], {float(times):g} times the value: an assumption of {sizes[-1]} states")
assert sizes == sorted(sizes, reverse=True)
assert sizes[0] > sizes[-1]

assert violated.counterexample is not None
symag.save(violated.counterexample.to_lpts(), "gives_up.svg")
print("How it gives up is drawn in gives_up.svg")
