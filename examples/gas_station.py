"""From FSP files to a proof by parts: does the operator of a gas station give the right change? (CAV'08, Gas Station.)

The assumption about the office, the operator and a pump, has six states however many customers there are. What to
expect of eight customers, before anything is decided. Then a muddled operator: the counterexample is a trace that shows
the mistake.
"""

from pathlib import Path

import symag

FILE = Path(__file__).parent / "cav08" / "gas_station.lts"

for customers in (3, 4):
    forecourt, office = (symag.load_components(f"{FILE}#{side}", {"K": customers}) for side in ("FORECOURT", "OFFICE"))
    change = symag.load(f"{FILE}#CHANGE", {"K": customers})
    whole = symag.check([forecourt, office], change, relation="traces", method="mono")
    parts = symag.check([forecourt, office], change, relation="traces", method="agar", alphabet_refinement=True)
    assert whole
    assert parts
    explored = [verdict.statistics["states_explored"] for verdict in (whole, parts)]
    (assumption,) = parts.assumptions
    print(f"{customers} customers: {explored[0]:,} states, or {explored[1]:,} by parts, to a proof")
    print(assumption)

forecourt, office = (symag.load_components(f"{FILE}#{side}", {"K": 8}) for side in ("FORECOURT", "OFFICE"))
question = symag.explain([forecourt, office], symag.load(f"{FILE}#CHANGE", {"K": 8}), relation="traces")
assert not question.growth.complete  # 8 customers: look before you decide
assert question.classes is not None
assert max(map(len, question.classes)) == 8
print(question)
question.draw("gas-station.svg")

forecourt, office = (symag.load_components(f"{FILE}#{side}") for side in ("FORECOURT", "MUDDLED_OFFICE"))
change = symag.load(f"{FILE}#CHANGE")
verdict = symag.check([forecourt, office], change, relation="traces", method="mono")
assert verdict.counterexample is not None
assert verdict.counterexample.trace[-1] == "c[1].change[2]"
print("a muddled operator:")
print(verdict.counterexample)

symag.save(assumption, "gas-station-assumption.svg")
print("The assumption is drawn in gas-station-assumption.svg, the station in gas-station.svg")
