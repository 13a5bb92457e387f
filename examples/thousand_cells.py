"""A ring of many cells, proved in time that grows with the number of cells: python thousand_cells.py 1000

The scheduler has n cells and about 3n * 2^(n-1) states, so nothing can search it as a whole. `explain` says so before
anything is decided. Two properties: jobs are started in turn, which is one model of n states, and each job is started
and finished by turns, which is one model for each job. The proof is a list of premises, most of them about one cell.
"""

import sys
import time

import symag
from symag.evidence import Conjunction, Proof, RenamedPremise
from symag.study.cases.scheduler import cells, cycle_property, job_properties, scheduler_states

n = int(sys.argv[1]) if len(sys.argv) > 1 else 100
ring = cells(n)
print(f"{n} cells have a number of states with {len(str(scheduler_states(n)))} digits")

# Before: what symag can say without deciding anything.
explanation = symag.explain(ring, cycle_property(n), relation="traces")
assert explanation.forecast is not None
assert explanation.classes is not None
print(f"auto would be {explanation.forecast.way}:")
for reason in explanation.forecast.reasons:
    print(f"  - {reason}")
print(f"cells that are equal up to renaming: {max(len(alike) for alike in explanation.classes)}")

# Both properties, by weakest assumptions and by the method that symag chooses.
questions: dict[str, symag.LPTS | Conjunction] = {
    "CycleProp": cycle_property(n),
    "SchedProp": job_properties(n),
}
for name, specification in questions.items():
    for method in ("weakest", "auto"):
        started = time.process_time()
        verdict = symag.check(ring, specification, relation="traces", method=method, audit=False)
        decided = time.process_time() - started
        assert verdict

        # What the proof consists of: a premise that is an earlier one with other names only carries the names.
        proof = verdict.certificate
        assert isinstance(proof, Proof)
        renamed = sum(isinstance(premise, RenamedPremise) for premise in proof.premises)
        size = f"{len(proof.premises)} premises, {len(proof.premises) - renamed} of them distinct"

        # The kernel checks the evidence as JSON. It knows nothing of the method.
        started = time.process_time()
        file = f"{name}-{method}.json"
        verdict.save(file)
        assert symag.audit(file)
        audited = time.process_time() - started
        print(f"{name}, {method}: {decided:.2f} s; {size}; saved to {file} and audited in {audited:.2f} s")

# A mistake: with two tokens in the ring, jobs are not started in turn.
wrong = symag.check(cells(n, "two tokens"), cycle_property(n), relation="traces", method="weakest")
assert wrong.verdict == "violated"
assert wrong.audited
assert wrong.counterexample is not None
print("with two tokens:", " ".join(wrong.counterexample.trace))

symag.save(ring[0], "cell.svg")
print("One cell is drawn in cell.svg")
