"""The verdict in a sentence, its main figures, and the call that gives it again."""

from __future__ import annotations

from typing import Any

from symag.evidence import Verdict
from symag.options import Options
from symag.relations import relation_of
from symag.report.html.names import clip
from symag.report.html.proof import relations_of, system_name

__all__ = ["call", "facts", "sentence", "was_reduced"]


def sentence(verdict: Verdict) -> str:
    """The verdict in a sentence."""
    text = relation_of(verdict.relation).words.sentences[verdict.verdict]
    return text.format(system=system_name(verdict), specification=clip(verdict.specification.name or "P", 60))


def facts(verdict: Verdict) -> list[tuple[str, str]]:
    """The method and the main figures."""
    statistics = verdict.statistics
    backend = "/".join(filter(None, [verdict.backend, statistics.get("encoding")]))
    found = [
        ("method", _method(verdict)),
        ("backend", backend),
        ("time", f"{statistics.get('seconds', 0):.3g} s"),
        ("memory", f"{statistics.get('peak_memory_mb', 0):.0f} MB"),
    ]
    if statistics.get("states_explored") is not None:
        found.append(("states composed", f"{statistics['states_explored']:,}"))
        found.append(("largest composition", f"{statistics.get('largest_composition') or 0:,}"))
    if relations := relations_of(verdict):
        found.append(("states of the evidence", f"{sum(one.system.num_states for one in relations):,}"))
    if verdict.history:
        found.append(("iterations", f"{len(verdict.history):,}"))
    return found


def _method(verdict: Verdict) -> str:
    asked, selection = ", ".join(filter(None, [verdict.method, verdict.rule])), verdict.statistics.get("selection")
    return f"{asked} ({selection})" if selection else asked


def was_reduced(verdict: Verdict) -> bool:
    """Were the components reduced first?"""
    return bool(verdict.statistics.get("reduced"))


def call(verdict: Verdict) -> str:
    """The call of `symag.check` that gives this verdict."""
    names = [_variable(model.name, f"L{number}") for number, model in enumerate(verdict.components, 1)]
    asked: dict[str, Any] = {}
    if verdict.relation != Options.relation:
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
