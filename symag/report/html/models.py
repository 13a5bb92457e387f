"""The models of a verdict: components, specification and assumptions, each as a card."""

from __future__ import annotations

from typing import NamedTuple

from symag.evidence import Verdict
from symag.formats.picture import Marks
from symag.model import LPTS, counted, names_of
from symag.report.html.names import assumption_labels, clip, listed, short_labels
from symag.report.html.pictures import Picture, Pictures

__all__ = ["ModelCard", "model_cards"]

ASSUMPTION = "assumption"


class ModelCard(NamedTuple):
    """A model: its role in the verdict, name, sizes, actions, picture."""

    role: str
    name: str
    sizes: str
    actions: str
    picture: Picture


def model_cards(verdict: Verdict, pictures: Pictures) -> tuple[list[ModelCard], int]:
    """The cards, assumptions first, and the number of models there is no room for."""
    names = names_of(verdict.components)
    assumptions = [
        (f"{ASSUMPTION} {n}", model.name or f"A{n}", model) for n, model in enumerate(verdict.assumptions, 1)
    ]
    system = [
        (f"component {n}", name, model)
        for n, (name, model) in enumerate(zip(names, verdict.components, strict=True), 1)
    ]
    model = verdict.kind.model(verdict.specification)
    specification = [] if model is None else [("specification", model.name or "P", model)]
    most = pictures.limits.cards
    shown = [*assumptions[:most], *system[:most], *specification]
    cards = [_card(role, name, model, pictures) for role, name, model in shown]
    return cards, len(assumptions) + len(system) + len(specification) - len(shown)


def _card(role: str, name: str, model: LPTS, pictures: Pictures) -> ModelCard:
    sizes = f"{counted(model.num_states, 'state')}, {counted(model.num_transitions, 'transition')}"
    if not model.is_lts:
        sizes += f", {counted(model.num_distributions, 'distribution')} over several states"
    actions = listed(sorted(model.alphabet), 10) or "none"
    is_assumption = role.startswith(ASSUMPTION)
    labels = assumption_labels(model) if is_assumption else short_labels(model)
    picture = pictures.outline(model, f"{role}: {clip(name, 80)}", Marks(labels=labels), is_assumption)
    return ModelCard(role, clip(name, 80), sizes, actions, picture)
