"""A script for FDR as it is: a ring of cells starts jobs in turn (Wehrheim and Wonisch, 2008).

Its assertions are decided by composing, by refinement and by learning. For four cells the learner makes four
conjectures, as in Fig. 4 of the paper; the last one is the assumption. Then a mistake: the counterexample is a trace.
"""

from pathlib import Path

import symag

FILE = Path(__file__).parent / "csp" / "scheduler.csp"

questions = symag.load_questions(FILE)
for question in questions:
    print(f"assert {question.text}")
    for method in ("mono", "auto", "agar", "learn"):
        verdict = question.check(method=method)
        assert verdict.verdict == ("violated" if question.negated else "holds")
        assert verdict.audited
        print(f"  {method}: {verdict.verdict}, {verdict.statistics['states_explored']:,} states explored")

# The first property for four cells, two on each side of the rule: it holds if cells 0 and 1 do no more than the
# assumption allows.
cycle = questions[0]
cells = cycle.components
assert not isinstance(cells, symag.LPTS)
verdict = symag.check([cells[2:], cells[:2]], cycle.specification, relation="traces", method="learn", rule="asym")
assert verdict
for entry in verdict.history:
    word = entry.get("counterexample")
    why = f"wrong about {', '.join(word)}" if word else "both premises hold"
    print(f"conjecture {entry['iteration']}: {entry['conjecture']} states, {why}")
assert [entry["conjecture"] for entry in verdict.history] == [1, 2, 4, 5]

(assumption,) = verdict.assumptions
print(assumption)
# Words that cells 2 and 3 refuse by themselves lead to a state that allows everything. The rest is the chain of Fig. 4.
moves = [(source, action, *to) for source, action, to in assumption.transitions()]
(anything,) = (state for state in assumption.states if sum(move[0] == move[2] == state for move in moves) == 4)
ring = [action for source, action, goal in moves if anything not in (source, goal)]
assert ring == ["start.0", "start.1", "c.2", "c.0"]
print("the chain:", " ".join(ring))

# A mistake: a cell passes the token on before it starts its job.
(hasty,) = (question for question in questions if "HASTY" in str(question.text) and question.negated)
verdict = hasty.check(method="mono")
assert verdict.counterexample is not None
assert verdict.counterexample.trace == ("c.1", "c.2", "start.1")
print(verdict.counterexample)

symag.save(assumption, "scheduler-assumption.svg")
print("The assumption about cells 0 and 1 is drawn in scheduler-assumption.svg")
