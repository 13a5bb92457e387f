"""Many users and one arbiter, without ever composing them: rule ASYM-N.

With each user the composed system more than doubles; the proof grows by one small assumption. Every proof is checked by
the kernel, which does not build the composed system either.
"""

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot

import symag
from symag.study.cases.families import FAMILIES

family = FAMILIES["arbiter"]
sizes_of: dict[str, list[int]] = {"composed": [], "by parts": []}
for users in (2, 4, 6, 8):
    components, specification = family(users)
    verdict = symag.check(components, specification, method="agar", rule="asym-n", timeout=60)
    assert verdict
    assert verdict.audited
    largest = verdict.statistics["largest_composition"]
    sizes_of["composed"].append(family.states(users))
    sizes_of["by parts"].append(largest)
    sizes = [assumption.num_states for assumption in verdict.assumptions]
    print(f"{users} users: {family.states(users):,} states if composed; composed were at most {largest}", end="; ")
    print(f"{len(verdict.history)} iterations, assumptions of {sizes} states")

components, specification = family(6, violated=True)
verdict = symag.check(components, specification, method="agar", rule="asym-n", timeout=60)
assert verdict.verdict == "violated"
print("And a specification that is off by 1/1000, in a tree that all seven components can do together:")
print(verdict.counterexample)

figure, axes = pyplot.subplots(figsize=(5, 3), layout="constrained")
for name, sizes in sizes_of.items():
    axes.semilogy([2, 4, 6, 8], sizes, marker="o", label=name)
axes.set_xlabel("users")
axes.set_ylabel("states that were composed")
axes.legend()
figure.savefig("clients-and-server.svg")
print("How the two grow is drawn in clients-and-server.svg")
