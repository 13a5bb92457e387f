"""How small an assumption can be, as evidence: words, or a proof, that no smaller deterministic LTS takes its place.

Let A be an assumption of a proof by ASYM or ASYM-N for traces, between the components M1 beside it and the model Y
above its premise, and the components M2 below it. An assumption must allow what M2 does (the lower language), and
nothing after which M1 leaves Y (the upper language). What the evidence shows is described with the format, in
`symag/kernel/README.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symag.errors import InputError
from symag.evidence.schema import get

__all__ = ["Clique", "LowerBound", "Minimality", "UnsatProof", "Word", "minimality_of"]

Word = tuple[str, ...]


@dataclass(frozen=True)
class Clique:
    """Words that lead to different states of every deterministic assumption."""

    words: tuple[Word, ...]
    """Words of the lower language."""
    suffixes: tuple[tuple[int, int, Word], ...]
    """(i, j, suffix): the suffix makes word i a word of the lower language, and word j one outside of the upper one.
    Each two words have such a suffix, in one order."""

    @property
    def lower_bound(self) -> int:
        """No assumption has fewer states."""
        return len(self.words)

    @property
    def shown_by(self) -> str:
        """The kind of the evidence."""
        return "clique"

    def to_json(self) -> dict[str, Any]:
        """The evidence that the kernel checks."""
        suffixes = [[i, j, list(suffix)] for i, j, suffix in self.suffixes]
        return {"kind": self.shown_by, "words": [list(word) for word in self.words], "suffixes": suffixes}


@dataclass(frozen=True)
class UnsatProof:
    """A proof that the clauses for an assumption of at most so many states have no solution."""

    states: int
    """The number of states that do not suffice."""
    clique: Clique
    """Its words number the states: word i leads to state i."""
    low: tuple[tuple[str, ...], ...]
    """Some states of M2, one state for each component."""
    up: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """Some states of M1, one state for each component, each with a set of states of Y."""
    lemmas: tuple[tuple[int, ...], ...]
    """Clauses, each of which follows by unit propagation from those before it; the last one is empty."""

    @property
    def lower_bound(self) -> int:
        """No assumption has fewer states."""
        return self.states + 1

    @property
    def shown_by(self) -> str:
        """The kind of the evidence."""
        return "unsat proof"

    def to_json(self) -> dict[str, Any]:
        """The evidence that the kernel checks."""
        return {
            "kind": self.shown_by,
            "states": self.states,
            "clique": self.clique.to_json(),
            "low": [list(state) for state in self.low],
            "up": [[list(state), list(above)] for state, above in self.up],
            "lemmas": [list(lemma) for lemma in self.lemmas],
        }


@dataclass(frozen=True)
class LowerBound:
    """The size of one assumption, and the evidence that no assumption in its place is smaller than a bound."""

    assumption: str
    """`A1`, `A2`, …"""
    states: int
    """The number of its states."""
    evidence: Clique | UnsatProof | None = None
    """Without evidence, the lower bound is 1."""

    @property
    def lower_bound(self) -> int:
        """No assumption in its place has fewer states."""
        return 1 if self.evidence is None else self.evidence.lower_bound

    @property
    def shown_by(self) -> str | None:
        """The kind of the evidence, if there is any."""
        return None if self.evidence is None else self.evidence.shown_by

    def to_json(self) -> dict[str, Any]:
        """The entry of this assumption."""
        return {
            "assumption": self.assumption,
            "states": self.states,
            "lower_bound": self.lower_bound,
            "shown_by": self.shown_by,
            "evidence": None if self.evidence is None else self.evidence.to_json(),
        }


@dataclass(frozen=True)
class Minimality:
    """The size of each assumption of a proof with a lower bound for it. The figures are those of the first one."""

    assumptions: tuple[LowerBound, ...]
    """One entry for each assumption, A1 first; at least one."""

    @property
    def states(self) -> int:
        """The number of states of A1."""
        return self.assumptions[0].states

    @property
    def lower_bound(self) -> int:
        """No assumption in the place of A1 has fewer states."""
        return self.assumptions[0].lower_bound

    @property
    def shown_by(self) -> str | None:
        """The kind of the evidence for the lower bound of A1, if there is any."""
        return self.assumptions[0].shown_by

    def to_json(self) -> dict[str, Any]:
        """The value of `minimality` in a verdict file."""
        figures = {"states": self.states, "lower_bound": self.lower_bound, "shown_by": self.shown_by}
        return figures | {"assumptions": [entry.to_json() for entry in self.assumptions]}


def minimality_of(data: dict[str, Any]) -> Minimality | None:
    """What a verdict file says, read back; an InputError if it is not as symag writes it."""
    found = data.get("minimality")
    if found is None:
        return None
    read = Minimality(tuple(map(_entry, get(found, "assumptions", list))))
    if not read.assumptions or read.to_json() != found:
        raise InputError("the value of 'minimality' is not as its evidence says")
    return read


def _entry(data: Any) -> LowerBound:
    shown = get(data, "evidence", object)
    return LowerBound(
        get(data, "assumption", str), get(data, "states", int), None if shown is None else _evidence(shown)
    )


def _evidence(data: Any) -> Clique | UnsatProof:
    kind = get(data, "kind", str)
    if kind == "clique":
        return _clique(data)
    if kind == "unsat proof":
        return _unsat_proof(data)
    raise InputError(f"{kind!r} is not a kind of evidence for a lower bound")


def _clique(data: Any) -> Clique:
    words = tuple(map(_word, get(data, "words", list)))
    suffixes = [_of(list, entry, 3) for entry in get(data, "suffixes", list)]
    return Clique(words, tuple((_of(int, i), _of(int, j), _word(suffix)) for i, j, suffix in suffixes))


def _unsat_proof(data: Any) -> UnsatProof:
    up = [_of(list, entry, 2) for entry in get(data, "up", list)]
    return UnsatProof(
        get(data, "states", int),
        _clique(get(data, "clique", dict)),
        tuple(map(_word, get(data, "low", list))),
        tuple((_word(state), _word(above)) for state, above in up),
        tuple(tuple(_of(int, literal) for literal in _of(list, lemma)) for lemma in get(data, "lemmas", list)),
    )


def _word(data: Any) -> Word:
    return tuple(_of(str, item) for item in _of(list, data))


def _of(kind: type[Any], value: Any, length: int | None = None) -> Any:
    if not isinstance(value, kind) or (length is not None and len(value) != length):
        raise InputError("the value of 'minimality' is not of the kind that it must be")
    return value
