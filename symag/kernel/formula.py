"""The kernel's file for probabilities: checks formulas, which bound them for every scheduler.

It needs `audit.py` beside it and the standard library, nothing else. `python formula.py verdict.json` checks all that
`audit.py` checks, and the relation `probability`, which `audit.py` alone rejects. `judge` in `audit.py` stays the one
place that accepts.

**The claim.** A path begins in a state, and in the set of states in which its property may be. A move on the action a
leads the property to the set `after`. If that is empty, the path has its end: it has left the property. It also has
its end if a is in `goal` and the next state satisfies `right`. Otherwise, it goes on from there if a is in `through`,
and fails if not. It fails where `left` does not hold, and after `steps` moves. The value of a state is the least upper
bound of the probabilities that schedulers give to the end; a scheduler may look at the history, and may stop. A path
without a property has one that allows everything; a path that leaves one has no other end.

**A bound** has a number for each place: a state, with a set of states of the property. Let x_n be the values with n
moves at most, and y the numbers. If y is at least the expected number after each move, with 1 at the end, then y is at
least x_n, by induction on n: x_0 is 0, and the formulas inside hold at least wherever they do, by their own bounds. If
moves are counted, there are numbers for each n, and y_n suffices for y_(n+1); the last ones are for all greater n if
they suffice for themselves. What leaves a property from a set leaves it from each subset, so a number for a subset is
right for the set. What is not mentioned has 1, which is always right.

**A tree** below the system violates the formula. Its values are computed exactly; the moves of the tree are moves of
the system, so a formula that the system satisfies holds on the tree, too.

**Premises.** If a system has the formula, and another system is below it, then that has it, too (`README.md`). This
needs that the formula speaks only of actions that the upper system knows, or that neither does. A formula in which any
move may be the last one speaks of all actions, and no hidden move may get lost: for that, it `hides`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from pathlib import Path as File
from typing import Any

if __package__:
    from symag.kernel import audit as kernel
else:  # a plain file
    sys.path.insert(0, str(File(__file__).parent))
    import audit as kernel  # type: ignore[import-not-found, no-redef]

need, get, items, name = kernel.need, kernel.get, kernel.items, kernel.name
Place = tuple[kernel.State, int | None, frozenset[str]]
"""A state of a system, the moves that are left if they are counted, and where the property may be."""
Table = dict[kernel.State, dict[frozenset[str], kernel.Weight]]
"""A number for each state with a set of states of the property."""
Test = Callable[["Values", kernel.State], bool]
"""Does a state satisfy a formula, if paths have these values?"""
ANYTHING = {"format": "symag-lpts", "version": kernel.Number(1), "initial": "", "alphabet": [], "transitions": []}
"""A property that allows everything."""
ELSEWHERE = "elsewhere"
UNTIL = {"left": ["true"], "through": None, "goal": [], "right": ["true"], "steps": None}
"""The keys of a path; and these values if it has its end only where it leaves a property."""


class Formula:
    """A formula: its test, its canonical form and its text, the actions that it speaks of, and the paths in it, outer
    ones first. It `hides` if any move may be the last one of a path."""

    def __init__(self, data: Any, known: Collection[str] = ()) -> None:
        """The system knows these actions."""
        self.alphabet: set[str] = set()
        self.paths: list[Path] = []
        self.test, self.canonical, self.text = self.read(data, "disabled", "at most")
        self.hides = any(path.goal is None for path in self.paths)
        self.alphabet |= set(known if self.hides else ())

    def read(self, data: Any, offer: str, sign: str) -> tuple[Test, list[Any], str]:
        """The test of a part, its canonical form, and its text. Simulation preserves `disabled` and `at most` outside
        of a path, `enabled` and `more than` inside of one."""
        kind, *parts = items(data)
        kernel.choice(kind, ("true", "false", "and", "or", offer, sign), "the kind of a formula here")
        if kind in ("and", "or"):
            each, every = [self.read(part, offer, sign) for part in parts], all if kind == "and" else any
            text = (" & " if kind == "and" else " | ").join(f"({text})" for *_, text in each) or str(
                kind == "and"
            ).lower()
            form = [kind, *(form for _, form, _ in each)]
            return lambda values, state: every(test(values, state) for test, *_ in each), form, text
        need(len(parts) == {offer: 1, sign: 2}.get(kind, 0), f"a formula has other parts than {kind!r} has")
        if kind == offer:
            (action,) = self.actions(parts)
            is_offered, form, text = kind == "enabled", [kind, action], f"{kind}({quoted(action)})"
            return lambda values, state: is_offered == any(a == action for a, _ in values.moves(state)), form, text
        if kind == sign:
            bound, path, exceeds = probability(parts[0]), Path(parts[1], self), kind == "more than"
            form, text = [kind, str(bound), path.canonical], f"P{'>' if exceeds else '<='}{bound} [ {path.text} ]"
            return lambda values, state: exceeds == (values.value(path, state) > bound), form, text
        return lambda values, state: kind == "true", [kind], str(kind)

    def actions(self, given: Any) -> list[str]:
        """Actions that the formula speaks of, in order."""
        found = kernel.names(given)
        need(kernel.TAU not in found, "a formula speaks of tau")
        self.alphabet |= found
        return sorted(found)

    def facts(self, described: Any) -> kernel.Facts:
        """Its text, whatever the file calls it, and the SHA-256 of its canonical form."""
        name(get(described, "name"))  # what people call it is a claim
        return kernel.Facts(self.text, 0, 0, kernel.digest(self.canonical))

    def shown_by(self, system: kernel.System, data: Any) -> str:
        """Numbers for each path show that the system satisfies the formula."""
        parts, places = items(get(data, "bounds")), 0
        used: dict[Path, list[Table]] = {}
        need(len(parts) == len(self.paths), "there is not one bound for each path of the formula")
        for path, part in zip(self.paths, parts, strict=True):
            if type(part) is dict and "diagram" in part:
                shown, number = drawn(part, path, system)
                used[path], places = [{system.initial: {path.start: number}}], places + shown
                continue
            given = tables(part, path)
            used[path] = given[: path.steps + 1] if path.steps in range(len(given)) else [given[-1]] * 2
        values = Values(system, {path: rounds[-1] for path, rounds in used.items()})
        for path, rounds in used.items():
            for before, now in pairwise(rounds):
                for state, subset in ((one, subset) for one in now for subset in now[one]):
                    worth = values.worth(path, (state, None, subset), partial(least, before))
                    need(now[state][subset] >= worth, f"a bound is too small at {state!r}")
                    places += 1
        need(self.test(values, system.initial), "the bounds do not show the formula")
        is_one = self.canonical[0] == "at most"
        at_most = f"P<={values.value(self.paths[0], system.initial)}" if is_one else "the formula"
        return f"a bound on {places:,} places, which proves {at_most}"


class Path:
    """A path of a formula. A set of actions that is None has all of them, also hidden ones."""

    def __init__(self, data: Any, formula: Formula) -> None:
        formula.paths.append(self)
        need(type(data) is dict and data.keys() in (UNTIL.keys(), {"leaves"}), "a path does not have its keys")
        self.leaves, data = "leaves" in data, UNTIL | {"leaves": ANYTHING} | data
        self.left, left, before = formula.read(data["left"], "enabled", "more than")
        self.right, right, after = formula.read(data["right"], "enabled", "more than")
        actions = [None if data[key] is None else formula.actions(data[key]) for key in ("through", "goal")]
        self.through, self.goal = actions
        steps = data["steps"]
        need(steps is None or (type(steps) is kernel.Number and steps.isdecimal()), "steps are not counted by a number")
        self.steps: Any = None if steps is None else int(steps)
        self.property = kernel.Model(data["leaves"])
        need(self.property.is_lts(), "a property is not a plain LTS")
        formula.alphabet |= self.property.alphabet
        self.after = cache(self.property.after)
        self.start = self.after(frozenset([self.property.initial]), kernel.TAU)
        self.canonical = [left, right, *actions, self.steps, self.property.canonical()]
        via, to = ("" if known is None else f"{{{', '.join(map(quoted, known))}}}" for known in actions)
        until = "F" if before == "true" and not via else " ".join(filter(None, (f"({before})", via, "U")))
        within = "" if self.steps is None else f"<={self.steps}"
        end = " : ".join([to] * (to != "") + [f"({after})"] * (after != "true" or not to))
        self.text = f"leaves {data['leaves'].get('name', 'a property')}" if self.leaves else f"{until}{within} {end}"


class Values:
    """A system, and what paths are worth in its states: no more than the numbers of a table; exactly that, if there is
    none. Then the moves of the system have no cycle."""

    def __init__(self, system: kernel.System, bounds: dict[Path, Table]) -> None:
        self.bounds = bounds
        self.known: dict[tuple[Path, Place], kernel.Weight] = {}
        self.moves = cache(lambda state: list(system.moves(state)))

    def value(self, path: Path, state: kernel.State) -> kernel.Weight:
        """What a path from the state is worth: computed without recursion, because it may be long."""
        first = state, path.steps, path.start
        if path in self.bounds:
            return least(self.bounds[path], first)
        waiting: list[Place] = []

        def look(place: Place) -> kernel.Weight:
            if (path, place) not in self.known:
                waiting.append(place)
            return self.known.get((path, place), kernel.ONE)

        look(first)
        while waiting:
            place, size = waiting[-1], len(waiting)
            worth = self.worth(path, place, look)
            if len(waiting) == size:
                self.known[path, waiting.pop()] = worth
        return self.known[path, first]

    def worth(self, path: Path, place: Place, look: Callable[[Place], kernel.Weight]) -> kernel.Weight:
        """What the best move is worth, if `look` says what the next places are worth."""
        state, steps, allowed = place
        best, left = Fraction(0), None if steps is None else steps - 1
        for action, mu in self.moves(state) if steps != 0 and path.left(self, state) else ():
            after, total = path.after(allowed, action), Fraction(0)
            ends, goes_on = (known is None or action in known for known in (path.goal, path.through))
            for to, weight in mu.items():
                if not after or (ends and path.right(self, to)):
                    total += weight
                elif goes_on:
                    total += weight * look((to, left, after))
            best = max(best, total)
        return best


def least(table: Table, place: Place) -> kernel.Weight:
    """The least number that is right for the place."""
    state, _, allowed = place
    return min((number for subset, number in table.get(state, {}).items() if subset <= allowed), default=kernel.ONE)


def quoted(action: str) -> str:
    """An action as a formula has it."""
    return action if action.isidentifier() else f'"{action}"'


def probability(value: Any) -> kernel.Weight:
    found = kernel.share(value)
    need(found <= 1, f"{value!r} is more than 1")
    return found


def tables(part: Any, path: Path) -> list[Table]:
    """The numbers for no move, for one, and so on; or those for any number of moves. All are 1 if there are none."""
    rounds = {"values": []} if part is None else part
    need(type(rounds) is dict and rounds.keys() in ({"values"}, {"steps"}), "a bound does not have values or steps")
    return [table(groups, path) for groups in items(rounds.get("steps", [rounds.get("values")]))]


def table(groups: Any, path: Path) -> Table:
    found: Table = {}
    for group in items(groups):
        number = probability(get(group, "at_most"))
        for row in items(get(group, "states")):
            *state, beside = items(row) if path.leaves else [*items(row), ""]
            (subset,) = map(kernel.as_set, kernel.read_row([beside]))
            found.setdefault(tuple(map(name, state)), {})[subset] = number
    return found


def drawn(part: Any, path: Path, system: kernel.System) -> tuple[int, kernel.Weight]:
    """How many numbers a diagram has for places, and that of the initial place. The property is the first component: a
    state of it is a set of the list, or that it is in no such set."""
    need(path.canonical[:2] == [["true"], ["true"]] and path.steps is None, "a diagram is for paths that actions end")
    known = {frozenset(kernel.names(states)): str(i) for i, states in enumerate(items(get(part, "sets")))}
    need(all(known) and path.start in known, "a list of sets has an empty one, or not the first one")
    letters = sorted(path.property.alphabet & system.taking.keys())
    rows = [(known[states], a, known.get(path.after(states, a), ELSEWHERE)) for states in known for a in letters]
    moves = [{"from": state, "action": action, "to": to} for state, action, to in rows]
    given = {"initial": known[path.start], "alphabet": letters, "transitions": moves}
    watched = kernel.System([kernel.Model(ANYTHING | given), *system.components])
    diagram = kernel.Diagram(get(part, "diagram"), watched, probability, kernel.ONE)
    asked = (edges for level, edges in zip(diagram.levels, diagram.asking, strict=True) if level == 0)
    need(not any(ELSEWHERE in edges for edges in asked), "a diagram has a number for no set of the list")
    places, initial, obliged = diagram.relation([])
    for _, number, action, image in obliged:
        ends, goes_on = (actions is None or action in actions for actions in (path.goal, path.through))
        total = sum(image.values())
        worth = total if ends else sum(weight * y for y, weight in image.items()) if goes_on else 0
        need(number * total >= worth, "a bound is too small where {!r} is possible", action)
    return places, initial


def check_bound(question: kernel.AuditedQuestion, certificate: Any) -> str:
    """The system satisfies the formula."""
    return str(question.specification["P"].shown_by(question.system, certificate))


def check_witness(question: kernel.AuditedQuestion, counterexample: Any) -> str:
    """The tree is below the system and violates the formula."""
    tree, formula = kernel.executed_tree(question, counterexample), question.specification["P"]
    need(not formula.test(Values(kernel.System([tree]), {}), (tree.initial,)), "the tree satisfies the formula")
    return f"a tree of {len(tree.reachable):,} nodes that violates the formula"


def read_formula(described: Any, components: list[kernel.Model]) -> Formula:
    return Formula(get(described, "formula"), {action for model in components for action in model.alphabet})


KINDS = ["witness"], ("bound", "assume-guarantee")
RELATIONS = {"probability": kernel.RelationRecord(False, kernel.simulates, *KINDS, read_formula)}
CHECKS: kernel.Checks = {"bound": check_bound, "witness": check_witness}


def audit_with_formulas(text: str) -> list[kernel.Audit]:
    """Check every verdict in the text of a file that holds, or is about a formula."""
    return kernel.audit_each(text, kernel.Further(CHECKS, RELATIONS))


if __name__ == "__main__":
    sys.exit(kernel.main(sys.argv[1:], audit_with_formulas))
