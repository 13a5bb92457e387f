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
- `violated`: the counterexample is below the composition, because its execution mapping follows transitions of the
  composition; and it is not below the specification, because of an ordered refutation. In each step one move has no
  answer: against every answer there is a cut (S, T) that weighs more than 1 while all of S × T is refuted already
  (Lemma 1). The counterexample is a tree whose nodes may be shared: it has no cycle.
- traces instead of simulation, of plain LTSs: a state is related to *sets* of states of the specification. After each
  move, some set of the next state is within what the specification reaches from the set by that action and hidden
  moves, so each trace of the system is one of the specification. A premise of a proof may come with a second one:
  X_1 ‖ A_1 ⊨ Y and X_2 ‖ A_2 ⊨ Y, where each word is a trace of A_1 or of A_2; together they say that X_1 ‖ X_2 ⊨ Y.
  The counterexample is a tree with one path, after which the kernel finds no state of the specification.

Four tables list what the kernel knows: `REPRESENTATIONS` of a relation between states, `IMPLICATIONS`, `CERTIFICATES`
and `RELATIONS`. `README.md` beside this file describes the format and how to extend each table.

An accepted verdict says which models it is about: by name, size, and the SHA-256 of `Model.canonical`. The kernel
compares sizes and depths in the file with its own counts, and requires that all assumptions in the file are part of the
proof. A file that says how small an assumption can be is rejected here: `minimality.py`, beside this file, checks that,
too. The kernel does not look at anything else in the file (statistics, history, notes, `claims`), and accepting the
verdict does not confirm these.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from hashlib import sha256
from itertools import product
from math import prod
from typing import Any, NamedTuple

TAU = "tau"
Shares = dict[str, Fraction]
State = tuple[str, ...]
Row = frozenset[Any]
"""What is above a state: names of states; for traces, also sets of names."""
Obligation = tuple[State, Row, str, dict[Row, Fraction]]
"""A state, its row, an action, and where the action leads: the weight of each row. All of its row must answer."""
NUMBER = re.compile(r"\d{1,4000}(/(?=0*[1-9])\d{1,4000}|\.\d{1,4000})?", re.ASCII)
ONE = Fraction(1)


class Rejected(Exception):
    """The evidence does not show what it claims."""


class Number(str):
    """A JSON number, kept as text: never a float, and never taken for a name."""


def need(condition: bool, reason: str) -> None:
    if condition is not True:
        raise Rejected(reason)


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
    need(type(data) is dict and key in data, f"the key {key!r} is missing")
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
    need(isinstance(value, str) and NUMBER.fullmatch(value) is not None, f"{value!r} is not a probability")
    return Fraction(value)


def distribution(to: Any) -> Shares:
    """A target as a map from states to positive fractions that sum to exactly one."""
    shares = {name(to): ONE} if not isinstance(to, dict) else {name(s): share(p) for s, p in to.items()}
    need(all(p > 0 for p in shares.values()) and sum(shares.values()) == 1, f"{to!r} is not a distribution")
    return shares


def digest(canonical: list[Any]) -> str:
    return sha256(json.dumps(canonical).encode()).hexdigest()


class Facts(NamedTuple):
    """Which model it is: its name in the file, and the size and SHA-256 that the kernel computed."""

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
        self.rows: list[tuple[str, str, Shares]] = []
        self.moves: dict[str, dict[str, list[Shares]]] = {}
        for row in items(get(data, "transitions")):
            action, state, mu = name(get(row, "action")), name(get(row, "from")), distribution(get(row, "to"))
            need(action == TAU or action in self.alphabet, f"the action {action!r} is not in the alphabet")
            self.rows.append((state, action, mu))
            self.moves.setdefault(state, {}).setdefault(action, []).append(mu)
        self.reachable = self.reach({self.initial}, {TAU, *self.alphabet})
        self.hides = any(TAU in self.moves.get(state, {}) for state in self.reachable)

    def canonical(self) -> list[Any]:
        """Initial state, alphabet and transitions, of the reachable part, in an order that depends on nothing else."""
        reached = [row for row in self.rows if row[0] in self.reachable]
        rows = {(state, action, tuple(sorted((q, str(p)) for q, p in mu.items()))) for state, action, mu in reached}
        return [self.initial, sorted(self.alphabet), sorted(rows)]

    def facts(self, described: Any) -> Facts:
        """The name in the file, and the size and SHA-256 of the model; the file must state the same size."""
        canonical = self.canonical()
        states, transitions = len(self.reachable), len(canonical[-1])
        sizes = [get(described, "states"), get(described, "transitions")]
        need(sizes == [str(states), str(transitions)], "a model does not have the size that the file states")
        return Facts(name(get(described, "name")), states, transitions, digest(canonical))

    def is_lts(self) -> bool:
        return all(len(mu) == 1 for _, _, mu in self.rows)

    def on(self, state: str, action: Any) -> list[Shares]:
        return self.moves.get(state, {}).get(action, [])

    def answers(self, state: str, action: str | None) -> list[Shares]:
        """The moves of the completed model: it answers an action that it does not know by staying."""
        known = self.hides if action == TAU else action in self.alphabet
        return self.on(state, action) if known else [{state: ONE}]

    def reach(self, states: Collection[str], actions: Collection[str]) -> frozenset[str]:
        """These states, and all that moves on these actions lead to."""
        found, todo = set(states), list(states)
        while todo:
            new = self.moved({todo.pop()}, actions) - found
            found |= new
            todo.extend(new)
        return frozenset(found)

    def moved(self, states: Collection[str], actions: Collection[str]) -> set[str]:
        offers = (offer for p in states for offer in self.moves.get(p, {}).items())
        return {q for action, offered in offers if action in actions for mu in offered for q in mu}

    def after(self, states: Collection[str], action: str | None) -> frozenset[str]:
        """Where the completed model may be after the action, before and after any hidden moves."""
        before = self.reach(states, {TAU})
        return self.reach(self.moved(before, {action}), {TAU}) if action in self.alphabet else before


class System:
    """The composition of the components, one state at a time."""

    def __init__(self, components: list[Model]) -> None:
        need(len(components) > 0, "there are no components")
        self.components = components
        self.initial = tuple(model.initial for model in components)
        actions = {action for model in components for action in model.alphabet}
        self.taking = {a: [i for i, model in enumerate(components) if a in model.alphabet] for a in actions}

    def moves(self, state: State) -> Iterator[tuple[str, dict[State, Fraction]]]:
        """Every (action, distribution over tuples) that the composition can do in this tuple of states."""
        need(len(state) == len(self.components), f"{state!r} does not have one state for each component")
        offers = [model.moves.get(part, {}) for model, part in zip(self.components, state, strict=True)]
        hidden = [(TAU, [i]) for i, offer in enumerate(offers) if TAU in offer]
        visible = [(action, self.taking[action]) for action in {a for offer in offers for a in offer} - {TAU}]
        for action, taking in hidden + visible:
            for chosen in product(*(offers[i].get(action, ()) for i in taking)):
                yield action, self.product(state, dict(zip(taking, chosen, strict=True)))

    def product(self, state: State, moving: dict[int, Shares]) -> dict[State, Fraction]:
        outcomes = product(*((moving.get(i) or {part: ONE}).items() for i, part in enumerate(state)))
        return {tuple(part for part, _ in outcome): prod((p for _, p in outcome), start=ONE) for outcome in outcomes}


def weight_function(image: dict[Row, Fraction], nu: Shares) -> dict[tuple[Row, str], Fraction]:
    """Weights from rows (the states that may be reached, with mass) to the states of nu, by augmenting paths."""
    weights = dict.fromkeys(product(image, nu), Fraction(0))
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


def matches(image: dict[Row, Fraction], nu: Shares) -> bool:
    """Is there a weight function? The result of the search must satisfy Def. 4."""
    weights = weight_function(image, nu)
    return (
        all(weight == 0 or (weight > 0 and q in row) for (row, q), weight in weights.items())
        and all(sum(weights[row, q] for q in nu) == mass for row, mass in image.items())
        and all(sum(weights[row, q] for row in image) == mass for q, mass in nu.items())
    )


Simulated = tuple[int, Row, Iterator[Obligation]]
"""A relation, whatever its representation: the number of states that it relates, the row of the initial state, and the
obligations of all states that it relates. The row of a state is what is above it."""


def of_groups(groups: Any, system: System) -> Simulated:
    """Each group is a list of states with the row that they have in common."""
    row_of: dict[State, Row] = {}
    for group in items(groups):
        row = frozenset(frozenset(names(p)) if type(p) is list else name(p) for p in items(get(group, "simulated_by")))
        row_of |= {tuple(map(name, items(state))): row for state in items(get(group, "states"))}
    return len(row_of), row_of.get(system.initial, frozenset()), obligations(row_of, system)


def obligations(row_of: dict[State, Row], system: System) -> Iterator[Obligation]:
    for state, row in row_of.items():
        for action, mu in system.moves(state):
            image: dict[Row, Fraction] = {}
            for successor, weight in mu.items():
                above = row_of.get(successor, frozenset())
                image[above] = image.get(above, 0) + weight
            yield state, row, action, image


REPRESENTATIONS = {"groups": of_groups}


def simulated(relation: Any, system: System) -> Simulated:
    """The relation, read from the one representation that it has."""
    need(type(relation) is dict and len(relation) == 1, "a relation does not have exactly one representation")
    ((representation, content),) = relation.items()
    return REPRESENTATIONS[choice(representation, REPRESENTATIONS, "the representation of a relation")](content, system)


def simulates(specification: Model, p: Any, action: str | None, image: dict[Row, Fraction]) -> bool:
    """Does a state of the specification answer the action by a distribution that matches (Def. 5)?"""
    return any(matches(image, nu) for nu in specification.answers(p, action))


def includes(specification: Model, p: Any, action: str | None, image: dict[Row, Fraction]) -> bool:
    """Is a set, not empty, above the next state, within what the specification reaches from the set `p`?"""
    reached = specification.after(as_set(p), action)
    return all(any(frozenset() < as_set(q) <= reached for q in row) for row in image)


def as_set(p: Any) -> frozenset[str]:
    return frozenset([p] if type(p) is str else p)


Follows = Callable[[Model, Any, str | None, dict[Row, Fraction]], bool]
"""Does what is above a state of the system answer an action that leads to an image?"""


class AuditedQuestion(NamedTuple):
    """The system and the specification that the verdict is about, the assumptions, and how to follow the system."""

    system: System
    specification: Model
    assumptions: list[Model]
    follows: Follows


def check_following(system: System, above: Model, relation: Any, question: AuditedQuestion) -> int:
    """The relation shows that the model above follows the system. If hidden moves count, none gets lost at a model that
    has none, below a specification that has some. Returns the number of states that the relation relates."""
    states, initial, obliged = simulated(relation, system)
    need(question.follows(above, above.initial, None, {initial: ONE}), "the initial states are not related")
    loses = question.follows is simulates and question.specification.hides and not above.hides
    able: dict[Any, bool] = {}
    for state, row, action, image in obliged:
        asked = action, frozenset(image.items())
        for p in row:
            need(not loses or action != TAU, "hidden moves get lost below a model that has none, and P has some")
            if (asked, p) not in able:
                able[asked, p] = question.follows(above, p, action, image)
            need(able[asked, p], f"{p!r} cannot answer {action!r} of {state!r}")
    return states


def check_whole(question: AuditedQuestion, certificate: Any) -> str:
    """The specification follows the composition of all components."""
    states = check_following(question.system, question.specification, get(certificate, "relation"), question)
    return f"a relation over {states} states of the system"


class AuditedPremise(NamedTuple):
    """`below[0] ‖ below[1] ‖ … ≼ above`, by the names of the models, and the relation that shows it."""

    below: list[str]
    above: str
    relation: Any


def check_proof(question: AuditedQuestion, certificate: Any) -> str:
    """The premises imply the claim, and each premise holds."""
    given = {"L": question.system.components, "A": question.assumptions}
    given["R"] = [Model(data) for data in items(get(certificate, "abstractions"))]
    models = {f"{letter}{i}": model for letter in given for i, model in enumerate(given[letter], 1)}
    entries = [data if type(data) is list else [data] for data in items(get(certificate, "premises"))]
    steps = [[read_premise(data, models) for data in entry] for entry in entries]
    components = [part for part in models if part.startswith("L")]
    implication = choice(get(certificate, "implication"), IMPLICATIONS, "the implication")
    IMPLICATIONS[implication]([replacement(step, models, question) for step in steps], components)
    premises = [premise for step in steps for premise in step]
    used = {part for premise in premises for part in premise.below}
    need(models.keys() == used | {*components}, "an assumption is not part of the proof")
    for premise in premises:
        check_premise(premise, models, question)
    return f"{len(premises)} premises, each with a relation"


def read_premise(data: Any, models: dict[str, Model]) -> AuditedPremise:
    below, above = [name(part) for part in items(get(data, "below"))], name(get(data, "above"))
    need(models.keys() >= {*below} and above in {*models, "P"}, "a premise names a model that is not in the file")
    return AuditedPremise(below, above, get(data, "relation"))


def check_premise(premise: AuditedPremise, models: dict[str, Model], question: AuditedQuestion) -> None:
    """The premise is one that composition preserves: the models below may replace the one above anywhere."""
    system = System([models[part] for part in premise.below])
    above = models.get(premise.above, question.specification)
    known = above.alphabet & question.system.taking.keys() if premise.above == "P" else above.alphabet
    need(known <= system.taking.keys(), "the model above a premise knows an action that no model below it knows")
    check_following(system, above, premise.relation, question)


Replacement = tuple[str, list[str]]
"""The model that is replaced, and those that take its place."""


def replacement(step: list[AuditedPremise], models: dict[str, Model], question: AuditedQuestion) -> Replacement:
    """What a premise replaces; or two premises about the same model, each with an assumption that is the last one below
    it: whatever the models do, one of the assumptions allows it (Barringer, Giannakopoulou, Păsăreanu, 2003)."""
    if len(step) == 1:
        return step[0].above, step[0].below
    need(question.follows is includes and len(step) == 2, "premises come one by one; for traces, also in pairs")
    one, two = step
    need(one.above == two.above and all([one.below, two.below]), "two premises do not make a pair")
    check_cover(models[one.below[-1]], models[two.below[-1]])
    return one.above, one.below[:-1] + two.below[:-1]


def check_cover(one: Model, two: Model) -> None:
    """Each word over the alphabet of the two models is a trace of one of them."""
    need(one.alphabet == two.alphabet, "the two assumptions of a pair have different alphabets")
    found = new = {(one.after({one.initial}, TAU), two.after({two.initial}, TAU))}
    while new:
        new = {(one.after(left, a), two.after(right, a)) for left, right in new for a in one.alphabet} - found
        need(all(map(any, new)), "some word is a trace of neither assumption of a pair")
        found |= new


def by_substitution(steps: list[Replacement], components: list[str]) -> None:
    """Each step replaces the model above it by the models below it, from P down to the components, each once."""
    present = ["P"]
    for above, below in steps:
        need(above in present, f"a premise replaces {above}, which the premises before it do not use")
        present.remove(above)
        present += below
    need(sorted(present) == sorted(components), "the premises do not lead from P to exactly the components")


IMPLICATIONS = {"substitution": by_substitution}


def check_tree(question: AuditedQuestion, counterexample: Any) -> str:
    """The tree is below the system and not below the specification."""
    tree, specification = executed_tree(question, counterexample), question.specification
    refuted: set[tuple[str, str]] = set()
    for step in items(get(counterexample, "refutation")):
        refuted.add(refuted_pair(step, tree, specification, refuted))
    need((tree.initial, specification.initial) in refuted, "the initial states are not refuted")
    return f"a tree of {len(tree.reachable)} nodes, refuted in {len(refuted)} steps"


def check_trace(question: AuditedQuestion, counterexample: Any) -> str:
    """The tree is below the system and has one path; its visible actions are the trace, which is not allowed."""
    tree, specification = executed_tree(question, counterexample), question.specification
    visible = [action for action in path(tree) if action != TAU]
    need(visible == items(get(counterexample, "trace")), "the trace is not the path of the tree")
    reached = frozenset([specification.initial])
    for action in visible:
        reached = specification.after(reached, action)
    need(not reached, "the specification allows the trace")
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
    """The length of the longest path of a tree, whose nodes may be shared: each comes after all that lead to it."""
    below = {node: tree.moved({node}, {TAU, *tree.alphabet}) for node in tree.reachable}
    waiting = Counter(child for node in below for child in below[node])
    moves, ready = -1, {tree.initial}
    while ready:
        waiting.subtract(reached := [child for node in ready for child in below[node]])
        moves, ready = moves + 1, {child for child in reached if waiting[child] == 0}
    need(not any(waiting.values()), "the tree has a cycle")
    return moves


def path(tree: Model) -> Iterator[str]:
    """The actions of a tree without cycles that has no branches."""
    node = tree.initial
    while node in tree.moves:
        moves = [(a, child) for a, offered in tree.moves[node].items() for mu in offered for child in mu]
        need(len(moves) == 1, "the tree of the trace has branches")
        ((action, node),) = moves
        yield action


Checks = dict[str, Callable[[AuditedQuestion, Any], str]]
"""By the kind of the evidence, the function that checks it; the result says in words what was shown."""


class RelationChecks(NamedTuple):
    """Is the relation defined for plain LTSs only? How a specification follows a system, and how to check the evidence
    for each verdict."""

    is_plain: bool
    follows: Follows
    checks: dict[str, Checks]


CERTIFICATES: Checks = {"simulation": check_whole, "assume-guarantee": check_proof}
ASSUMING = [check_proof]
"""These checks ensure that each assumption is part of the proof; with others a verdict has no assumptions."""
RELATIONS = {
    "simulation": RelationChecks(False, simulates, {"holds": CERTIFICATES, "violated": {"tree": check_tree}}),
    "traces": RelationChecks(True, includes, {"holds": CERTIFICATES, "violated": {"trace": check_trace}}),
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
    specification: Facts | None = None
    """Of an accepted verdict: the specification that it is about."""

    def __bool__(self) -> bool:
        return self.accepted


CheckMinimality = Callable[[dict[str, Any], AuditedQuestion], str]
"""Checks how small the file says that assumptions can be; the result says in words what was shown."""


def refuse_minimality(document: dict[str, Any], question: AuditedQuestion) -> str:
    """This file does not check it; `minimality.py` does."""
    need(document.get("minimality") is None, "minimality.py, not audit.py, checks how small an assumption can be")
    return ""


def judge(document: dict[str, Any], check_minimality: CheckMinimality) -> Audit:
    """The one place that accepts."""
    claim, relation = document["verdict"], choice(get(document, "relation"), RELATIONS, "the relation")
    described, specified = items(get(document, "components")), get(document, "specification")
    components, specification = [Model(get(one, "model")) for one in described], Model(get(specified, "model"))
    assumptions = [Model(data) for data in items(get(document, "assumptions"))]
    question = AuditedQuestion(System(components), specification, assumptions, RELATIONS[relation].follows)
    is_plain = all(map(Model.is_lts, [*components, specification]))
    need(is_plain or not RELATIONS[relation].is_plain, "the components or the specification are not plain LTSs")
    need(claim != "unknown", "the verdict is unknown: there is no evidence to check")
    given = {"holds": get(document, "certificate"), "violated": get(document, "counterexample")}
    present = [word for word in given if given[word] is not None]
    need(present == [claim], "'holds' needs a certificate and no counterexample, 'violated' the reverse")
    checks = RELATIONS[relation].checks[claim]
    check = checks[choice(get(given[claim], "kind"), checks, "the kind of evidence")]
    need(check in ASSUMING or not assumptions, "an assumption is not part of the proof")
    facts = tuple(model.facts(one) for model, one in zip(components, described, strict=True))
    shown = check(question, given[claim]) + check_minimality(document, question)
    return Audit(True, shown, claim, relation, facts, specification.facts(specified))


def rejection(error: Exception, claim: str = "") -> Audit:
    known = isinstance(error, Rejected)  # otherwise malformed in a way that no check foresees: not evidence
    return Audit(False, str(error) if known else f"malformed evidence: {type(error).__name__}: {error}", claim)


def audit_document(document: Any, check_minimality: CheckMinimality) -> Audit:
    """Check one verdict. Fails closed: every failure is a rejection. The one exception is `MemoryError`, which says
    nothing about the evidence."""
    claim = ""
    try:
        need_format(document, "symag-verdict", "the verdict")
        claim = choice(get(document, "verdict"), ("holds", "violated", "unknown"), "the verdict")
        return judge(document, check_minimality)
    except MemoryError:
        raise
    except Exception as error:
        return rejection(error, claim)


def audit_each(text: str, check_minimality: CheckMinimality = refuse_minimality) -> list[Audit]:
    """Check every verdict in the text of a file: its one verdict, or each of `{"questions": [verdict, …]}`."""
    try:
        document = read(text)
    except (Rejected, RecursionError) as error:
        return [rejection(error)]
    several = document.get("questions") if type(document) is dict and "verdict" not in document else None
    documents = several if type(several) is list and several else [document]
    return [audit_document(one, check_minimality) for one in documents]


def audit(text: str) -> Audit:
    """Check the one verdict in the text of a file."""
    first, *others = audit_each(text)
    return first if not others else Audit(False, f"the file has {len(others) + 1} verdicts, not one")


def text_of(result: Audit) -> str:
    """The result for people, in ASCII."""
    text = f"{'accepted' if result else 'REJECTED'}: {result.verdict or 'no verdict'}, {result.reason}"
    for facts in (*result.components, *filter(None, [result.specification])):
        text += f"\n  {facts.name!a}: {facts.states} states, {facts.transitions} transitions, sha256 {facts.sha256}"
    return text.encode("ascii", "backslashreplace").decode()


def main(arguments: list[str], ask: Callable[[str], list[Audit]] = audit_each) -> int:
    """`python audit.py verdict.json` (or `-`, standard input): 0 if accepted, 4 if not, 3 if memory is used up."""
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
