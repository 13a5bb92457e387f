"""The explicit engine and SMT solvers side by side, on the same questions.

A server gives one resource to clients that may fail, and the specification says how often they may. With each client
the question grows. Every backend runs in a process of its own, with the same limits, and the
kernel checks the answer of each. Then the specification is wrong by 1/1000 in one place.
"""

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot

import symag
from symag.study.cases.families import failing_clients

backends = ["fixpoint", "z3", "z3/weights", "pysmt:z3"]

seconds: dict[str, list[float]] = {backend: [] for backend in backends}
for clients in (2, 4):
    for violated in (False, True):
        components, specification = failing_clients(clients, violated)
        comparison = symag.compare(components, specification, backends=backends, timeout=20)
        print(f"{clients} clients, {specification.num_states} states of the specification:")
        print(comparison)
        assert comparison.agree
        for row in comparison.rows:
            if not violated:
                seconds[row.backend].append(row.seconds or 0.0)
        answers = {row.verdict for row in comparison.rows} - {"unknown"}
        assert answers == {"violated" if violated else "holds"}

figure, axes = pyplot.subplots(figsize=(5, 3), layout="constrained")
for backend, times in seconds.items():
    axes.semilogy([2, 4], times, marker="o", label=backend)
axes.set_xticks([2, 4])
axes.set_xlabel("clients")
axes.set_ylabel("seconds")
axes.legend()
figure.savefig("solver-vs-fixpoint.svg")
print("The command line does the same: symag compare --family cs --sizes 2..4 --plot cs.svg")
print("The times are drawn in solver-vs-fixpoint.svg")
