"""A component enumerated: from its rules to an LPTS."""

from __future__ import annotations

from symag.errors import LimitReached
from symag.formats.prism.candidates import candidates
from symag.formats.prism.compiler import compiled
from symag.formats.prism.enumerator import Enumerator
from symag.formats.prism.labels import Valuations
from symag.formats.prism.machine import Machine
from symag.formats.prism.modules import Component
from symag.formats.prism.outside import Outside
from symag.limits import Watch
from symag.model import LPTS, TAU

__all__ = ["enumerated"]


def enumerated(component: Component, watch: Watch) -> LPTS:
    """The reachable states of the component, and their transitions."""
    number = {action: at for at, action in enumerate(("", *component.alphabet))}
    rules = sorted(component.rules, key=lambda rule: number[rule.action])
    outside = Outside(component.variables, rules, watch)
    compiler = compiled(component, rules, [outside.constant_shares(rule) for rule in rules])
    outside.meanings = compiler.outside
    program = compiler.program
    machine = Machine(program, outside.answer, watch)
    tried = candidates(rules, component.variables)
    kernel = Enumerator(program, machine, outside.distributions, tried, outside, component.is_dtmc, watch)
    try:
        kernel.run()
    except OverflowError as error:
        raise LimitReached("size", f"size: {error}") from None
    arrays = kernel.arrays() | outside.distributions.arrays()
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
