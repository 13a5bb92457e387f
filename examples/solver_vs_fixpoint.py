"""The same questions put to the explicit engine and to SMT solvers, side by side.

A server gives one resource to clients that may fail, and the specification says how often they may. With each client
the question grows. Every backend runs in a process of its own, with the same limits, and none is taken on trust: the
kernel checks what each of them says. Then the specification is wrong by 1/1000 in one place.
"""

import symag
from symag.study.families import client_server

backends = ["fixpoint", "z3", "z3/weights", "pysmt:z3"]

for clients in (2, 4):
    for violated in (False, True):
        components, specification = client_server(clients, violated)
        comparison = symag.compare(components, specification, backends=backends, timeout=20)
        print(f"{clients} clients, {specification.num_states} states of the specification:")
        print(comparison)
        assert comparison.agree
        answers = {row.verdict for row in comparison.rows} - {"unknown"}
        assert answers == {"violated" if violated else "holds"}

print("The command line does the same: symag compare --family cs --sizes 2..4 --plot cs.svg")
