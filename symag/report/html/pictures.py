"""Models as pictures that stand inside the page, in its colours; as text where there is no room or no Graphviz."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from markupsafe import Markup

from symag.errors import InputError
from symag.formats.picture import PLAIN, Marks
from symag.model import LPTS, counted
from symag.report.html.names import LABEL, StateName, allows_everything, clip, listed, named
from symag.report.html.svg import arrows, can_be_read, fitted, scale, tidy, titled

__all__ = ["PageLimits", "Picture", "Pictures", "StateRow"]

MAX_FAN = 6
"""Outcomes of one move that fit side by side."""
MAX_MOVES = 24
"""Transitions of a state that are listed in words."""
FULL = "There is no picture, as this page has many already."
MAX_TOLD, MAX_TITLE = 300, 1_000
"""Characters of where a transition leads; of a full name that is shown on demand."""
LEAST = 0.45
"""The scale below which a picture cannot be read at all."""
OUTLINE = "its shape, without actions and loops; those are in the words below"
EASY = 24
"""Arrows of a picture that is seen at a glance."""


class StateRow(NamedTuple):
    """A state and its transitions in words."""

    state: StateName
    initial: bool
    moves: tuple[tuple[str, StateName], ...]
    anything: bool
    """Does it allow everything, for ever? Said of assumptions."""


class Picture(NamedTuple):
    """A picture, or why there is none; and its beginning in words."""

    title: str
    drawing: Markup | None
    instead: str
    rows: tuple[StateRow, ...] = ()
    more: int = 0
    """States that are not listed."""
    open: bool = False
    """Are the words shown at once, for want of pictures?"""
    excerpt: str = ""
    """What is left out of the picture."""
    ending: str = "no transitions"
    """What the words say of a state that has none."""


@dataclass(frozen=True)
class PageLimits:
    """How much of each kind a page has, so that a mail can carry it."""

    drawn: int = 1_600_000
    """Characters of pictures."""
    slides: int = 200
    stops: int = 40
    """Steps of a counterexample."""
    cards: int = 24
    """Models of a kind."""
    rows: int = 24
    """States that are listed in words."""

    def halved(self) -> PageLimits:
        """The same, for a page that came out too large."""
        return PageLimits(self.drawn // 2, self.slides // 2, self.stops // 2, self.cards // 2, self.rows // 2)


@dataclass
class Pictures:
    """Draws until the page is full; without Graphviz it says so, and goes on in words."""

    limits: PageLimits = field(default_factory=PageLimits)
    missing: str | None = None
    """Why nothing can be drawn."""
    used: int = 0
    """Characters that were drawn."""
    full: bool = False
    """Was there no room for a picture?"""

    def excerpt(self, model: LPTS, title: str, marks: Marks) -> Picture:
        """The model with these classes; if it cannot be read as a whole, the states that have one."""
        return self._marked(model, title, marks) if arrows(model) > EASY else self._drawing(model, title, marks)

    def _marked(self, model: LPTS, title: str, marks: Marks) -> Picture:
        """The states that have a class, if there are any and they can be read; otherwise all."""
        only = frozenset({model.initial, *marks.states})
        if not marks.states or not can_be_read(model, only):
            return self._drawing(model, title, marks)
        left_out = f"{len(only)} of its {counted(model.num_states, marks.noun)}, and what they can do"
        return self._drawing(model, title, marks._replace(only=only))._replace(excerpt=left_out)

    def outline(self, model: LPTS, title: str, marks: Marks, is_assumption: bool = False) -> Picture:
        """The model and its states in words; if it could not be read otherwise, only its shape."""
        picture = self._drawing(model, title, marks, or_shape=True)
        return self._with_words(picture, model, range(model.num_states), is_assumption)

    def draw(self, model: LPTS, title: str, marks: Marks = PLAIN) -> Picture:
        """The model, with these classes, and its states in words, first those that have a class.

        If it is too large or too wide to be read at a glance, only these are drawn.
        """
        order = sorted(range(model.num_states), key=lambda state: state not in marks.states)
        easy = can_be_read(model) and max(map(len, model.vectors), default=1) <= MAX_FAN
        picture = self._drawing(model, title, marks) if easy else self._marked(model, title, marks)
        return self._with_words(picture, model, order)

    def _with_words(self, picture: Picture, model: LPTS, order: Sequence[int], is_assumption: bool = False) -> Picture:
        shown = order[: self.limits.rows]
        rows = tuple(_row(model, state, is_assumption) for state in shown)
        return picture._replace(rows=rows, more=model.num_states - len(shown), open=self.missing is not None)

    def _drawing(self, model: LPTS, title: str, marks: Marks, or_shape: bool = False) -> Picture:
        if marks.only is None and not can_be_read(model):
            return Picture(title, None, _summary(model))
        if self.missing is not None or self.full:
            return Picture(title, None, self.missing or FULL)
        excerpt = ""
        try:
            text = fitted(model, marks)
            if or_shape and arrows(model) > EASY and scale(text) < LEAST:
                text, excerpt = fitted(model, marks._replace(outline=True)), OUTLINE
        except (InputError, OSError, ValueError) as error:
            self.missing = f"There are no pictures: {clip(str(error), 300)}."
            return Picture(title, None, self.missing)
        text = titled(tidy(text), _full_names(model, marks))
        if self.used + len(text) > self.limits.drawn:
            self.full = True
            return Picture(title, None, FULL)
        self.used += len(text)
        head = Markup('<svg role="img" aria-label="{}" class="graph"').format(clip(title, 200))
        return Picture(title, head + Markup(text.removeprefix("<svg")), "", excerpt=excerpt)


def _summary(model: LPTS) -> str:
    """What there is to say of a model that is too large for a picture."""
    size = f"{counted(model.num_states, 'state')} and {counted(model.num_transitions, 'transition')}"
    often = Counter(model.action).most_common()
    actions = listed([f"{clip(model.actions[action], 40)} {number:,}" for action, number in often], 8)
    ends = sum(1 for state in range(model.num_states) if model.first[state] == model.first[state + 1])
    stuck = f" In {counted(ends, 'state')} nothing can happen any more." if ends else ""
    return f"{size} are too many for a picture that one could read. Transitions by action: {actions}.{stuck}"


def _full_names(model: LPTS, marks: Marks) -> dict[int, str]:
    """The names of the states that the picture calls otherwise, or whose names it cuts."""
    labels = model.states if marks.labels is None else marks.labels
    longest = marks.longest or LABEL
    return {
        state: clip(model.states[state], MAX_TITLE)
        for state in range(model.num_states)
        if model.states[state] not in labels[state] or len(labels[state]) > longest
    }


def _row(model: LPTS, state: int, is_assumption: bool) -> StateRow:
    first = model.first[state]
    moves = tuple(
        (clip(model.actions[model.action[t]], 80), _told(model, model.target[t]))
        for t in range(first, min(model.first[state + 1], first + MAX_MOVES))
    )
    anything = is_assumption and allows_everything(model, state)
    return StateRow(named(model.states[state]), state == model.initial, moves, anything)


def _told(model: LPTS, target: int) -> StateName:
    """Where a transition leads, in short names; and in full, if any of them is shortened."""
    outcomes = [(share, named(model.states[state])) for state, share in model.outcomes(target)]
    short = " + ".join(f"{share} {name.short}" if share != 1 else name.short for share, name in outcomes)
    is_short = len(short) <= MAX_TOLD and not any(name.full for _, name in outcomes)
    return StateName(clip(short, MAX_TOLD), "" if is_short else clip(str(model.distribution(target)), MAX_TITLE))
