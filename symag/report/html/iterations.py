"""How the assumptions grew: a slide for each iteration, with the assumption before and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from symag.evidence import IterationFrame, Snapshot, Verdict
from symag.formats.picture import Marks
from symag.model import LPTS, counted
from symag.relations import relation_of
from symag.report.html.names import assumption_labels, clip, listed
from symag.report.html.pictures import Picture, Pictures
from symag.report.places import whereabouts
from symag.report.terminal import change_text

__all__ = ["Slide", "slides"]

REAL_TITLE = "A real violation"
REAL = 'The other components and the first side together break the property: see "What goes wrong" above.'
INDENT, DEEPEST = 0.7, 20
"""The lines of a counterexample: indentation for each level, and the deepest level that is indented."""


class Change(NamedTuple):
    """An assumption before and after an iteration; `after` is None if it does not change or no frame shows it."""

    name: str
    before: Picture
    after: Picture | None


class Slide(NamedTuple):
    """An iteration."""

    number: int
    title: str
    text: str
    counterexample: tuple[tuple[float, str], ...]
    """Lines, each with its indent."""
    changes: tuple[Change, ...]
    undrawn: str
    """Why there are no pictures."""


def slides(verdict: Verdict, pictures: Pictures) -> tuple[list[Slide], int]:
    """The slides, and the number of iterations that are left out between the first and the last ones."""
    history = list(verdict.history)
    most = pictures.limits.slides
    skipped = max(0, len(history) - most)
    if skipped:
        history = [*history[: most - most // 5], *history[len(history) - most // 5 :]]
    frames = {frame.iteration: frame for frame in verdict.frames}
    if relation_of(verdict.relation).counterexample == "witness":  # it ends where the path does
        frames = {number: replace(frame, ends=()) for number, frame in frames.items()}
    shown = [_slide(entry, frames, pictures) for entry in history if "iteration" in entry]
    if shown and verdict.verdict == "violated" and "conjecture" in history[-1]:
        shown[-1] = shown[-1]._replace(title=REAL_TITLE, text=f"{shown[-1].text} {REAL}")
    return shown, skipped


def _slide(entry: Mapping[str, Any], frames: Mapping[int, IterationFrame], pictures: Pictures) -> Slide:
    number = entry["iteration"]
    frame = frames.get(number)
    learned = "conjecture" in entry or "lower_bound" in entry or "eliminated" in entry
    changes = () if frame is None else tuple(_changes(entry, frame, frames, pictures))
    return Slide(
        number,
        _title(entry),
        _learned(entry, frame) if learned else _refined(entry, frame),
        () if frame is None or learned else tuple(_lines(frame)),
        changes,
        "" if frame is not None else "There is no picture: symag keeps pictures of the first iterations.",
    )


def _title(entry: Mapping[str, Any]) -> str:
    if "lower_bound" in entry:
        if "conjecture" in entry:
            return f"A{entry['level']} of {counted(entry['conjecture'], 'state')}"
        return f"A{entry['level']} has {counted(entry['lower_bound'], 'state')} or more"
    if "conjecture" in entry:
        name = f"A{entry['level']} of {counted(entry['conjecture'], 'state')}"
        if "actions" in entry:
            return f"{name} has too few actions"
        return f"{name} is wrong on a word" if "counterexample" in entry else f"{name} decides it"
    if "eliminated" in entry:
        return f"Without {clip(entry['eliminated'], 100)}"
    sizes = listed([f"A{n} of {counted(size, 'state')}" for n, size in enumerate(entry["assumptions"], 1)], 4)
    if "counterexample" not in entry:
        return f"Enough: {sizes}"
    if "real" in entry:
        return f"A real counterexample, with {sizes}"
    return f"{'Too few actions' if 'actions' in entry else 'Too coarse'}: {sizes}"


def _refined(entry: Mapping[str, Any], frame: IterationFrame | None) -> str:
    """The result of an iteration."""
    text = f"{counted(entry['composition'], 'state')} composed in {entry['seconds']:.3g} s."
    if "probability" in entry:
        text += f" With these assumptions, the probability is at most about {entry['probability']:.4g}."
    if "counterexample" not in entry:
        holds = "The formula holds" if "probability" in entry else "The specification can follow it"
        return f"{text} {holds}: there is nothing to refine."
    text += " With these assumptions, the system has a counterexample"
    text += f" ({counted(entry['counterexample'] if frame is None else frame.nodes, 'node')})"
    if frame is not None and frame.ends:
        text += f": at its end the specification has no answer to {listed(frame.ends, 3)}"
    text += "."
    if "real" in entry:
        return f"{text} The components can do it, too: it is real."
    if "actions" in entry:
        return f"{text} The assumption has too few actions to decide whether the components can do it. {_more(entry)}"
    text += " The components cannot do it: it is spurious. Some block contains states that can take its next move and"
    text += " states that cannot. So symag splits:"
    return f"{text} {listed(entry['splits'], 6)}."


def _learned(entry: Mapping[str, Any], frame: IterationFrame | None) -> str:
    """The result of a conjecture, of an elimination, or of a step in the search for a smallest assumption."""
    if "eliminated" in entry:
        explored = f"{counted(entry['largest_composition'], 'state')} explored."
        if "assumption" not in entry:
            return f"{explored} There is no assumption: these components break what is above them, whatever others do."
        return f"{explored} The weakest assumption about the others has {counted(entry['assumption'], 'state')}."
    if "lower_bound" in entry:
        return f"Every assumption in its place has {counted(entry['lower_bound'], 'state')} or more."
    text = f"{counted(entry['queries'], 'word')} asked since the last conjecture."
    if "actions" in entry:
        return f"{text} The assumption has too few actions. {_more(entry)}"
    if "counterexample" not in entry:
        return f"{text} It is enough to decide."
    word = clip(" ".join(entry["counterexample"]), 300) or "the empty word"
    if frame is None:
        return f"{text} It is wrong about: {word}."
    above = "the side breaks the property" if entry["level"] == 1 else "what is above it does not hold"
    if _allows(frame.snapshots[0].model, entry["counterexample"]):
        return f"{text} It allows {word}, and must not: with this word, {above}."
    return f"{text} It forbids {word}, and need not: the other components do it, and it breaks nothing."


def _more(entry: Mapping[str, Any]) -> str:
    return f"The search restarts: {clip(change_text(entry), 300)}."


def _allows(model: LPTS, word: Sequence[str]) -> bool:
    state: int | None = model.initial
    for action in word:
        row = () if state is None else model.row(state)
        state = next((model.target[t] for t in row if model.actions[model.action[t]] == action), None)
    return state is not None


def _changes(
    entry: Mapping[str, Any], frame: IterationFrame, frames: Mapping[int, IterationFrame], pictures: Pictures
) -> list[Change]:
    """The assumptions that were split or got new actions; all of them if none did."""
    split = {record.level for record in frame.splits}
    split |= {int(name.removeprefix("A")) for name in entry.get("actions", ())}
    learned = "conjecture" in entry or "lower_bound" in entry
    found = []
    for snapshot in frame.snapshots:
        if split and snapshot.level not in split:
            continue
        title = f"A{snapshot.level} in iteration {frame.iteration}"
        before = pictures.excerpt(snapshot.model, title, _seen(frame, snapshot))
        later = _later(snapshot.level, frame, frames) if split or (learned and snapshot.states) else None
        after = None
        if later is not None:
            title = f"A{snapshot.level} after iteration {frame.iteration}"
            after = pictures.excerpt(later.model, title, _made(frame, snapshot, later, learned))
        found.append(Change(f"A{snapshot.level}", before, after))
    return found


def _later(level: int, frame: IterationFrame, frames: Mapping[int, IterationFrame]) -> Snapshot | None:
    """The same assumption in the next frame that has it."""
    later = (frames[number] for number in sorted(frames) if number > frame.iteration)
    return next((one for other in later for one in other.snapshots if one.level == level), None)


def _seen(frame: IterationFrame, snapshot: Snapshot) -> Marks:
    """The states of the counterexample, and the blocks to split."""
    split = {record.block for record in frame.splits if record.level == snapshot.level}
    marked = {
        state: " ".join(["seen"] * (state in snapshot.states) + ["split"] * (state in split))
        for state in snapshot.states | split
    }
    return Marks(marked, dict.fromkeys(snapshot.transitions, "seen"), labels=assumption_labels(snapshot.model))


def _made(frame: IterationFrame, before: Snapshot, after: Snapshot, learned: bool) -> Marks:
    """The change: the two parts of a split block, or the states that the next conjecture adds."""
    labels = assumption_labels(after.model)
    if learned and before.states:
        return Marks(dict.fromkeys(range(before.model.num_states, after.model.num_states), "new"), labels=labels)
    here = [split for split in frame.splits if split.level == before.level]
    parts = {split.rest: "rest" for split in here} | {split.new: "new" for split in here}
    return Marks(parts, labels=labels)


def _lines(frame: IterationFrame) -> list[tuple[float, str]]:
    """The counterexample in words; each line with how far it is indented."""
    lines = []
    for moment in frame.counterexample:
        how = clip(moment.action, 60) + ("" if moment.share == 1 else f" {moment.share}")
        there = f"n{moment.node} {clip(whereabouts(moment.places, moment.before, names=frame.names), 140)}"
        lines.append((INDENT * min(moment.depth, DEEPEST), f"{how} → {there}" if moment.depth else there))
    more = frame.nodes - len(lines)
    return [*lines, (0, f"… and {counted(more, 'more node')}")] if lines and more > 0 else lines
