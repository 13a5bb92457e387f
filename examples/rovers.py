"""From PRISM files to a proof by parts: the resource arbiter of the Mars rovers (CAV'12, MER).

The users come as one file of several modules, and the proof takes them one by one: it never composes them. Then the
same system against a specification that is wrong by a millionth.
"""

from pathlib import Path

import symag

FOLDER = Path(__file__).parent / "cav12" / "MER-3"

arbiter = symag.load(FOLDER / "arbiter.prism")
users = symag.load_components(FOLDER / "users.prism")
specification = symag.load(FOLDER / "spec.prism")
print(f"{arbiter.num_states} states of the arbiter, {[user.num_states for user in users]} of the users")

verdict = symag.check([arbiter, *users], specification, method="agar", rule="asym-n")
assert verdict
assert verdict.audited
whole = symag.compose(arbiter, *users)
largest = verdict.statistics["largest_composition"]
sizes = [assumption.num_states for assumption in verdict.assumptions]
print(f"proved with assumptions of {sizes} states; composed were at most {largest:,} of {whole.num_states:,} states")

text = (FOLDER / "spec.prism").read_text()
wrong = text.replace(
    "[use_radio2]    holder=2 & state=0 -> 0.5:(state'=1) + 0.5:(state'=2)",
    "[use_radio2]    holder=2 & state=0 -> 0.500001:(state'=1) + 0.499999:(state'=2)",
)
assert wrong != text
verdict = symag.check([arbiter, *users], symag.loads(wrong, "prism"), method="agar", rule="asym-n")
assert verdict.counterexample is not None
print("against a specification that is wrong by a millionth:")
print(verdict.counterexample)

symag.save(verdict.counterexample.to_lpts(with_states=True), "rovers-counterexample.svg")
print("The counterexample is drawn in rovers-counterexample.svg")
