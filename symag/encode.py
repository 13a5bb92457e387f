"""`encode`: a question as SMT-LIB 2 text, to take to any solver."""

from __future__ import annotations

from symag.assume import Component, listed_components, model_from
from symag.limits import Limits, Listener, Watch
from symag.model import LPTS, names_of, printable
from symag.operators import compose, trim
from symag.question import limits_of

__all__ = ["encode"]


def encode(
    components: Component,
    specification: LPTS,
    *,
    encoding: str = "weights",
    limits: Limits | None = None,
    timeout: float | None = None,
    max_states: int | None = None,
    memory: float | None = None,
    listener: Listener | None = None,
) -> str:
    """The constraints of "the composition of the components is simulated by the specification".

    They are satisfiable if and only if it is. `encoding` is "weights" (weight functions, QF_LRA) or "cuts" (Boolean).
    Unlike `check` this needs the whole composition, and raises `LimitReached` if a limit does not allow it.
    """
    from symag.smt.script import question_script

    watch = Watch(limits_of(limits, timeout, max_states, memory), listener)
    parts, specification = listed_components(components), model_from(specification, "the specification")
    system = trim(parts[0]) if len(parts) == 1 else compose(*map(trim, parts), watch=watch)
    claim = f"{' || '.join(names_of(parts))} below {specification.name or 'P'}"
    heading = [
        f"Strong simulation by {encoding}, written by symag: see encodings/simulation-by-{encoding}/README.md.",
        f"The question: is {_ascii(claim)}? sat: it holds, and the true pairs are a simulation; unsat: it is violated.",
    ]
    return question_script(system, trim(specification), encoding, heading, watch)


def _ascii(text: str) -> str:
    return printable(text).encode("ascii", "backslashreplace").decode("ascii")
