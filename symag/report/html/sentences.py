"""The verdict in sentences, how to check it, and what to type to get it again."""

from __future__ import annotations

from typing import Any, NamedTuple

from symag.check import reduces
from symag.evidence import Proof, ReachedPairs, Relation, Verdict, bits_of
from symag.model import counted, names_of
from symag.report.html.names import Name, clip, listed_names, named

__all__ = ["Premise", "call", "facts", "premises", "relations_of", "sentence", "was_reduced"]

MAX_ABOVE = 8
"""States that simulate one, in a row."""


def sentence(verdict: Verdict) -> str:
    """What was found out."""
    system, specification = _system(verdict), clip(verdict.specification.name or "P", 60)
    if verdict.relation == "traces":
        told = {
            "holds": f"Whatever {system} does, {specification} allows.",
            "violated": f"{specification} does not allow everything that {system} does.",
            "unknown": f"Nobody knows yet whether {specification} allows all that {system} does.",
        }
    else:
        told = {
            "holds": f"{specification} can follow everything that {system} does, step by step.",
            "violated": f"{specification} cannot follow everything that {system} does.",
            "unknown": f"Nobody knows yet whether {specification} can follow {system}.",
        }
    return told[verdict.verdict]


def _system(verdict: Verdict) -> str:
    """The components; if they are many, how many, as the claim names them anyway."""
    together = " ‖ ".join(clip(name, 40) for name in names_of(verdict.components))
    return together if len(together) <= 60 else f"the system of {len(verdict.components)} components"


def facts(verdict: Verdict) -> list[tuple[str, str]]:
    """The figures that everybody asks for."""
    statistics = verdict.statistics
    backend = "/".join(filter(None, [verdict.backend, statistics.get("encoding")]))
    found = [
        ("method", _method(verdict)),
        ("backend", backend),
        ("time", f"{statistics.get('seconds', 0):.3g} s"),
        ("memory", f"{statistics.get('peak_memory_mb', 0):.0f} MB"),
    ]
    if statistics.get("states_explored") is not None:
        found.append(("states composed to find it", f"{statistics['states_explored']:,}"))
        found.append(("at most at once", f"{statistics.get('largest_composition') or 0:,}"))
    if relations := relations_of(verdict):
        found.append(("states of the evidence", f"{sum(one.system.num_states for one in relations):,}"))
    if verdict.history:
        found.append(("iterations", f"{len(verdict.history):,}"))
    return found


def _method(verdict: Verdict) -> str:
    asked, road = ", ".join(filter(None, [verdict.method, verdict.rule])), verdict.statistics.get("road")
    return f"{asked} ({road})" if road else asked


def was_reduced(verdict: Verdict) -> bool:
    """Were the components reduced before anything else?"""
    if str(verdict.statistics.get("road")).startswith("not reduced"):
        return False
    options = verdict.options
    return bool(options.get("reduce", reduces(verdict.method, options.get("strategy", "improved"))))


def relations_of(verdict: Verdict) -> tuple[Relation, ...]:
    """The simulations that prove it, one for each premise, if it holds; none if they are pairs that were reached."""
    certificate = verdict.certificate
    if isinstance(certificate, Relation):
        return (certificate,)
    return tuple(premise.relation for premise in certificate.premises) if isinstance(certificate, Proof) else ()


class Premise(NamedTuple):
    """What was shown, by how many pairs; and the beginning of the relation: states, and what simulates them."""

    claim: str
    shown: str
    rows: tuple[tuple[Name, Name], ...]
    more: int


def premises(verdict: Verdict, most: int = 0) -> list[Premise]:
    """What the simulations show, with so many of their states at most."""
    certificate, sign = verdict.certificate, "≼" if verdict.relation == "simulation" else "⊨"
    specification = clip(verdict.specification.name or "P", 60)
    if not isinstance(certificate, Proof):
        claim = f"{_system(verdict)} {sign} {specification}"
        if isinstance(certificate, ReachedPairs):
            return [Premise(claim, f"a simulation of {counted(len(certificate), 'pair')}", (), 0)]
        return [_premise(claim, relation, most) for relation in relations_of(verdict)]
    names = {f"L{number}": clip(name, 40) for number, name in enumerate(names_of(verdict.components), 1)}
    for below, above, _ in certificate.premises:
        if above.startswith("R"):
            names[above] = f"{names[below[0]]} (reduced)"
    names["P"] = specification
    return [
        _premise(f"{' ‖ '.join(names.get(x, x) for x in below)} {sign} {names.get(above, above)}", relation, most)
        for below, above, relation in certificate.premises
    ]


def _premise(claim: str, relation: Relation, most: int) -> Premise:
    states = relation.system.num_states
    shown = f"a simulation of {counted(len(relation), 'pair')} over {counted(states, 'state')}"
    names, rows = relation.specification.states, []
    for state in range(min(states, most)):
        row = relation.rows[relation.row_of[state]]
        simulating = [names[above] for above in bits_of(row)]
        above = listed_names(simulating, MAX_ABOVE) if simulating else Name("none is needed")
        rows.append((named(relation.system.states[state]), above))
    return Premise(claim, shown, tuple(rows), max(0, states - most))


def call(verdict: Verdict) -> str:
    """The call of `symag.check` that comes to this verdict."""
    names = [_variable(model.name, f"L{number}") for number, model in enumerate(verdict.components, 1)]
    asked: dict[str, Any] = {}
    if verdict.relation != "simulation":
        asked["relation"] = verdict.relation
    asked["method"] = verdict.method
    if verdict.rule is not None:
        asked["rule"] = verdict.rule
    asked["backend"] = verdict.backend
    asked |= verdict.options
    assumption = asked.pop("assumption", None)
    options = "".join(f", {name}={value!r}" for name, value in asked.items())
    if assumption is not None:
        options += f", assumption=[{', '.join(_variable(name, f'A{n}') for n, name in enumerate(assumption, 1))}]"
    return f"symag.check([{', '.join(names)}], {_variable(verdict.specification.name, 'P')}{options})"


def _variable(name: str, otherwise: str) -> str:
    return name if name.isidentifier() and len(name) <= 60 else otherwise
