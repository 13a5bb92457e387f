"""Files of other tools as they are: an LTSA file with a property in its composite process, and a benchmark for PRISM.

The LTSA file asks its own question. The benchmark is a `dtmc` of four modules, two of which read each other's variables
and become one component; what it must satisfy is a property in FSP.
"""

from pathlib import Path

import symag

FOLDER = Path(__file__).parent / "real"

# What does the file ask itself? Each property in the composite process, and whether ERROR is reached.
for composite, expected in [("CROSSING", "holds"), ("BROKEN", "violated")]:
    for question in symag.load_questions(f"{FOLDER}/crossing.lts#{composite}"):
        verdict = question.check()
        print(f"{question.text}: {verdict.verdict}")
        assert verdict.verdict == expected
        assert verdict.audited
        print(*(f"  note: {note}" for note in verdict.notes), sep="\n")

assert verdict.counterexample is not None
print(verdict.counterexample)
assert verdict.counterexample.trace[-2:] == ("raise", "car.enter")

# Three components: the receiver reads a variable of the sender, so these two are one.
components = symag.load_components(FOLDER / "brp.prism", {"N": 16, "MAX": 2})
assert [model.name for model in components] == ["sender‖receiver", "frames", "acks"]
once = symag.load(FOLDER / "once.lts")
for method in ("mono", "agar"):
    verdict = symag.check(components, once, method=method)
    assert verdict
    print(f"{verdict.claim} holds, by {method}; assumptions: {[a.num_states for a in verdict.assumptions] or 'none'}")

symag.save(components[1], "frames.svg")
print("The channel of the benchmark is drawn in frames.svg")
