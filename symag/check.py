"""`check`, the main verb: does the composition of the components satisfy the specification?"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from inspect import cleandoc
from typing import Any

from symag.assume import FIGURES, Answer, Component, RunLog, Task, run_method, with_assumptions
from symag.errors import LimitReached
from symag.evidence import Bound, Proof, Specification, Verdict, audit_verdict, describe_model
from symag.limits import Watch, peak_memory_mb, within_memory
from symag.model import LPTS
from symag.notes import explore_little, explored_by, notes_on
from symag.operators import trim
from symag.options import Options, keywords, reference, table_of_options
from symag.probability import Formula
from symag.question import TABLES, Question, ask
from symag.simulation import capabilities_of
from symag.traces import caches_of, heuristics_of

__all__ = ["AUDITED_WORK", "CheckRun", "check"]

AUDITED_WORK = 1_000_000
"""A verdict with at most so many obligations (a transition, with a specification state that must answer it) is audited
before it is given: the kernel checks from 30,000 to several hundred thousand a second. In a decision diagram it meets
different ones only, however many states there are, and walks over it: six steps count as one."""
WRITTEN_STATES = 1_500_000
"""Of evidence, at most, that is written to see whether its diagrams are small: a second for a million."""


@keywords(Options)
def check(components: Component, specification: Specification | Sequence[LPTS], options: Options) -> Verdict:
    """Decide whether the composition of the components satisfies the specification, with evidence.

    With the relation "simulation": whether the specification simulates the composition. With "traces": whether every
    trace of the composition, over the actions that the specification knows, is one of the specification.

    A component may be a list of components: one side of a rule, which is composed as needed. The specification may be a
    list of properties, which must all hold. When a limit is reached,
    the verdict is `unknown`, with the reason. The kernel checks the evidence before you see the verdict, unless that
    would make you wait: then `verdict.audited` is false.

    The options:
    """
    question = ask(components, specification, options)
    question.load_libraries()
    run = CheckRun(question, Watch(question.limits, options.listener), RunLog(options.on_iteration))
    try:
        return within_memory(run.decide)
    except LimitReached as reached:
        return run.unknown(reached)


check.__doc__ = f"{cleandoc(check.__doc__ or '')}\n\n{reference(TABLES, table_of_options())}"


class CheckRun:
    """One question at work, from its models to the verdict."""

    def __init__(self, question: Question, watch: Watch, log: RunLog) -> None:
        self.question = question
        self.watch = watch
        self.log = log
        self.components = question.components
        """As the verdict will show them: without unreachable states, once these were found."""
        self.specification = question.specification
        self.written: dict[int, dict[str, Any]] = {}
        """The models as JSON, by identity: as they were before a backend saw them, if it is not trusted."""

    def decide(self) -> Verdict:
        """The verdict; LimitReached if the limits do not suffice."""
        question = self.question
        task, assumptions = self.prepare()
        own = {id(model): given for model, given in zip(task.components, self.components, strict=True)}
        answer = with_assumptions(task.normalised(), assumptions) if assumptions else run_method(question.method, task)
        self.components = tuple(own[id(model)] for model in answer.components)
        if question.relation.asks_value(self.specification):
            return self._audited(self._valued(answer, self._notes(task.components, answer.certificate)))
        return self._audited(self._verdict(answer, self._notes(task.components, answer.certificate)))

    def prepare(self) -> tuple[Task, tuple[LPTS, ...]]:
        """The task, without unreachable states, and the assumptions that the user supplies."""
        question, watch = self.question, self.watch
        watch.check("looking for unreachable states")
        sides = tuple(tuple(trim(model, watch) for model in side) for side in question.sides)
        kind = question.relation.specification
        specification = kind.trim(question.specification, watch)
        if not question.keeps_apart:
            specification = kind.merged(specification, watch)
        assumptions = tuple(trim(model, watch) for model in question.assumptions)
        kept = tuple(model for side in sides for model in side)
        question.relation.admit((*kept, *assumptions), specification)
        self.components, self.specification = kept, specification
        if not capabilities_of(question.backend).is_trusted:  # it works on copies of the models that the kernel gets
            self.written = {id(model): describe_model(model, watch) for model in kept}
            self.written[id(specification)] = kind.write(specification, watch)
            sides, specification = deepcopy((sides, specification))
        return self._task(sides, specification), assumptions

    def _task(self, sides: tuple[tuple[LPTS, ...], ...], specification: Specification) -> Task:
        question, options = self.question, self.question.options
        rule: dict[str, Any] = {} if question.rule is None else {"rule": question.rule}
        return Task(
            sides,
            specification,
            question.relation,
            question.backend,
            self.watch,
            self.log,
            strategy=options.strategy,
            reduce=question.reduce,
            order=question.order,
            decompose=options.decompose == "auto",
            split=options.split,
            alphabet_refinement=options.alphabet_refinement,
            learner=options.learner,
            caches=None if options.cache is None else caches_of(options.cache),
            recursive=options.recursive,
            smallest=options.smallest,
            search=options.search,
            heuristics=heuristics_of(options.heuristic),
            on_assumption=options.on_assumption,
            **rule,
        )

    def _verdict(self, answer: Answer, notes: tuple[str, ...]) -> Verdict:
        found: dict[str, Any] = {"notes": notes, "history": tuple(answer.log.iterations), "log": answer.log}
        if answer.tree is not None:
            found["counterexample"] = self.question.relation.explain(answer.tree, answer.specification, self.watch)
            return self._made("violated", **found)
        if answer.certificate is None:
            return self._made("unknown", **found, reason=answer.reason)
        found |= {"assumptions": answer.assumptions, "minimality": answer.minimality}
        return self._made("holds", **found, certificate=answer.certificate)

    def _valued(self, answer: Answer, notes: tuple[str, ...]) -> Verdict:
        """The verdict on a question for a probability: the system satisfies the formula with that as its bound."""
        asked, certificate = self.specification, answer.certificate
        assert isinstance(asked, Formula)
        assert isinstance(certificate, Bound | Proof)
        assert certificate.value is not None
        self.specification = asked.bounded_by(certificate.value)
        return replace(self._verdict(answer, notes), value=certificate.value, question=asked.text)

    def unknown(self, reached: LimitReached) -> Verdict:
        """The verdict when a limit was reached."""
        log = self.log.longest
        notes, history = self._notes(self.components), tuple(entry | log.marks for entry in log.iterations)
        return self._made("unknown", reason=str(reached), limit=reached.kind, notes=notes, history=history)

    def _made(self, claim: Any, log: RunLog | None = None, **found: Any) -> Verdict:
        """The verdict, with the figures of the run that decided, if one did."""
        question = self.question
        statistics: dict[str, Any] = {
            "seconds": round(self.watch.elapsed(), 6),
            "peak_memory_mb": round(peak_memory_mb(), 1),
            **dict.fromkeys(FIGURES),
            "reduced": question.reduce,
        }
        return Verdict(
            claim,
            relation=question.relation.name,
            sign=question.relation.words.signs[claim],
            method=question.method.name,
            rule=None if question.rule is None else question.rule.name,
            backend=question.backend.name,
            components=self.components,
            specification=self.specification,
            written=self.written,
            kind=question.relation.specification,
            frames=(log or self.log.longest).frames,
            options=question.recorded(),
            conservative=any(model.conservative for model in question.components),
            statistics=statistics | ({} if log is None else log.figures),
            **found,
        )

    def _notes(self, reachable: Sequence[LPTS], certificate: object = None) -> tuple[str, ...]:
        with suppress(LimitReached, MemoryError):  # a note is not worth a verdict
            explored = explored_by(certificate, reachable) or explore_little(reachable, self.watch)
            question = self.question
            model = question.relation.specification.model(question.specification)
            specification = question.specification
            return notes_on(question.components, reachable, specification, explored, self.watch, model)
        return ()

    def _audited(self, verdict: Verdict) -> Verdict:
        """The verdict, audited if it must be or if that takes seconds only; LimitReached if it must, and cannot be.

        Verdicts of a backend that is not trusted must be audited, and so must trees that a method has rewritten.
        """
        audit, method = self.question.options.audit, self.question.method
        doubtful = not capabilities_of(self.question.backend).is_trusted or (
            verdict.verdict == "violated" and method.rewrites_trees
        )
        must = audit is True or (audit is None and doubtful)
        if verdict.verdict == "unknown" or (not must and audit is False):
            return verdict
        try:
            if not must and _work(verdict, self.watch) > AUDITED_WORK:
                return verdict
            return audit_verdict(verdict, self.watch)
        except LimitReached:
            if must:
                raise
            return verdict


def _work(verdict: Verdict, watch: Watch) -> int:
    """The number of obligations that the kernel would check."""
    certificate = verdict.certificate
    if certificate is None:
        return sum(model.num_transitions for model in verdict.components)
    if certificate.obligations > AUDITED_WORK and certificate.num_states <= WRITTEN_STATES:
        verdict.write_evidence(watch)
        return certificate.written_obligations(verdict.to_json()["certificate"])
    return certificate.obligations
