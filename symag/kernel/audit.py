"""The kernel: checks the evidence in a verdict file, with Python's standard library and nothing else.

It shares no code with the rest of symag: it reads the JSON itself, composes the components itself, one state at a time,
and computes with fractions. You can copy this file and run it alone: `python audit.py verdict.json`. There is one place
that accepts, at the end of `judge`; any failure before it, of whatever kind, is a rejection.

What is checked (the definitions are those of Komuravelli, Păsăreanu and Clarke, CAV 2012):

- `holds` by a certificate of the kind `simulation`: its relation contains the initial pair and is a strong simulation
  (Def. 5) between the composition of the components (Def. 3) and the completed specification. The kernel searches a
  weight function (Def. 4) for every distribution, and checks the function that the search returns: the search is not
  trusted.
- `holds` by a certificate of the kind `assume-guarantee`: a list of premises X_1 ‖ … ‖ X_k ≼ Y. Each is a simulation
  that composition preserves, which needs that Y knows no action that is unknown below it, and that no hidden move gets
  lost if P has hidden moves (Lemma 2, with completion). Together the premises imply the claim, by the implication that
  the certificate names. `substitution`: each premise replaces Y by X_1, …, X_k, from P down to the components. The
  rules ASYM and ASYM-N (Theorem 1) are cases: L_1 ‖ A_1 ≼ P, L_2 ‖ A_2 ≼ A_1, …
- traces instead of simulation, of plain LTSs: a state is related to *sets* of states of the specification. After each
  move, some set of the next state is within what the specification reaches from the set by that action and hidden
  moves, so each trace of the system is one of the specification. A premise of a proof may come with a second one:
  X_1 ‖ A_1 ⊨ Y and X_2 ‖ A_2 ⊨ Y, where each word is a trace of A_1 or of A_2; together they say that X_1 ‖ X_2 ⊨ Y.
  The implication `entailment` is for traces: a trace of the system is, without the actions that they do not know, one
  of each component; by each premise, whose models below are all known, one of the model above. So premises may use a
  model more than once, and may leave components out. The specification may be a conjunction of P_1, P_2, …
- a premise may be like an earlier one: the same models with other names for actions and states. No two actions of the
  earlier premise get one name, nor do two states of a model; so the one premise is as true as the other.
- `violated` by a tree: it is below the composition, because its execution mapping follows transitions of the
  composition. It is a tree whose nodes may be shared: it has no cycle. For simulation, it is not below the
  specification, because of an ordered refutation. In each step one move has no answer: against every answer there is a
  cut (S, T) that weighs more than 1 while all of S × T is refuted already (Lemma 1). For traces, it has one path, after
  which there is no state of the specification, or of one conjunct.

A relation takes each state of a composition, a tuple with a state of each component, to its row: what is above it. A
*diagram* shares what many states have in common, so it is small where the composition is large. The kernel walks it
once for each action, from the first component that takes part, with the node of a state and the nodes of all outcomes
of a move, and so meets each different obligation once, however many states have it. It goes from component to component
that takes part, or that one of these nodes asks. It never builds the states.

Five tables list what the kernel knows: `REPRESENTATIONS` of a relation between states, `IMPLICATIONS`, `CERTIFICATES`,
`COUNTEREXAMPLES` and `RELATIONS`. `README.md` beside this file describes the format and how to extend each table. This
file rejects formulas, which `formula.py` beside it checks.

An accepted verdict says which models it is about: by name, size, and the SHA-256 of `Model.canonical`. The kernel
compares sizes and depths in the file with its own counts, and requires that all assumptions in the file are part of the
proof. A file that says how small an assumption can be is rejected here: `minimality.py`, beside this file, checks that,
too. The kernel does not look at anything else in the file (statistics, history, notes, `claims`), and accepting the
verdict does not confirm these.
"""

from __future__ import annotations

import gc
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import product
from math import lcm, prod
from typing import Any, NamedTuple

TAU = "tau"
Weight = Fraction | int
Shares = dict[str, Weight]
State = tuple[str, ...]
Row = frozenset[Any]
"""What is above a state: names of states; for traces, also sets of names."""
Image = dict[Any, Weight]
Obligation = tuple[State, Any, str, Image]
"""A state, its row, an action, and where the action leads: the weight of each row. All of its row must answer."""
NUMBER = re.compile(r"\d{1,4000}(/(?=0*[1-9])\d{1,4000}|\.\d{1,4000})?", re.ASCII)
ONE = 1
"""The probability of a move that has one outcome: as an integer, which is quicker than a fraction."""


class Rejected(Exception):
    """The evidence does not show what it claims."""


class Number(str):
    """A JSON number, kept as text: never a float, and never taken for a name."""


def need(condition: bool, reason: str, *named: object) -> None:
    """The reason may have places for what it names."""
    if condition is not True:
        raise Rejected(reason.format(*named) if named else reason)


def read(text: str) -> Any:
    """JSON without duplicate keys, NaN or floats."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        need(len(table) == len(pairs), "a JSON object has a key twice")
        return table

    def refuse(constant: str) -> None:
        raise Rejected(f"{constant} is not a number")

    try:
        return json.loads(text, object_pairs_hook=unique, parse_int=Number, parse_float=Number, parse_constant=refuse)
    except ValueError as error:
        raise Rejected(f"this is not JSON: {error}") from None


def get(data: Any, key: str) -> Any:
    need(type(data) is dict and key in data, "the key {!r} is missing", key)
    return data[key]


def need_format(data: Any, wanted: str, what: str) -> None:
    given = [get(data, "version"), get(data, "format")]
    need(given == ["1", wanted] and type(given[0]) is Number, f"{what} is not in the format {wanted} 1")


def choice(value: Any, known: Collection[str], what: str) -> str:
    need(type(value) is str and value in known, f"{what} is not one of these: {', '.join(known)}")
    return str(value)


def name(value: Any) -> str:
    need(type(value) is str, "a name is not a string")
    return str(value)


def items(value: Any) -> list[Any]:
    need(type(value) is list, "a value that must be a list is not a list")
    return list(value)


def names(value: Any) -> set[str]:
    return {name(item) for item in items(value)}


def share(value: Any) -> Fraction:
    need(isinstance(value, str) and NUMBER.fullmatch(value) is not None, "{!r} is not a probability", value)
    return Fraction(value)


def distribution(to: Any) -> Shares:
    """A target as a map from states to positive fractions that sum to exactly one."""
    if type(to) is str:
        return {to: ONE}
    need(type(to) is dict, "a name is not a string")
    shares: Shares = {name(s): share(p) for s, p in to.items()}
    need(all(p > 0 for p in shares.values()) and sum(shares.values()) == 1, "{!r} is not a distribution", to)
    return shares


def written(mu: Shares) -> tuple[tuple[str, ...], ...]:
    """A distribution in an order that depends on nothing else."""
    return ((*mu, "1"),) if len(mu) == 1 else tuple(sorted((q, str(p)) for q, p in mu.items()))


def digest(canonical: list[Any]) -> str:
    return sha256(json.dumps(canonical, check_circular=False).encode()).hexdigest()


class Facts(NamedTuple):
    """Which model it is: its name in the file, and the size and SHA-256 that the kernel computed. What is not a model
    has no states."""

    name: str
    states: int
    transitions: int
    sha256: str


class Model:
    """A model in the native format: `rows` are its transitions, and `moves[state][action]` lists distributions."""

    def __init__(self, data: Any) -> None:
        need_format(data, "symag-lpts", "a model")
        self.initial = name(get(data, "initial"))
        self.alphabet = names(get(data, "alphabet"))
        need(TAU not in self.alphabet, "tau is in an alphabet")
        listed = items(get(data, "transitions"))
        states, actions, targets = ([one[key] for one in listed] for key in ("from", "action", "to"))
        need({*map(type, states), *map(type, actions)} <= {str}, "a name is not a string")
        for action in {*actions} - {TAU, *self.alphabet}:
            raise Rejected(f"the action {action!r} is not in the alphabet")
        self.moves: dict[str, dict[str, list[Shares]]] = {}
        self.rows = list(zip(states, actions, map(distribution, targets), strict=True))
        for state, action, mu in self.rows:
            self.moves.setdefault(state, {}).setdefault(action, []).append(mu)
        self.settles = TAU in actions
        self.reachable = self.reach({self.initial})
        self.hides = any(TAU in self.moves.get(state, {}) for state in self.reachable)

    def canonical(self) -> list[Any]:
        """Initial state, alphabet and transitions, of the reachable part, in an order that depends on nothing else."""
        reached = sorted(self.reachable & self.moves.keys())
        moves = [(state, action, offered) for state in reached for action, offered in sorted(self.moves[state].items())]
        rows = [(state, action, to) for state, action, offered in moves for to in sorted({*map(written, offered)})]
        return [self.initial, sorted(self.alphabet), rows]

    def facts(self, described: Any) -> Facts:
        """The name in the file, and the size and SHA-256 of the model; the file must state the same size."""
        canonical = self.canonical()
        states, transitions = len(self.reachable), len(canonical[-1])
        sizes = [get(described, "states"), get(described, "transitions")]
        need(sizes == [str(states), str(transitions)], "a model does not have the size that the file states")
        return Facts(name(get(described, "name")), states, transitions, digest(canonical))

    def steps(self) -> list[Any]:
        """See `Steps`. A hidden move is an answer only in a model whose reachable part has some."""
        return [(p, action, *mu) for p, action, mu in self.rows if len(mu) == 1 and (self.hides or action != TAU)]

    def is_lts(self) -> bool:
        return all(len(mu) == 1 for _, _, mu in self.rows)

    def on(self, state: str, action: Any) -> list[Shares]:
        return self.moves.get(state, {}).get(action, [])

    def answers(self, state: str, action: str | None) -> list[Shares]:
        """The moves of the completed model: it answers an action that it does not know by staying."""
        known = self.hides if action == TAU else action in self.alphabet
        return self.on(state, action) if known else [{state: ONE}]

    def reach(self, states: Collection[str], action: str | None = None) -> frozenset[str]:
        """These states, and all that moves lead to; those on this action, if there is one."""
        found, new = set(states), set(states)
        while new:
            new = self.moved(new, action) - found
            found |= new
        return frozenset(found)

    def moved(self, states: Collection[str], action: str | None = None) -> set[str]:
        """Where moves lead to; those on this action, if there is one."""
        offers = [self.moves[p] for p in states if p in self.moves]
        if action is None:
            return {q for offer in offers for offered in offer.values() for mu in offered for q in mu}
        return {q for offer in offers for mu in offer.get(action, ()) for q in mu}

    def after(self, states: Collection[str], action: str | None) -> frozenset[str]:
        """Where the completed model may be after the action, before and after any hidden moves."""
        before = self.settled(states)
        return self.settled(self.moved(before, action)) if action in self.alphabet else before

    def settled(self, states: Collection[str]) -> frozenset[str]:
        """These states, and all that hidden moves lead to."""
        return self.reach(states, TAU) if self.settles else frozenset(states)


class System:
    """The composition of the components, one state at a time."""

    def __init__(self, components: list[Model]) -> None:
        need(len(components) > 0, "there are no components")
        self.components = components
        self.initial = tuple(model.initial for model in components)
        self.taking: dict[str, list[int]] = {}
        for i, model in enumerate(components):
            for action in model.alphabet:
                self.taking.setdefault(action, []).append(i)

    def moves(self, state: State) -> Iterator[tuple[str, dict[State, Weight]]]:
        """Every (action, distribution over tuples) that the composition can do in this tuple of states."""
        need(len(state) == len(self.components), "{!r} does not have one state for each component", state)
        offers = [model.moves.get(part, {}) for model, part in zip(self.components, state, strict=True)]
        hidden = [(TAU, [i]) for i, offer in enumerate(offers) if TAU in offer]
        visible = [(action, self.taking[action]) for action in {a for offer in offers for a in offer} - {TAU}]
        for action, taking in hidden + visible:
            for chosen in product(*(offers[i].get(action, []) for i in taking)):
                mu: dict[State, Weight] = {}
                for outcome in product(*(shares.items() for shares in chosen)):
                    to = dict(enumerate(state)) | {i: part for i, (part, _) in zip(taking, outcome, strict=True)}
                    mu[tuple(to.values())] = prod((weight for _, weight in outcome), start=ONE)
                yield action, mu


def weight_function(image: dict[Row, int], nu: dict[str, int]) -> dict[tuple[Row, str], int]:
    """Weights from rows (the states that may be reached, with mass) to the states of nu, by augmenting paths."""
    weights = dict.fromkeys(product(image, nu), 0)
    left, room = dict(image), dict(nu)
    for source in image:
        while left[source] > 0:
            ways = {q: [(source, q)] for q in source & nu.keys()}
            for end in (queue := [*ways]):  # which grows meanwhile
                if room[end] > 0:
                    break
                for row in image:
                    new = (row & nu.keys()) - ways.keys() if weights[row, end] > 0 else ()
                    ways |= {q: [*ways[end], (row, end), (row, q)] for q in new}
                    queue += new
            else:
                return weights
            amount = min([left[source], room[end], *(weights[at] for at in ways[end][1::2])])
            # along the way, the weights grow and shrink by turns
            weights |= {at: weights[at] + (-1) ** i * amount for i, at in enumerate(ways[end])}
            left[source] -= amount
            room[end] -= amount
    return weights


def matches(image: Image, nu: Shares) -> bool:
    """Is there a weight function? If one side has one outcome, all must be related. Otherwise the result of the search,
    in whole numbers, must satisfy Def. 4."""
    if len(image) == 1 or len(nu) == 1:
        return all(map(frozenset(nu).issubset, image))
    total, scale = sum(image.values()), lcm(*(weight.denominator for weight in (*image.values(), *nu.values())))
    masses = {row: int(weight * scale) for row, weight in image.items()}
    room = {q: int(weight * scale * total) for q, weight in nu.items()}
    weights = weight_function(masses, room)
    allowed = all(weight == 0 or (weight > 0 and q in row) for (row, q), weight in weights.items())
    exact = all(sum(weights[row, q] for q in nu) == mass for row, mass in masses.items())
    return allowed and exact and all(sum(weights[row, q] for row in image) == mass for q, mass in room.items())


Simulated = tuple[int, Any, Iterator[Obligation]]
"""A relation, whatever its representation: the number of states that it relates, the row of the initial state, and the
obligations of all states that it relates. The row of a state is what is above it."""


Steps = list[tuple[str, str, str]]
"""Moves of the model above that have one outcome: a state, an action, and where it leads. If a row is the first state
alone, this answers each move on the action that leads to the row of the last state alone, whatever the relation."""


def of_groups(groups: Any, system: System, steps: Steps) -> Simulated:
    """Each group is a list of states with the row that they have in common."""
    row_of: dict[State, Row] = {}
    for group in items(groups):
        row = read_row(get(group, "simulated_by"))
        row_of |= {tuple(map(name, items(state))): row for state in items(get(group, "states"))}
    return len(row_of), row_of.get(system.initial, frozenset()), obligations(row_of, system)


def read_row(row: Any) -> Row:
    return frozenset(frozenset(names(p)) if type(p) is list else name(p) for p in items(row))


def obligations(row_of: dict[State, Row], system: System) -> Iterator[Obligation]:
    for state, row in row_of.items():
        for action, mu in system.moves(state):
            image: Image = {}
            for successor, weight in mu.items():
                above = row_of.get(successor, frozenset())
                image[above] = image.get(above, 0) + weight
            yield state, row, action, image


Weights = tuple[int, ...]
"""Of the outcomes of a move: whole numbers."""
Reached = tuple[int, ...]
"""A node of a diagram, and the node of each outcome of a move."""


def indices(values: Iterable[Any], known: Sequence[Any]) -> list[int]:
    """Numbers of what is known."""
    numbers = [int(value) if type(value) is Number and value.isdecimal() else -1 for value in values]
    need(not numbers or 0 <= min(numbers) <= max(numbers) < len(known), "a diagram has a number out of range")
    return numbers


def whole(mu: Mapping[str, Weight]) -> list[int]:
    """The weights of outcomes as whole numbers."""
    scale = lcm(*(p.denominator for p in mu.values()))
    return [int(p * scale) for p in mu.values()]


class Diagram:
    """A decision diagram. Each node asks one component for its state, and leads to a node that asks a later one, or to
    a row. A component that is not asked is in its initial state. What is not mentioned leads to row 0, which is
    empty."""

    def __init__(self, content: Any, system: System, read: Any = read_row, first: Any = frozenset()) -> None:
        """Rows are read by this function, and row 0 is the first."""
        self.initial, self.done, self.taking = system.initial, len(system.components), system.taking
        self.rows = list(map(read, items(get(content, "rows"))))
        need(self.rows[:1] == [first] and len({*self.rows}) == len(self.rows), "row 0 is another one, or one is twice")
        self.levels = [self.done] * len(self.rows)
        self.asking: list[dict[str, int]] = [{}] * len(self.rows)
        for at, given in map(items, items(get(content, "nodes"))):
            (level,), children = indices([at], system.components), indices(given.values(), self.levels)
            need(len(children) > 0, "a node leads nowhere")
            need(min(map(self.levels.__getitem__, children)) > level, "a node leads to one that asks earlier")
            self.levels.append(level)
            self.asking.append(dict(zip(given, children, strict=True)))
        self.doing: list[dict[str, dict[str, list[Shares]]]] = [{} for _ in system.components]
        for doing, model in zip(self.doing, system.components, strict=True):
            for state, action, _ in model.rows:
                doing.setdefault(action, {})[state] = model.moves[state][action]

    def obligations(self, steps: Steps) -> Iterator[Obligation]:
        """Of all moves, by action, the different ones: each is met once, however many states have it. Those that steps
        answer are left out, all at once."""
        beginning = defaultdict(list)
        answered: defaultdict[str, set[Any]] = defaultdict(set)
        alone = {p: number for number, row in enumerate(self.rows) if steps and len(row) == 1 for p in row}
        for p, action, q in steps:
            answered[action].add((alone.get(p), alone.get(q)))
        for action, taking in [*((TAU, [i]) for i in range(self.done)), *self.taking.items()]:
            beginning[taking[0]].append((action, taking))
        passing: set[int] = set()
        for level, (entering, asking) in enumerate(self.reached()):
            passing |= entering  # the nodes that the components before this one may lead to
            for action, taking in beginning[level]:
                is_idle = self.initial[level] not in self.doing[level].get(action, {})
                for weights, reached in self.walk(action, taking, asking if is_idle else passing).items():
                    for node, *goals in reached - answered[action]:
                        image: Image = {}
                        for goal, weight in zip(goals, weights, strict=True):
                            image[self.rows[goal]] = image.get(self.rows[goal], 0) + weight
                        yield ("some state",), self.rows[node], action, image
            passing -= asking

    def reached(self) -> list[tuple[set[int], set[int]]]:
        """For each component, the nodes that the root leads to: those that the one right before it may lead to first,
        and those that ask it."""
        found: list[tuple[set[int], set[int]]] = [(set(), set()) for _ in range(self.done + 1)]
        first = {len(self.levels) - 1: 0}
        for number in reversed(range(len(self.levels))):
            if number in first:
                level = self.levels[number]
                found[first[number]][0].add(number)
                found[level][1].add(number)
                for child in self.asking[number].values():
                    first[child] = min(first.get(child, self.done), level + 1)
        return found

    def walk(self, action: str, taking: list[int], starts: set[int]) -> dict[Weights, set[Reached]]:
        """The components that take part move, others stay: by the weights of the outcomes of a move, all rows, each
        with those that these lead to."""
        levels, asking = self.levels, self.asking
        due: defaultdict[int, defaultdict[Weights, set[Reached]]] = defaultdict(lambda: defaultdict(set))
        due[taking[0]][(1,)] = {(node, node) for node in starts}
        while (level := min(due, default=self.done)) < self.done:
            initial, later = self.initial[level], min([self.done, *(one for one in taking if one > level)])
            is_moving, doing = level in taking, self.doing[level].get(action, {})
            for weights, found in due.pop(level).items():
                for reached in found:
                    # where the states of this component lead to: a node that does not ask it stands for its initial one
                    edges, *above = [asking[node] if levels[node] == level else {initial: node} for node in reached]
                    if not is_moving and len(above) == 1:  # most of them: the same as below, in less time
                        for state, child in edges.items():
                            goal = above[0].get(state, 0)
                            due[min(later, levels[child], levels[goal])][weights].add((child, goal))
                        continue
                    for state in edges.keys() & doing.keys() if is_moving else edges:
                        for mu in doing[state] if is_moving else [{state: ONE}]:
                            to = edges[state], *[known.get(goal, 0) for known in above for goal in mu]
                            shares = weights if len(mu) == 1 else tuple([w * p for w in weights for p in whole(mu)])
                            # the next component that takes part, or that a node asks
                            due[min(later, *map(levels.__getitem__, to))][shares].add(to)
        return due[self.done]

    def relation(self, steps: Steps) -> Simulated:
        """How many states have another row than row 0, the row of the initial state, and the obligations."""
        initial, counts = len(self.levels) - 1, [min(row, 1) for row in range(len(self.rows))]
        for level, state in enumerate(self.initial):
            if self.levels[initial] == level:
                initial = self.asking[initial].get(state, 0)
        for edges in self.asking[len(counts) :]:
            counts.append(sum(counts[child] for child in edges.values()))
        return counts[-1], self.rows[initial], self.obligations(steps)


def of_diagram(content: Any, system: System, steps: Steps) -> Simulated:
    """A diagram of the components in their order, or in the order that it states."""
    if "order" in content:
        order = indices(items(get(content, "order")), system.components)
        need(sorted(order) == [*range(len(system.components))], "an order does not have each component once")
        system = System([system.components[i] for i in order])
    return Diagram(content, system).relation(steps)


REPRESENTATIONS: dict[str, Callable[[Any, System, Steps], Simulated]] = {"groups": of_groups, "diagram": of_diagram}


def simulated(relation: Any, system: System, steps: Steps) -> Simulated:
    """The relation, read from the one representation that it has."""
    need(type(relation) is dict and len(relation) == 1, "a relation does not have exactly one representation")
    ((kind, content),) = relation.items()
    return REPRESENTATIONS[choice(kind, REPRESENTATIONS, "the representation of a relation")](content, system, steps)


def simulates(specification: Model, p: Any, action: str | None, image: Image) -> bool:
    """Does a state of the specification answer the action by a distribution that matches (Def. 5)?"""
    return any(map(partial(matches, image), specification.answers(p, action)))


def includes(specification: Model, p: Any, action: str | None, image: Image) -> bool:
    """Is a set, not empty, above the next state, within what the specification reaches from the set `p`?"""
    reached = specification.after(as_set(p), action)
    return all(any(frozenset() < as_set(q) <= reached for q in row) for row in image)


def as_set(p: Any) -> frozenset[str]:
    return frozenset([p] if type(p) is str else p)


Follows = Callable[[Model, Any, str | None, Image], bool]
"""Does what is above a state of the system answer an action that leads to an image?"""


class AuditedQuestion(NamedTuple):
    """The system and the specification that the verdict is about, the assumptions, how to follow the system, and how to
    read relations. The specification is P, or the conjunction of P1, P2, …"""

    system: System
    specification: dict[str, Any]
    assumptions: list[Model]
    follows: Follows


def check_following(system: System, above: Model, relation: Any, question: AuditedQuestion) -> int:
    """The relation shows that the model above follows the system. If hidden moves count, none gets lost at a model that
    has none, below a specification that has some. Returns the number of states that the relation relates."""
    states, initial, obliged = simulated(relation, system, above.steps())
    need(question.follows(above, above.initial, None, {initial: ONE}), "the initial states are not related")
    loses = question.follows is simulates and question.specification["P"].hides and not above.hides
    answering: dict[Any, set[Any]] = {}
    for state, row, action, image in obliged:
        need(not loses or not row or action != TAU, "hidden moves get lost below a model that has none, and P has some")
        able = answering.setdefault((action, *image.items()), set())
        for p in row - able:
            need(question.follows(above, p, action, image), "{!r} cannot answer {!r} of {!r}", p, action, state)
            able.add(p)
    return states


def check_whole(question: AuditedQuestion, certificate: Any) -> str:
    """The specification follows the composition of all components."""
    need("P" in question.specification, "a conjunction holds by a proof, not by one relation")
    states = check_following(question.system, question.specification["P"], get(certificate, "relation"), question)
    return f"a relation over {states} states of the system"


Premise = tuple[list[str], str, Any]
"""`below[0] ‖ below[1] ‖ … ≼ above`, by the names of the models; and its entry in the file, which shows it."""


def check_proof(question: AuditedQuestion, certificate: Any) -> str:
    """The premises imply the claim, and each premise holds."""
    given = {"L": question.system.components, "A": question.assumptions}
    given["R"] = [Model(data) for data in items(get(certificate, "abstractions"))]
    named = {f"{letter}{i}": model for letter in given for i, model in enumerate(given[letter], 1)}
    models, components = named | question.specification, [part for part in named if part.startswith("L")]
    entries = [data if type(data) is list else [data] for data in items(get(certificate, "premises"))]
    steps = [[read_premise(data, models) for data in entry] for entry in entries]
    implication = choice(get(certificate, "implication"), IMPLICATIONS, "the implication")
    IMPLICATIONS[implication]([replacement(step, models, question) for step in steps], components, question)
    premises = [premise for step in steps for premise in step]
    used = {part for below, _, _ in premises for part in below}
    need(named.keys() <= used | {*components}, "an assumption is not part of the proof")
    related: dict[str, list[Model]] = {}
    shown = ""
    for number, (below, above, data) in enumerate(premises):
        parts = [models[part] for part in (*below, above)]
        system, known = System(parts[:-1]), parts[-1].alphabet
        letters = known & question.system.taking.keys() if above in question.specification else known
        # a premise that composition preserves: the models below may replace the one above anywhere
        need(letters <= system.taking.keys(), "the model above a premise knows an action that no model below it knows")
        if not isinstance(parts[-1], Model):
            shown += f", and {parts[-1].shown_by(system, data)}"
        elif "like" in data:
            check_renaming(data, parts, related)
        else:
            check_following(system, parts[-1], get(data, "relation"), question)
            related[str(number)] = parts
    count = "each" if len(related) == len(premises) else len(related)
    return f"{len(premises)} premises, {count} with a relation{shown}"


def read_premise(data: Any, models: dict[str, Model]) -> Premise:
    below, above = [name(part) for part in items(get(data, "below"))], name(get(data, "above"))
    need(models.keys() >= {*below, above}, "a premise names a model that is not in the file")
    return below, above, data


def check_renaming(evidence: Any, parts: list[Model], related: dict[str, list[Model]]) -> None:
    """These models are those of an earlier premise, which a relation shows, with other names for actions and states: so
    this premise is as true as that one."""
    like, renaming = get(evidence, "like"), get(evidence, "renaming")
    need(type(like) is Number and like in related, "a premise is not like an earlier one that a relation shows")
    actions = renamed({TAU}.union(*(model.alphabet for model in related[like])), get(renaming, "actions"))
    need(actions[TAU] == TAU, "a renaming changes tau")
    tables = items(get(renaming, "states"))
    need(len(tables) == len(parts) == len(related[like]), "a renaming is not for the models of both premises")
    for table, one, other in zip(tables, related[like], parts, strict=True):
        states, (initial, alphabet, rows) = renamed(one.reachable, table), one.canonical()
        new = [(states[s], actions[a], tuple(sorted((states[q], p) for q, p in mu))) for s, a, mu in rows]
        same = [states[initial], sorted(actions[a] for a in alphabet), sorted(new)] == other.canonical()
        need(same, "a renaming of an earlier premise does not give the models of this one")


def renamed(known: Collection[str], table: Any) -> dict[str, str]:
    """Each name with its new one, no two of which are equal. A name that the table does not mention stays."""
    need(type(table) is dict, "a renaming is not a map from names to names")
    to = {old: name(table.get(old, old)) for old in known}
    need(len({*to.values()}) == len(to), "a renaming takes two names to one")
    return to


Replacement = tuple[str, list[str]]
"""The model that is replaced, and those that take its place."""


def replacement(step: list[Premise], models: dict[str, Model], question: AuditedQuestion) -> Replacement:
    """What a premise replaces; or two premises about the same model, each with an assumption that is the last one below
    it: whatever the models do, one of the assumptions allows it (Barringer, Giannakopoulou, Păsăreanu, 2003)."""
    if len(step) == 1:
        return step[0][1], step[0][0]
    need(question.follows is includes and len(step) == 2, "premises come one by one; for traces, also in pairs")
    (one, above, _), (two, other, _) = step
    need(above == other and all([one, two]), "two premises do not make a pair")
    check_cover(models[one[-1]], models[two[-1]])
    return above, one[:-1] + two[:-1]


def check_cover(one: Model, two: Model) -> None:
    """Each word over the alphabet of the two models is a trace of one of them."""
    need(one.alphabet == two.alphabet, "the two assumptions of a pair have different alphabets")
    found = new = {(one.after({one.initial}, TAU), two.after({two.initial}, TAU))}
    while new:
        new = {(one.after(left, a), two.after(right, a)) for left, right in new for a in one.alphabet} - found
        need(all(map(any, new)), "some word is a trace of neither assumption of a pair")
        found |= new


def by_substitution(steps: list[Replacement], components: list[str], question: AuditedQuestion) -> None:
    """Each step replaces the model above it by the models below it, from P down to the components, each once."""
    present = ["P"]
    for above, below in steps:
        need(above in present, f"a premise replaces {above}, which the premises before it do not use")
        present.remove(above)
        present += below
    need(sorted(present) == sorted(components), "the premises do not lead from P to exactly the components")


def by_entailment(steps: list[Replacement], components: list[str], question: AuditedQuestion) -> None:
    """Each trace of the system is one of each component, and so, step by step, of the models above; as often as needed,
    and whatever the other components do. Each conjunct of the specification is among these models at the end."""
    need(question.follows is includes, "entailment is for traces")
    known = {*components}
    for above, below in steps:
        need(known.issuperset(below), "a premise uses a model that the premises before it do not show")
        known.add(above)
    need(known.issuperset(question.specification), "the premises do not show the specification")


IMPLICATIONS = {"substitution": by_substitution, "entailment": by_entailment}


def check_tree(question: AuditedQuestion, counterexample: Any) -> str:
    """The tree is below the system and not below the specification."""
    tree, specification = executed_tree(question, counterexample), question.specification["P"]
    refuted: set[tuple[str, str]] = set()
    for step in items(get(counterexample, "refutation")):
        refuted.add(refuted_pair(step, tree, specification, refuted))
    need((tree.initial, specification.initial) in refuted, "the initial states are not refuted")
    return f"a tree of {len(tree.reachable)} nodes, refuted in {len(refuted)} steps"


def check_trace(question: AuditedQuestion, counterexample: Any) -> str:
    """The tree is below the system and has one path; its visible actions are the trace, which is not allowed."""
    visible = [action for action in actions_of(executed_tree(question, counterexample)) if action != TAU]
    need(visible == items(get(counterexample, "trace")), "the trace is not the path of the tree")
    reached = {model: frozenset([model.initial]) for model in question.specification.values()}
    for action in visible:
        reached = {model: model.after(reached[model], action) for model in reached}
    need(not all(reached.values()), "the specification allows the trace")
    return f"a trace of {len(visible)} actions"


def executed_tree(question: AuditedQuestion, counterexample: Any) -> Model:
    """The tree of a counterexample. It is below the system: the execution takes its moves to moves of the system."""
    tree, system, mapping = Model(get(counterexample, "tree")), question.system, get(counterexample, "execution")
    need(get(counterexample, "depth") == str(depth(tree)), "the tree does not have the depth that the file states")
    need(type(mapping) is dict, "the execution is not a map from nodes to states")
    execution = {name(node): tuple(map(name, items(at))) for node, at in mapping.items()}
    need(tree.reachable == execution.keys() >= tree.moves.keys(), "the execution does not map exactly the tree's nodes")
    need(execution[tree.initial] == system.initial, "the tree does not start where the system starts")
    possible = {node: list(system.moves(execution[node])) for node in tree.moves}
    for node, action, mu in tree.rows:
        mapped = {execution[child]: weight for child, weight in mu.items()}
        need(len(mapped) == len(mu), f"two outcomes of {node!r} are mapped to one state")
        need((action, mapped) in possible[node], f"the system cannot do the {action!r} of {node!r}")
    return tree


def refuted_pair(step: Any, tree: Model, specification: Model, refuted: set[tuple[str, str]]) -> tuple[str, str]:
    """A node and a state that does not simulate it: no answer to one move gets past the cuts."""
    node, p, action = (name(get(step, key)) for key in ("node", "not_below", "action"))
    mu = distribution(get(step, "to"))
    need(mu in tree.on(node, action), f"{node!r} has no such move on {action!r}")
    cuts = [[names(side) for side in items(cut)] for cut in items(get(step, "cuts"))]
    need(all(len(cut) == 2 for cut in cuts), f"a cut at {node!r} does not have two sides")
    for left, right in cuts:
        need(all((n, q) in refuted for n in left for q in right), f"a cut at {node!r} cites what is not refuted before")
    for nu in specification.answers(p, action):
        weights = [sum(mu.get(n, 0) for n in left) + sum(nu.get(q, 0) for q in right) for left, right in cuts]
        need(any(weight > 1 for weight in weights), f"{p!r} may answer the {action!r} of {node!r}")
    return node, p


def depth(tree: Model) -> int:
    """The length of the longest path of a tree, whose nodes may be shared: a longer one has a node twice."""
    moves, level = 0, {tree.initial}
    while level := tree.moved(level):
        moves += 1
        need(moves < len(tree.reachable), "the tree has a cycle")
    return moves


def actions_of(tree: Model) -> Iterator[str]:
    """The actions of a tree without cycles that has no branches."""
    node = tree.initial
    while node in tree.moves:
        moves = [(a, child) for a, offered in tree.moves[node].items() for mu in offered for child in mu]
        need(len(moves) == 1, "the tree of the trace has branches")
        ((action, node),) = moves
        yield action


Checks = dict[str, Callable[[AuditedQuestion, Any], str]]
"""By the kind of the evidence, the function that checks it; the result says in words what was shown."""


class RelationRecord(NamedTuple):
    """Is the relation defined for plain LTSs only? How a model above follows a system; the kinds of counterexamples and
    of certificates; and how to read a specification. One that is not a model has its own `shown_by`, for premises."""

    is_plain: bool
    follows: Follows
    counterexamples: list[str]
    certificates: tuple[str, ...] = ("simulation", "assume-guarantee")
    read: Callable[[Any, list[Model]], Any] = lambda described, components: Model(get(described, "model"))


CERTIFICATES: Checks = {"simulation": check_whole, "assume-guarantee": check_proof}
COUNTEREXAMPLES: Checks = {"tree": check_tree, "trace": check_trace}
ASSUMING = [check_proof]
"""These checks ensure that each assumption is part of the proof; with others a verdict has no assumptions."""
RELATIONS = {
    "simulation": RelationRecord(False, simulates, ["tree"]),
    "traces": RelationRecord(True, includes, ["trace"]),
}


class Audit(NamedTuple):
    """True if and only if the kernel accepts the evidence; `reason` says what was shown, or what is wrong."""

    accepted: bool
    reason: str
    verdict: str = ""
    """The claim of the file: holds, violated or unknown; empty if it is not a verdict."""
    relation: str = ""
    """Of an accepted verdict: simulation or traces."""
    components: tuple[Facts, ...] = ()
    """Of an accepted verdict: the components that it is about, in order."""
    specification: tuple[Facts, ...] = ()
    """Of an accepted verdict: the specification that it is about, or each of its conjuncts, in order."""

    def __bool__(self) -> bool:
        return self.accepted


CheckMinimality = Callable[[dict[str, Any], AuditedQuestion], str]
"""Checks how small the file says that assumptions can be; the result says in words what was shown."""


def refuse_minimality(document: dict[str, Any], question: AuditedQuestion) -> str:
    """This file does not check it; `minimality.py` does."""
    need(document.get("minimality") is None, "minimality.py, not audit.py, checks how small an assumption can be")
    return ""


class Further(NamedTuple):
    """What other files of the kernel read and check: further representations of relations, evidence by its kinds,
    further relations, and how small assumptions can be."""

    checks: Checks
    relations: dict[str, RelationRecord]
    minimality: CheckMinimality = refuse_minimality


ALONE = Further({}, {})
"""What this file alone checks."""


def conjuncts(specified: Any) -> dict[str, Any]:
    """The specification by name: P, or its conjuncts P1, P2, …"""
    if type(specified) is not dict or "conjuncts" not in specified:
        return {"P": specified}
    found = {f"P{i}": one for i, one in enumerate(items(specified["conjuncts"]), 1)}
    need(len(found) > 0 and "model" not in specified, "a conjunction has no conjuncts, or it is a model, too")
    return found


def judge(document: dict[str, Any], further: Further) -> Audit:
    """The one place that accepts."""
    claim, relations = document["verdict"], RELATIONS | further.relations
    record = relations[choice(get(document, "relation"), relations, "the relation")]
    described, specified = items(get(document, "components")), conjuncts(get(document, "specification"))
    components = [Model(get(one, "model")) for one in described]
    specification = {part: record.read(one, components) for part, one in specified.items()}
    assumptions = [Model(data) for data in items(get(document, "assumptions"))]
    question = AuditedQuestion(System(components), specification, assumptions, record.follows)
    is_plain = not record.is_plain or all(map(Model.is_lts, [*components, *specification.values()]))
    need(is_plain, "the components or the specification are not plain LTSs")
    need(record.is_plain or "P" in specification, "a conjunction is for traces")
    need(claim != "unknown", "the verdict is unknown: there is no evidence to check")
    given = {"holds": get(document, "certificate"), "violated": get(document, "counterexample")}
    present = [word for word in given if given[word] is not None]
    need(present == [claim], "'holds' needs a certificate and no counterexample, 'violated' the reverse")
    kinds = record.certificates if claim == "holds" else record.counterexamples
    kind = choice(get(given[claim], "kind"), kinds, "the kind of evidence")
    checks = CERTIFICATES | COUNTEREXAMPLES | further.checks
    need(checks[kind] in ASSUMING or not assumptions, "an assumption is not part of the proof")
    facts = tuple(model.facts(one) for model, one in zip(components, described, strict=True))
    shown = checks[kind](question, given[claim]) + further.minimality(document, question)
    above = tuple(specification[part].facts(one) for part, one in specified.items())
    return Audit(True, shown, claim, document["relation"], facts, above)


def rejection(error: Exception, claim: str = "") -> Audit:
    known = isinstance(error, Rejected)  # otherwise malformed in a way that no check foresees: not evidence
    return Audit(False, str(error) if known else f"malformed evidence: {type(error).__name__}: {error}", claim)


def audit_document(document: Any, further: Further) -> Audit:
    """Check one verdict. Fails closed: every failure is a rejection. The one exception is `MemoryError`, which says
    nothing about the evidence."""
    claim = ""
    try:
        need_format(document, "symag-verdict", "the verdict")
        claim = choice(get(document, "verdict"), ("holds", "violated", "unknown"), "the verdict")
        return judge(document, further)
    except MemoryError:
        raise
    except Exception as error:
        return rejection(error, claim)


def audit_each(text: str, further: Further = ALONE) -> list[Audit]:
    """Check every verdict in the text of a file: its one verdict, or each of `{"questions": [verdict, …]}`."""
    try:
        document = read(text)
    except (Rejected, RecursionError) as error:
        return [rejection(error)]
    several = document.get("questions") if type(document) is dict and "verdict" not in document else None
    documents = several if type(several) is list and several else [document]
    return [audit_document(one, further) for one in documents]


def text_of(result: Audit) -> str:
    """The result for people, in ASCII."""
    text = f"{'accepted' if result else 'REJECTED'}: {result.verdict or 'no verdict'}, {result.reason}"
    for facts in (*result.components, *result.specification):
        size = f"{facts.states} states, {facts.transitions} transitions, " if facts.states else ""
        text += f"\n  {facts.name!a}: {size}sha256 {facts.sha256}"
    return text.encode("ascii", "backslashreplace").decode()


def main(arguments: list[str], ask: Callable[[str], list[Audit]] = audit_each) -> int:
    """`python audit.py verdict.json` (or `-`, standard input): 0 if accepted, 4 if not, 3 if memory is used up."""
    gc.disable()  # hardly anything here refers to itself: looking for that would take a third of the time
    try:
        (path,) = arguments
        with open(0 if path == "-" else path, encoding="utf-8") as file:
            results = ask(file.read())
    except (OSError, ValueError) as error:
        results = [Audit(False, f"the file cannot be read: {error}")]
    except MemoryError:
        print("out of memory")
        return 3
    print(*map(text_of, results), sep="\n")
    return 0 if all(results) else 4


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
