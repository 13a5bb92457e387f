"""Relations of random verdicts as diagrams: judged as groups are, and whatever the kernel accepts is true."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import numpy

import symag
from symag import LPTS
from symag.evidence import Bound, SimulationRelation
from symag.evidence.diagram import StateTable, diagram_of
from symag.kernel import audit as kernel
from symag.limits import Watch
from symag.study.cases.families import failing_clients
from tests.generate import random_model
from tests.kernel.documents import Document
from tests.kernel.mutations import MUTATIONS, inside, random_trace_verdict, random_verdict
from tests.kernel.test_mutations import mutate_verdicts

VERDICTS = 30


def as_diagram(groups: list[Document], initial: list[str]) -> Document:
    """The same relation. States of a component are numbered by their names."""
    rows = [json.dumps(group["simulated_by"]) for group in groups]
    numbers = {row: number for number, row in enumerate(dict.fromkeys(["[]", *rows]))}
    last: dict[tuple[str, ...], str] = {}
    for group, row in zip(groups, rows, strict=True):
        last |= {tuple(state): row for state in group["states"]}
    names = [sorted({state[i] for state in last} | {first}) for i, first in enumerate(initial)]
    places = [[*map(list.index, names, state), numbers[row]] for state, row in last.items()]
    *columns, rows_below = numpy.array(places, numpy.int64).T
    starts = [known.index(first) for known, first in zip(names, initial, strict=True)]
    nodes = diagram_of(StateTable(columns, rows_below), len(numbers), starts, names, Watch())
    return {"diagram": {"rows": [json.loads(row) for row in numbers], "nodes": nodes}}


def change_number(random: Random, document: Document) -> None:
    """A node asks another component, or an edge leads elsewhere."""
    nodes = document["certificate"]["relation"]["diagram"]["nodes"]
    node = random.choice(nodes)
    number = random.randint(-2, len(nodes) + len(document["certificate"]["relation"]["diagram"]["rows"]))
    if random.random() < 0.3:
        node[0] = number
    else:
        node[1][random.choice(sorted(node[1]))] = number


def share_edges(random: Random, document: Document) -> None:
    """A node gets an edge of another one."""
    nodes = document["certificate"]["relation"]["diagram"]["nodes"]
    one, two = random.choice(nodes), random.choice(nodes)
    state = random.choice(sorted(two[1]))
    one[1][state] = two[1][state]


def drop_edge(random: Random, document: Document) -> None:
    _, edges = random.choice(document["certificate"]["relation"]["diagram"]["nodes"])
    del edges[random.choice(sorted(edges))]


def random_diagrams() -> list[tuple[Random, Document]]:
    """Of simulations and of traces."""
    found = []
    for seed in range(8 * VERDICTS):
        random = Random(seed)
        document = random_verdict(random) if seed % 2 else random_trace_verdict(random)
        certificate = document["certificate"]
        if certificate is None or certificate["kind"] != "simulation":
            continue
        expected = kernel.audit_each(json.dumps(document))[0]
        initial = [one["model"]["initial"] for one in document["components"]]
        drawn = deepcopy(document)
        drawn["certificate"]["relation"] = as_diagram(certificate["relation"]["groups"], initial)
        (result,) = kernel.audit_each(json.dumps(drawn))
        assert expected
        assert result == expected
        found.append((random, drawn))
    return found


def test_mutated_diagrams() -> None:
    originals = [
        one for one in random_diagrams() if inside(one[1]["certificate"]["relation"]["diagram"]["nodes"], dict)
    ]
    assert len(originals) >= VERDICTS
    own = [*[change_number] * 6, *[share_edges] * 3, *[drop_edge] * 3]
    found = mutate_verdicts(originals[: 2 * VERDICTS], [*MUTATIONS, *own], kernel.audit_each)
    assert found.different >= 1000
    assert found.accepted <= found.different / 2
    assert min(found.asking_otherwise, found.untrue) >= 50, found


def test_diagrams_ask_first_who_shares_most_actions() -> None:
    """Of clients before their server, who comes last: the server is asked first, and the diagram is smaller."""
    components, specification = failing_clients(6)
    asked = [*components[1:], components[0]]
    with patch("symag.evidence.relation.DRAWN", 0):
        in_order, ordered = _diagrams(asked, specification)
    assert "order" not in in_order
    assert ordered["order"] == [6, *range(6)]
    assert sum(len(edges) for _, edges in ordered["nodes"]) < sum(len(edges) for _, edges in in_order["nodes"])


def _diagrams(components: list[LPTS], specification: LPTS) -> Iterator[Document]:
    """As a small one is written, and as a large one is: the kernel accepts both."""
    for many in (10**9, 0):
        with patch("symag.evidence.diagram.MANY_EDGES", many):
            verdict = symag.check(components, specification, method="mono", reduce=False, audit=False)
            document = verdict.to_json()
        assert kernel.audit_each(json.dumps(document))[0], many
        yield document["certificate"]["relation"]["diagram"]


def test_the_work_of_an_audit_is_estimated_for_bounds() -> None:
    """A place is a state of the property, and one of each component, the last one among them."""
    components = [LPTS.build("s", [("s", a, {"s": "1/2", "t": "1/2"}), ("t", a, "t")]) for a in "ab"]
    with patch("symag.evidence.bound.DRAWN", 0):
        verdict = symag.check(components, symag.formula("P<=1 [ F a ]"), method="mono", reduce=False)
        assert isinstance(verdict.certificate, Bound)
        certificate = verdict.to_json()["certificate"]
        assert 0 <= verdict.certificate.written_obligations(certificate) <= verdict.certificate.obligations


def test_a_system_of_one_component_has_the_same_diagram() -> None:
    """It is written in one node, without numpy."""
    with patch("symag.evidence.relation.DRAWN", 2):
        for seed in range(20):
            system, above = random_model(Random(seed), states=6), random_model(Random(seed + 1), states=6)
            pairs = [(s, p) for s in range(system.num_states) for p in range(above.num_states) if s * p % 3 != 2]
            relation = SimulationRelation.of_pairs(system, above, pairs, Watch())
            names: Any = list(above.states)  # as if they were sets of states, which numpy draws
            assert relation.representation() == replace(relation, members=names).representation()
