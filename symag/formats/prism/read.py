"""Reads PRISM: from a text of modules to one LPTS for each of them."""

from __future__ import annotations

from symag.errors import LimitReached
from symag.formats.format import SourceText
from symag.formats.prism.candidates import candidates
from symag.formats.prism.compiler import compiled
from symag.formats.prism.definitions import define
from symag.formats.prism.enumerator import Enumerator
from symag.formats.prism.grammar import parse
from symag.formats.prism.labels import Valuations
from symag.formats.prism.machine import Machine
from symag.formats.prism.modules import Component, components
from symag.formats.prism.outside import Outside
from symag.limits import Watch
from symag.model import LPTS, TAU
from symag.model.collector import no_collection

__all__ = ["read_prism"]


def read_prism(source: SourceText) -> tuple[LPTS, ...]:
    """The modules of a text, each with its own alphabet."""
    with no_collection():  # which would look at millions of objects without a cycle, again and again
        file = parse(source.text, source.watch)
        found = components(file, define(file, source.constants), source.watch)
        return tuple(_enumerated(component, source.watch) for component in found)


def _enumerated(component: Component, watch: Watch) -> LPTS:
    """The reachable states of the component, and their transitions."""
    number = {action: at for at, action in enumerate(("", *component.alphabet))}
    rules = sorted(component.rules, key=lambda rule: number[rule.action])
    outside = Outside(component.variables, rules, watch)
    compiler = compiled(component, rules, [outside.constant_shares(rule) for rule in rules])
    outside.meanings = compiler.outside
    program = compiler.program
    machine = Machine(program, outside.answer, watch)
    tried = candidates(rules, component.variables)
    enumerator = Enumerator(program, machine, outside.distributions, tried, outside, component.is_dtmc, watch)
    try:
        enumerator.run()
    except OverflowError as error:
        raise LimitReached("size", f"size: {error}") from None
    arrays = enumerator.arrays() | outside.distributions.arrays()
    states = Valuations(tuple(component.variables), program.packing, arrays.pop("codes"))
    actions = (TAU, *component.alphabet)
    return LPTS(
        name=component.name,
        states=states,
        initial=0,
        actions=actions,
        vectors=tuple(outside.distributions.vectors),
        product=None,
        **arrays,
    )
