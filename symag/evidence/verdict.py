"""The verdict: what was asked, the answer, and the evidence for it. `verdict.json` is this object as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple

from symag.evidence.bound import Bound
from symag.evidence.iteration_log import IterationFrame
from symag.evidence.minimality import Minimality
from symag.evidence.refutation import Counterexample
from symag.evidence.relation import PremiseNames, Proof, ReachedPairs, SimulationRelation
from symag.evidence.schema import MAX_NOTE, MAX_NOTES, write_document
from symag.evidence.specification import LPTS_KIND, Specification, SpecificationKind, describe_model
from symag.formats import check_suffix, native, write_atomically
from symag.limits import Watch
from symag.model import LPTS, names_of
from symag.model.presentation import present

__all__ = ["NotDecided", "Verdict", "save_questions", "write_questions"]

MAX_NAMES = 12
"""Names of components in a claim; of more, the first two and the last."""


CAVEATS = {
    "holds": "for all executions of the program: each of them is a path of the flow graph",
    "violated": "possibly infeasible path of the flow graph: some of its paths are no executions of the program",
    "unknown": "",
}


@dataclass(frozen=True, eq=False)
class Verdict:
    """The answer to `L1 ‖ … ‖ Ln ≼ P`. True in a condition if and only if it is `holds`."""

    verdict: Literal["holds", "violated", "unknown"]
    """The answer."""
    relation: str
    """`simulation` or `traces`."""
    method: str
    """As it was asked for; `statistics` has the selection of `auto`."""
    rule: str | None
    """The rule of a proof by parts, if the method has any."""
    backend: str
    """The backend that decided it."""
    components: tuple[LPTS, ...]
    """The system."""
    specification: Specification
    """The specification."""
    sign: str
    """Between system and specification in the claim, such as `≼`, or `⋠` if it is violated."""
    certificate: SimulationRelation | ReachedPairs | Bound | Proof | None = None
    """If it holds: a simulation, or one for each premise."""
    counterexample: Counterexample | None = None
    """If it is violated: the tree or the trace, and why the specification cannot follow."""
    assumptions: tuple[LPTS, ...] = ()
    """Those that prove it, A1 first."""
    value: Fraction | None = None
    """The greatest probability, if the question asks for it. The evidence shows that it is no greater."""
    minimality: Minimality | None = None
    """How small the assumptions can be, if the method has looked for small ones."""
    history: Sequence[Mapping[str, Any]] = ()
    """Each iteration of a refinement, or conjecture of a learner, in figures."""
    statistics: Mapping[str, Any] = field(default_factory=dict)
    """Seconds, memory, states composed and more."""
    reason: str | None = None
    """If it is `unknown`: the limit that was reached, or what else stopped it."""
    limit: str | None = None
    """If a limit was reached: its kind, such as `timeout`, `states` or `memory`."""
    conservative: bool = False
    """Is it about models that have all traces of a program, and perhaps more? Then `holds` speaks of all executions,
    and a counterexample may be none."""
    audited: bool = False
    """Has the kernel accepted the evidence? What it rejects is never a verdict."""
    notes: tuple[str, ...] = ()
    """What to look at before the verdict is trusted: it is right, and perhaps not about what was meant."""
    frames: Sequence[IterationFrame] = ()
    """How the assumptions grew, for pictures; see `symag.evidence.iteration_log`. Not in the JSON object."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The other keyword arguments of `symag.check` that were not the default. Not in the JSON object."""
    written: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """Models as JSON, by identity, for `to_json`: as they were before a backend saw them, if it is not trusted."""
    kind: SpecificationKind = LPTS_KIND
    """The kind of the specification."""
    question: str | None = None
    """The question as a file asks it, if a file does."""
    number: int | None = None
    """Its number in that file, from 1 on."""
    negated: bool = False
    """Does the file assert that the verdict is `violated`?"""
    claimed_premises: tuple[PremiseNames, ...] = ()
    """Of a verdict from a file, which has no certificate: its premises. Not in the JSON object."""

    def __bool__(self) -> bool:
        return self.verdict == "holds"

    def __repr__(self) -> str:
        because = f" ({self.reason})" if self.reason else "" if self.audited else " (not audited)"
        return f"<Verdict {self.verdict}: {self.claim}{because}>"

    def __str__(self) -> str:
        """What `symag check` prints, without colours."""
        return present(self, "text")

    @property
    def claim(self) -> str:
        """What the verdict says: `L1 ‖ L2 ≼ P`, `⋠` if it is violated, `≼?` if it is unknown; of traces, `⊨`."""
        names = names_of(self.components)
        if len(names) > MAX_NAMES:
            names = [*names[:2], "…", names[-1]]
        return f"{' ‖ '.join(names)} {self.sign} {self.specification.name or 'P'}"

    @property
    def caveat(self) -> str:
        """What the verdict means for the program that the models stand for; empty if they stand for themselves."""
        return CAVEATS[self.verdict] if self.conservative else ""

    @cached_property
    def _evidence(self) -> dict[str, Any]:
        """The costly part of the JSON object, which does not change when the verdict was audited."""
        return self._made(Watch())

    def write_evidence(self, watch: Watch) -> None:
        """Make the costly part of the JSON object now, within limits, unless it is made already."""
        if "_evidence" not in vars(self):
            vars(self)["_evidence"] = self._made(watch)

    def _made(self, watch: Watch) -> dict[str, Any]:
        watch.check("writing the evidence")
        counterexample, specification = self.counterexample, self.specification
        return {
            "components": [self.written.get(id(model)) or describe_model(model, watch) for model in self.components],
            "specification": self.written.get(id(specification)) or self.kind.write(specification, watch),
            "assumptions": [native.to_json(model, watch) for model in self.assumptions],
            "counterexample": counterexample
            and counterexample.to_json(native.to_json(counterexample.to_lpts(), watch), watch),
            "certificate": None if self.certificate is None else self.certificate.to_json(watch),
            "minimality": None if self.minimality is None else self.minimality.to_json(),
        }

    def to_json(self) -> dict[str, Any]:
        """The object that `symag check --json` prints and `save` writes."""
        named = ("verdict", "relation", "method", "rule", "backend", "reason", "limit", "audited", "conservative")
        value = None if self.value is None else str(self.value)
        values = (
            {"value": value}
            | {name: getattr(self, name) for name in ("number", "question", "negated", *named)}
            | {
                "notes": list(self.notes),
                "iterations": len(self.history),
                "history": list(self.history),
                "statistics": dict(self.statistics),
            }
        )
        return write_document(values | self._evidence)

    @property
    def as_asserted(self) -> bool:
        """Is it the verdict that the file asserts?"""
        return self.verdict == ("violated" if self.negated else "holds")

    def asked(
        self, question: str | None, notes: Sequence[str], negated: bool = False, number: int | None = None
    ) -> Verdict:
        """The same verdict with the question that a file asks, if one does, and with these notes."""
        noted = replace(self, number=number, question=question or self.question, negated=negated, notes=_bounded(notes))
        if "_evidence" in vars(self):
            vars(noted)["_evidence"] = self._evidence  # the same, and costly to make
        return noted

    def dumps(self) -> str:
        """The JSON object as text."""
        return json.dumps(self.to_json(), ensure_ascii=False, check_circular=False)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write `verdict.json`; `symag.audit` needs nothing else."""
        check_suffix(path, (".json",), "verdict")
        write_atomically(os.fspath(path), self.dumps().encode() + b"\n")

    def report(
        self, path: str | os.PathLike[str], command: str | None = None, saved: str | None = None, meant: str = ""
    ) -> None:
        """Write the verdict as one HTML file for people, which needs nothing else.

        The page says how to get the verdict again: by a call of `symag.check`, or by the `command` that is given, which
        has `saved` it to a file.
        """
        present(self, "page", os.fspath(path), command, saved, meant)

    def _repr_html_(self) -> str:
        """The verdict in a notebook."""
        return present(self, "html")


def _bounded(notes: Sequence[str]) -> tuple[str, ...]:
    """As many and as long as a verdict file may have."""
    shown = tuple(note if len(note) <= MAX_NOTE else f"{note[: MAX_NOTE - 1]}…" for note in dict.fromkeys(notes))
    more = len(shown) - MAX_NOTES + 1
    return shown if more <= 1 else (*shown[:-more], f"and {more} more notes")


class NotDecided(NamedTuple):
    """A question of a file that has no verdict, and why."""

    number: int | None
    question: str
    reason: str


def write_questions(verdicts: Sequence[Verdict], not_decided: Sequence[NotDecided] = ()) -> dict[str, Any]:
    """The object for the questions of one file: a verdict for each; then the questions without a verdict, if any."""
    left = {"not_decided": [one._asdict() for one in not_decided]} if not_decided else {}
    return {"questions": [verdict.to_json() for verdict in verdicts], **left}


def save_questions(
    verdicts: Sequence[Verdict], not_decided: Sequence[NotDecided], path: str | os.PathLike[str]
) -> None:
    """Write the verdicts on the questions of one file; `symag.audit` checks each of them."""
    check_suffix(path, (".json",), "verdict")
    text = json.dumps(write_questions(verdicts, not_decided), ensure_ascii=False)
    write_atomically(os.fspath(path), text.encode() + b"\n")
