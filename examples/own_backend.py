"""Your own backend, by an entry point of your own package: symag asks it, and the kernel checks every answer.

This one wraps the fixpoint and counts its questions. Then one that errs: it says that everything holds. Its relation
is no simulation, the kernel rejects it, and there is no verdict.
"""

import sys
import tempfile
from pathlib import Path

import symag

# A package as pip would install it: a module, and the line in its metadata that names the backends. In pyproject.toml:
#     [project.entry-points."symag.backends"]
#     counting = "counting_backend:Counting"
folder = tempfile.TemporaryDirectory()  # of this example alone: it is gone afterwards
site = Path(folder.name)
(site / "counting-1.0.dist-info").mkdir()
(site / "counting-1.0.dist-info/METADATA").write_text("Name: counting\nVersion: 1.0\n")
(site / "counting-1.0.dist-info/entry_points.txt").write_text(
    "[symag.backends]\ncounting = counting_backend:Counting\nrash = counting_backend:Rash\n"
)
(site / "counting_backend.py").write_text('''
from symag import SimulationRelation
from symag.simulation import Fixpoint, Decision


class Counting:
    """Says what the fixpoint says, and counts."""

    name = "counting"
    questions = 0

    def simulate(self, system, specification, watch):
        Counting.questions += 1
        return Fixpoint().simulate(system, specification, watch)


class Rash:
    """Says that everything is simulated by everything."""

    name = "rash"

    def simulate(self, system, specification, watch):
        everything = [(s, p) for s in range(system.num_states) for p in range(specification.num_states)]
        return Decision(relation=SimulationRelation.of_pairs(system, specification, everything))
''')
sys.path.insert(0, str(site))
print(f"The backends that symag knows now: {', '.join(symag.backend_names())}")

light = symag.LPTS.build("red", [("red", "go", "green"), ("green", "stop", "red")], name="light")
broken = symag.LPTS.build("red", [("red", "go", "green"), ("green", "go", "green")], ["go", "stop"], name="broken")

assert symag.check([light], light, backend="counting")
verdict = symag.check([broken], light, backend="counting")
assert verdict.verdict == "violated"
assert verdict.counterexample is not None
print(verdict.counterexample)
symag.save(verdict.counterexample.to_lpts(with_states=True), "own-backend.svg")

try:
    symag.check([broken], light, backend="rash")
except symag.SymagError as error:
    print(f"The kernel rejected the rash backend: {error}")
else:
    raise AssertionError("a wrong relation was believed")
print("The counterexample is drawn in own-backend.svg")
