"""Models as pictures inside the page, in its colours; as words where there is no room or no Graphviz."""

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
"""Transitions of a state in words."""
FULL = "There is no picture here: this page has many already."
MAX_GOAL, MAX_TITLE = 300, 1_000
"""Characters of the outcomes of a transition; of a full name on demand."""
LEAST = 0.45
"""The scale below which a picture cannot be read at all."""
OUTLINE = "the shape without actions and loops; the words below have them"
EASY = 24
"""Arrows of a picture that a reader takes in at a glance."""


class StateRow(NamedTuple):
    """A state and its transitions in words."""

    state: StateName
    initial: bool
    moves: tuple[tuple[str, StateName], ...]
    anything: bool
    """Does it allow every action and stay there? Only assumptions have this mark."""


class Picture(NamedTuple):
    """A picture, or why there is none; and the first states in words."""

    title: str
    drawing: Markup | None
    instead: str
    rows: tuple[StateRow, ...] = ()
    more: int = 0
    """States that the words leave out."""
    open: bool = False
    """Does the page show the words at once, for lack of pictures?"""
    excerpt: str = ""
    """What the picture leaves out."""
    ending: str = "no transitions"
    """What the words say of a state without transitions."""


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
    """States in words, for each model."""

    def halved(self) -> PageLimits:
        """Half of everything, for a page that came out too large."""
        return PageLimits(self.drawn // 2, self.slides // 2, self.stops // 2, self.cards // 2, self.rows // 2)


@dataclass
class Pictures:
    """Draws pictures until the page is full. Without Graphviz, it says so, and words take their place."""

    limits: PageLimits = field(default_factory=PageLimits)
    missing: str | None = None
    """Why there are no pictures."""
    used: int = 0
    """Characters of the pictures so far."""
    full: bool = False
    """Has a picture been left out for lack of room?"""

    def excerpt(self, model: LPTS, title: str, marks: Marks) -> Picture:
        """The model with these classes; if the whole is too large to read, the states that have one."""
        return self._marked(model, title, marks) if arrows(model) > EASY else self._drawing(model, title, marks)

    def _marked(self, model: LPTS, title: str, marks: Marks) -> Picture:
        """The states that have a class, if there are any and not too many; otherwise all."""
        only = frozenset({model.initial, *marks.states})
        if not marks.states or not can_be_read(model, only):
            return self._drawing(model, title, marks)
        left_out = f"{len(only)} of its {counted(model.num_states, marks.noun)}, and their transitions"
        return self._drawing(model, title, marks._replace(only=only))._replace(excerpt=left_out)

    def outline(self, model: LPTS, title: str, marks: Marks, is_assumption: bool = False) -> Picture:
        """The model and its states in words; of a dense model, only the shape."""
        picture = self._drawing(model, title, marks, or_shape=True)
        return self._with_words(picture, model, range(model.num_states), is_assumption)

    def draw(self, model: LPTS, title: str, marks: Marks = PLAIN) -> Picture:
        """The model with these classes, and its states in words, first those that have a class.

        If it is too large or too wide to read, the picture has only the states with a class.
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
    """A model that is too large for a picture, in figures."""
    size = f"{counted(model.num_states, 'state')} and {counted(model.num_transitions, 'transition')}"
    often = Counter(model.action).most_common()
    actions = listed([f"{clip(model.actions[action], 40)} {number:,}" for action, number in often], 8)
    ends = sum(1 for state in range(model.num_states) if not model.row(state))
    stuck = f" {counted(ends, 'state').capitalize()} {'has' if ends == 1 else 'have'} no transition." if ends else ""
    return f"{size} are too many for a readable picture. Transitions by action: {actions}.{stuck}"


def _full_names(model: LPTS, marks: Marks) -> dict[int, str]:
    """The names of the states whose labels in the picture differ or are cut."""
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
        (clip(model.actions[model.action[t]], 80), _goal(model, model.target[t]))
        for t in range(first, min(model.first[state + 1], first + MAX_MOVES))
    )
    anything = is_assumption and allows_everything(model, state)
    return StateRow(named(model.states[state]), state == model.initial, moves, anything)


def _goal(model: LPTS, target: int) -> StateName:
    """The outcomes of a transition in short names; and in full, if a name is shortened."""
    outcomes = [(share, named(model.states[state])) for state, share in model.outcomes(target)]
    short = " + ".join(f"{share} {name.short}" if share != 1 else name.short for share, name in outcomes)
    is_short = len(short) <= MAX_GOAL and not any(name.full for _, name in outcomes)
    return StateName(clip(short, MAX_GOAL), "" if is_short else clip(str(model.distribution(target)), MAX_TITLE))
