"""Reads PRISM: from a text of modules to one LPTS for each of them."""

from __future__ import annotations

from symag.errors import LimitReached
from symag.formats.format import SourceText
from symag.formats.prism.compiler import compiled
from symag.formats.prism.enumerator import Enumerator
from symag.formats.prism.grammar import parse_prism
from symag.formats.prism.machine import Machine
from symag.formats.prism.modules import TypedModule, typed_modules
from symag.formats.prism.outside import Outside
from symag.formats.prism.quotients import candidates
from symag.formats.prism.scope import define
from symag.formats.prism.write import Valuations
from symag.limits import Watch
from symag.model import LPTS, TAU
from symag.model.collector import no_collection

__all__ = ["read_prism"]


def read_prism(source: SourceText) -> tuple[LPTS, ...]:
    """The modules of a text, each with its own alphabet."""
    with no_collection():  # which would look at millions of objects without a cycle, again and again
        file = parse_prism(source.text, source.watch)
        found = typed_modules(file, define(file, source.constants), source.watch)
        return tuple(_enumerated(module, source.watch) for module in found)


def _enumerated(module: TypedModule, watch: Watch) -> LPTS:
    """The reachable states of the module, and their transitions."""
    number = {action: at for at, action in enumerate(("", *module.alphabet))}
    commands = sorted(module.commands, key=lambda command: number[command.action])
    outside = Outside(module.variables, commands, watch)
    compiler = compiled(module, commands, [outside.constant_shares(command) for command in commands])
    outside.meanings = compiler.outside
    program = compiler.program
    machine = Machine(program, outside.answer, watch)
    tried = candidates(commands, module.variables)
    enumerator = Enumerator(program, machine, outside.distributions, tried, outside, module.is_dtmc, watch)
    try:
        enumerator.run()
    except OverflowError as error:
        raise LimitReached("size", f"size: {error}") from None
    arrays = enumerator.arrays() | outside.distributions.arrays()
    states = Valuations(tuple(module.variables), program.packing, arrays.pop("codes"))
    actions = (TAU, *module.alphabet)
    return LPTS(
        name=module.name,
        states=states,
        initial=0,
        actions=actions,
        vectors=tuple(outside.distributions.vectors),
        product=None,
        **arrays,
    )
