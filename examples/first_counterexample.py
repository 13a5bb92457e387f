"""Your first counterexample: what the system can do, what the specification cannot, and why.

A vending machine takes a coin and then offers tea or coffee. This one decides by itself at the coin which of the two it
will offer, with equal chances. The specification lets the customer choose.
"""

import symag

specification = symag.LPTS.build(
    "idle",
    [("idle", "coin", "choice"), ("choice", "tea", "idle"), ("choice", "coffee", "idle")],
    name="customer_chooses",
)
machine = symag.LPTS.build(
    "idle",
    [
        ("idle", "coin", {"tea_only": "1/2", "coffee_only": "1/2"}),
        ("tea_only", "tea", "idle"),
        ("coffee_only", "coffee", "idle"),
    ],
    name="machine_decides",
)

# Simulation asks whether the specification can follow every move of the system: it can follow the machine,
# but the machine cannot follow a customer who chooses.
assert symag.check([machine], specification).verdict == "holds"
verdict = symag.check([specification], machine)
assert verdict.verdict == "violated"

counterexample = verdict.counterexample
assert counterexample is not None
tree = counterexample.tree
print(f"A tree of depth {counterexample.depth} that {specification.name} can do and {machine.name} cannot:")
print(tree.to_lpts())
print("Where its nodes are in the system:")
for number in range(len(tree.nodes)):
    print(f"  {tree.label(number)} ↦ {', '.join(tree.mapping(number))}")
assert counterexample.depth == 2  # a coin and one drink are enough: half of the time the machine refuses it

symag.save(counterexample.to_lpts(with_states=True), "first-counterexample.svg")
print("The tree is drawn in first-counterexample.svg")
