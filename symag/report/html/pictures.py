"""Models as pictures inside the page, in its colours; as words where there is no room or no Graphviz.

Pictures by Graphviz for a page: laid out to fit, smaller, without colours of their own, no arrow over a label.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from markupsafe import Markup, escape

from symag.errors import InputError
from symag.formats.picture import PLAIN, Marks, svg
from symag.model import LPTS, counted
from symag.report.html.names import LABEL, StateName, allows_everything, clip, listed, named

__all__ = [
    "PageLimits",
    "Picture",
    "Pictures",
    "StateRow",
    "arrows",
    "can_be_read",
    "fitted",
    "scale",
    "tidy",
    "titled",
]

MAX_STATES, MAX_ARROWS = 40, 120
"""Larger models are summarised: their pictures cannot be read."""
WIDE, HIGH = 900.0, 480.0
"""The room for a picture, in points."""
READABLE = 0.7
"""The scale at which a picture can be read; below it, the other direction is tried."""

_SIZE = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
_DROPPED = re.compile(
    r"""<!--.*?-->\s*|<title>.*?</title>\s*|<polygon\ fill="white"[^>]*/>
    |\s(?:xmlns(?::xlink)?|xml:space|id|font-family|font-size|fill|stroke|text-anchor)="[^"]*\"""",
    re.VERBOSE | re.DOTALL,
)
"""What the style sheet of the page says better, what may occur only once in a page, and what no reader sees."""
_CURVE = re.compile(r'\sd="[^"]*"')
_FRACTION = re.compile(r"\.\d+")
_EDGE = re.compile(r'<g class="edge([^"]*)">(.*?)</g>', re.DOTALL)
_STATE = re.compile(r'<g class="node state s(\d+)[^"]*">')
_LABEL = re.compile(r"<text.*?</text>\s*", re.DOTALL)


def fitted(model: LPTS, marks: Marks) -> str:
    """The picture from left to right or from top to bottom, whichever is smaller; trees always grow down."""
    marks = marks._replace(longest=marks.longest or LABEL)
    text = svg(model, marks)
    if marks.down or scale(text) >= READABLE:
        return text
    other = svg(model, marks._replace(down=True))
    return max(text, other, key=scale)


def scale(text: str) -> float:
    """The factor by which a picture shrinks to fit."""
    found = _SIZE.search(text)
    assert found is not None  # Graphviz writes it
    return min(1.0, WIDE / float(found[1]), HIGH / float(found[2]))


def can_be_read(model: LPTS, only: frozenset[int] | None = None) -> bool:
    """Is the model, or an excerpt of it, small enough for a picture? Graphviz takes minutes for many arrows."""
    states = model.num_states if only is None else len(only)
    return states <= MAX_STATES and arrows(model, only) <= MAX_ARROWS


def arrows(model: LPTS, only: frozenset[int] | None = None) -> int:
    """The arrows of a picture: one for all actions between two nodes; one node represents all states left out."""
    single, several = set[tuple[int, int]](), 0
    for state in range(model.num_states) if only is None else only:
        for t in model.row(state):
            goals = {goal if only is None or goal in only else -1 for goal, _ in model.outcomes(model.target[t])}
            if len(goals) == 1:
                single.add((state, goals.pop()))
            else:
                several += 1 + len(goals)
    return len(single) + several


def tidy(drawn: str) -> str:
    """The picture, an SVG element, for a page whose style sheet knows the classes of its parts."""
    smaller = _CURVE.sub(lambda curve: _FRACTION.sub("", curve[0]), _DROPPED.sub("", drawn))
    return _labels_on_top(smaller).replace("\n", " ")


def titled(drawn: str, names: Mapping[int, str]) -> str:
    """The picture with tooltips: the full names of these states."""

    def with_title(state: re.Match[str]) -> str:
        name = names.get(int(state[1]))
        return state[0] if name is None else f"{state[0]}<title>{escape(name)}</title>"

    return _STATE.sub(with_title, drawn)


def _labels_on_top(drawn: str) -> str:
    """The labels of all arrows after the arrows, each with the classes of its arrow."""
    found = [(marks, "".join(_LABEL.findall(edge))) for marks, edge in _EDGE.findall(drawn)]
    labels = "".join(f'<g class="label{marks}">{texts}</g>' for marks, texts in found if texts)
    arrows = _EDGE.sub(lambda edge: f'<g class="edge{edge[1]}">{_LABEL.sub("", edge[2])}</g>', drawn)
    end = arrows.rindex("</g>")
    return arrows[:end] + labels + arrows[end:]


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
