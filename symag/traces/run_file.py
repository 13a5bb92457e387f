"""Runs in files: written by `symag step`, by `symag deadlock --json`, and as the trace of a verdict; read back step by
step on the components.

A file names the state of each component after each step, so it can be read by people, and after a change of the models
as long as they can still do it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from symag.errors import InputError
from symag.evidence.schema import FORMAT as VERDICT
from symag.evidence.schema import symag_version
from symag.formats import check_suffix, read_text, write_atomically
from symag.limits import Watch
from symag.model import LPTS, TAU, names_of, parse_rational
from symag.traces.deadlock import Run, SearchStep
from symag.traces.trace import Parts

__all__ = ["FORMAT", "read_steps", "save_run"]

FORMAT = "symag-walk"
VERSION = 1
MOST_PRODUCTS = 10_000
"""Different probabilities that one step of a file may stand for."""


def save_run(run: Run, path: str | os.PathLike[str]) -> None:
    """Write the run to a `.json` file."""
    file = os.fspath(path)
    check_suffix(file, (".json",), "walk")
    head = {"format": FORMAT, "version": VERSION, "symag": symag_version(), "components": list(run.components)}
    write_atomically(file, (json.dumps(head | run.to_json(), indent=1, ensure_ascii=False) + "\n").encode())


def read_steps(components: Sequence[LPTS], path: str | os.PathLike[str], watch: Watch) -> list[SearchStep]:
    """The steps in a file; an InputError that names the step if the components cannot do it."""
    file = os.fspath(path)
    try:
        return _steps(components, _parsed(read_text(file)), watch)
    except InputError as error:
        raise error.at(file) from None


def _parsed(text: str) -> dict[str, Any]:
    """The object with the run: the whole file, the deadlock that `symag deadlock --json` found, or a violation."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not JSON: {error}") from None
    if not isinstance(data, dict):
        data = {}
    if "format" not in data and isinstance(data.get("deadlock"), dict):
        return {"components": data.get("components"), **data["deadlock"]}
    if data.keys() == {"questions"} and isinstance(data["questions"], list):
        return _counterexample(data["questions"])
    if data.get("format") == VERDICT["format"]:
        return _counterexample([data])
    version = data.get("version") if data.get("format") == FORMAT else None
    if version != VERSION or isinstance(version, bool):
        raise InputError(f'this is no walk: symag step saves them, with "format": "{FORMAT}", "version": {VERSION}')
    return dict(data)


def _counterexample(verdicts: list[Any]) -> dict[str, Any]:
    """The first trace of the verdicts, with the states of the components that its execution names."""
    try:
        found = [one for one in verdicts if (one["counterexample"] or {}).get("kind") == "trace"]
        if not found:
            raise InputError("there is no trace in this verdict to walk along: of a tree, choose the moves by hand")
        counterexample = found[0]["counterexample"]
        tree, execution = counterexample["tree"], counterexample["execution"]
        following = {row["from"]: (row["action"], row["to"]) for row in tree["transitions"]}
        node = tree["initial"]
        start, steps = execution[node], []
        while node in following:
            action, node = following.pop(node)
            steps.append({"action": action, "states": execution[node]})
        names = [component["name"] for component in found[0]["components"]]
    except (AttributeError, KeyError, TypeError) as error:
        raise InputError(f"this verdict is not as symag writes it: {error}") from None
    return {"components": names, "start": start, "steps": steps}


def _steps(components: Sequence[LPTS], data: dict[str, Any], watch: Watch) -> list[SearchStep]:
    start, rows = data.get("start"), data.get("steps")
    if not isinstance(start, list) or not isinstance(rows, list):
        raise InputError("this is no walk: it has no lists 'start' and 'steps'")
    recorded = _recorded(components, data.get("components"), len(start))
    initial = here = tuple(component.initial for component in components)
    if _place(components, recorded, start, initial, "the start") != initial:
        raise InputError("the walk does not start in the initial states of the components")
    alphabets = [component.alphabet for component in components]
    steps = []
    watch.check("replaying")
    for number, row in enumerate(rows, 1):
        watch.tick(len(components), number)
        what = f"step {number}"
        if not isinstance(row, dict) or not {str, list} == {type(row.get("action")), type(row.get("states"))}:
            raise InputError(f"{what} is not as symag writes it: it needs an action, and the states after it")
        action, wanted = row["action"], _probability(row.get("probability"), what)
        followed = tuple(_followed(one, state, action) for one, state in zip(components, here, strict=True))
        place = _place(components, recorded, row["states"], followed, what)
        shares = _shares(
            components, alphabets, here, action, place, wanted if len(recorded) == len(components) else None
        )
        if shares is None:
            raise InputError(
                f"{what}: {action!r} does not lead from ({_shown(components, here)}) to "
                f"({_shown(components, place)}){'' if wanted in (None, 1) else f' with probability {wanted}'}"
            )
        steps.append(SearchStep(action, place, shares))
        here = place
    return steps


def _recorded(components: Sequence[LPTS], names: object, count: int) -> list[int]:
    """The numbers of the components that the file tells of: all of them, or some by name. The others follow.

    A verdict on what an FSP file asks tells of the processes; the property that they violate follows.
    """
    known = {name: number for number, name in enumerate(names_of(components))}
    some = [known[name] for name in names if isinstance(name, str) and name in known] if isinstance(names, list) else []
    if len(set(some)) == len(some) == count < len(components) == len(known):
        return some
    if count != len(components):
        raise InputError(f"this is a walk of {count} components, and there are {len(components)}")
    return list(range(count))


def _followed(component: LPTS, state: int, action: str) -> int:
    """Where a component goes that has to follow: by its first move with the action, or nowhere if it has none."""
    moves = (t for t in component.row(state) if action != TAU and component.actions[component.action[t]] == action)
    return next((goal for t in moves for goal, _ in component.outcomes(component.target[t])), state)


def _place(components: Sequence[LPTS], recorded: Sequence[int], states: list[Any], others: Parts, what: str) -> Parts:
    if len(states) != len(recorded):
        raise InputError(f"{what} has {len(states)} states, and there are {len(recorded)} components")
    place = list(others)
    for number, state in zip(recorded, states, strict=True):
        component = components[number]
        if not isinstance(state, str) or state not in component.index:
            raise InputError(f"{what}: {names_of(components)[number]} has no state {state!r}")
        place[number] = component.index[state]
    return tuple(place)


def _probability(given: object, what: str) -> Fraction | None:
    if given is None:
        return None
    if not isinstance(given, str):
        raise InputError(f'{what}: a probability is a text such as "9/10", not {given!r}')
    try:
        return parse_rational(given)
    except InputError as error:
        raise InputError(f"{what}: {error.message}") from None


def _shown(components: Sequence[LPTS], place: Parts) -> str:
    return ", ".join(component.states[state] for component, state in zip(components, place, strict=True))


def _shares(
    components: Sequence[LPTS],
    alphabets: Sequence[frozenset[str]],
    here: Parts,
    action: str,
    place: Parts,
    wanted: Fraction | None,
) -> tuple[Fraction, ...] | None:
    """The probability with which each component gets to its place, so that the product is the one that is wanted."""
    changed = [i for i, (old, new) in enumerate(zip(here, place, strict=True)) if old != new]
    if action == TAU:  # one component alone moves; if none changes, any that can stay where it is
        choices = [[i] for i in range(len(components)) if changed in ([], [i])]
    else:
        choices = [[i for i, alphabet in enumerate(alphabets) if action in alphabet]]
    for movers in choices:
        if not movers or not set(changed) <= set(movers):
            continue
        products = {Fraction(1): (Fraction(1),) * len(components)}
        for i in movers:
            found = {
                product * share: (*shares[:i], share, *shares[i + 1 :])
                for share in _ways(components[i], here[i], action, place[i])
                for product, shares in products.items()
            }
            if len(found) > MOST_PRODUCTS:
                raise InputError(f"a step by {action!r} can have more than {MOST_PRODUCTS:,} probabilities")
            products = found
        if products and (wanted is None or wanted in products):
            return next(iter(products.values())) if wanted is None else products[wanted]
    return None


def _ways(component: LPTS, state: int, action: str, goal: int) -> set[Fraction]:
    """The probabilities with which moves by the action lead to the goal."""
    rows = (t for t in component.row(state) if component.actions[component.action[t]] == action)
    return {share for t in rows for outcome, share in component.outcomes(component.target[t]) if outcome == goal}
