"""`encode`: a question as SMT-LIB 2 text, to take to any solver."""

from __future__ import annotations

from symag.assume import Component, listed_components, model_from
from symag.errors import InputError
from symag.limits import Limits, Listener, Watch
from symag.model import LPTS, names_of, printable
from symag.operators import compose, trim
from symag.probability import Evaluation, Formula
from symag.question import limits_of

__all__ = ["encode"]


def encode(
    components: Component,
    specification: LPTS | Formula,
    *,
    encoding: str | None = None,
    limits: Limits | None = None,
    timeout: float | None = None,
    max_states: int | None = None,
    memory: float | None = None,
    listener: Listener | None = None,
) -> str:
    """The constraints of "the composition of the components is simulated by the specification", or of "it satisfies the
    formula", which must be one bound without others inside.

    They are satisfiable if and only if that is so. For a simulation, `encoding` is "weights" (weight functions,
    QF_LRA), or "cuts" (Boolean). Unlike `check` this needs the whole composition, and raises `LimitReached` if a limit
    does not allow it.
    """
    watch = Watch(limits_of(limits, timeout, max_states, memory), listener)
    parts = listed_components(components)
    if any(model.conservative for model in parts):
        raise InputError(
            "a flow graph has all traces of its program, and more: scripts are about simulation and probabilities, "
            "which say nothing about the program; use symag check, which decides its traces"
        )
    system = trim(parts[0]) if len(parts) == 1 else compose(*map(trim, parts), watch=watch)
    name = " || ".join(names_of(parts))
    if not isinstance(specification, Formula):
        specification = trim(model_from(specification, "the specification"))
        return _simulation(system, name, specification, encoding or "weights", watch)
    if encoding is not None:
        raise InputError("the option encoding is for simulation: a formula has one encoding, so leave it out")
    return _bound(system, name, specification, watch)


def _simulation(system: LPTS, name: str, specification: LPTS, encoding: str, watch: Watch) -> str:
    from symag.smt.script import question_script

    claim = _ascii(f"{name} below {specification.name or 'P'}")
    heading = [
        f"Strong simulation by {encoding}, written by symag: see encodings/simulation-by-{encoding}/README.md.",
        f"The question: is {claim}? sat: it holds, and the true pairs are a simulation; unsat: it is violated.",
    ]
    return question_script(system, specification, encoding, heading, watch)


def _bound(system: LPTS, name: str, formula: Formula, watch: Watch) -> str:
    from symag.smt.bound_script import bound_script
    from symag.smt.probability_bound import BoundQuestion

    chance = formula.outer
    if chance is None or formula.asks:
        raise InputError(f"{formula.text} is not one bound such as P<=1/10 [ F fail ]: only such formulas are encoded")
    problem = Evaluation(system, formula, watch).problem(chance)
    heading = [
        "An inductive bound of a probability, written by symag: see encodings/probability-bound/README.md.",
        f"The question: does {_ascii(f'{name} satisfy {formula.text}')}? sat: it does; unsat: it does not.",
    ]
    return bound_script(BoundQuestion(problem, [problem.initial], chance.bound), heading)


def _ascii(text: str) -> str:
    return printable(text).encode("ascii", "backslashreplace").decode("ascii")
