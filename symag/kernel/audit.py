"""The kernel: checks the evidence in a verdict file, with Python's standard library and nothing else.

It shares no code with the rest of symag: it reads the JSON itself, composes the components itself, one state at a time,
and computes with fractions. It can be copied out and run alone: `python audit.py verdict.json`. There is one way to be
accepted, at the end of `judge`; whatever goes wrong on the way there, of whatever kind, is a rejection.

What is checked (the definitions are those of Komuravelli, Păsăreanu and Clarke, CAV 2012):

- `holds`: the certificate's relation contains the initial pair and is a strong simulation (Def. 5) between the
  composition of the components (Def. 3) and the completed specification. A weight function (Def. 4) is found for every
  distribution, and checked after it was found: the search is not trusted.
- `holds` by the rule ASYM-N (section 5): so does a relation for each premise, L_1 ‖ A_1 ≼ P, L_2 ‖ A_2 ≼ A_1, … The
  rule needs that an assumption takes part in nothing that what it stands for does not take part in, and that nothing
  which P speaks of, or which is hidden, gets lost on the way (Lemma 2, Theorem 1, with completion).
- `violated`: the counterexample is below the composition, because its execution mapping follows transitions of the
  composition; and it is not below the specification, because of an ordered refutation. In each step one move has no
  answer: against every answer there is a cut (S, T) that weighs more than 1 while all of S × T is refuted already
  (Lemma 1).
- traces instead of simulation: the same, of plain LTSs. The specification is deterministic and hides nothing, so it
  simulates a system if and only if it allows each of its traces.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

TAU = "tau"
Shares = dict[str, Fraction]
State = tuple[str, ...]
Row = frozenset[str]
NUMBER = re.compile(r"(\d{1,4000})(?:/(\d{1,4000})|\.(\d{1,4000}))?", re.ASCII)


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
        need(len(table) == len(pairs), "a key is there twice")
        return table

    def no_constant(constant: str) -> None:
        raise Rejected(f"{constant} is not a number")

    return json.loads(text, object_pairs_hook=unique, parse_int=Number, parse_float=Number, parse_constant=no_constant)


def name(value: Any) -> str:
    need(type(value) is str, "a name is not a string")
    return str(value)


def items(value: Any) -> list[Any]:
    need(type(value) is list, "what should be a list is none")
    return list(value)


def names(value: Any) -> set[str]:
    return {name(item) for item in items(value)}


def share(value: Any) -> Fraction:
    match = NUMBER.fullmatch(value)
    if match is None:
        raise Rejected(f"{value!r} is not a probability")
    whole, below, decimals = match.groups()
    if decimals:
        return Fraction(int(whole + decimals), 10 ** len(decimals))
    return Fraction(int(whole), int(below or 1))


def distribution(to: Any) -> Shares:
    """A target as a map from states to positive fractions that sum to exactly one."""
    shares = {name(to): Fraction(1)} if not isinstance(to, dict) else {name(s): share(p) for s, p in to.items()}
    need(all(p > 0 for p in shares.values()) and sum(shares.values()) == 1, f"{to!r} is not a distribution")
    return shares


class Model:
    """A model in the native format: `moves[state][action]` lists distributions."""

    def __init__(self, data: dict[str, Any]) -> None:
        version = type(data["version"]) is Number and data["version"] == "1"
        need(data["format"] == "symag-lpts" and version, "a model is not in the format symag-lpts 1")
        self.initial = name(data["initial"])
        self.alphabet = names(data["alphabet"])
        need(TAU not in self.alphabet, "tau is in an alphabet")
        self.moves: dict[str, dict[str, list[Shares]]] = {}
        for row in items(data["transitions"]):
            action = name(row["action"])
            need(action == TAU or action in self.alphabet, f"the action {action!r} is not in the alphabet")
            offered = self.moves.setdefault(name(row["from"]), {}).setdefault(action, [])
            offered.append(distribution(row["to"]))
        todo, self.reachable = [self.initial], {self.initial}
        while todo:
            for offered in self.moves.get(todo.pop(), {}).values():
                new = {state for mu in offered for state in mu} - self.reachable
                self.reachable |= new
                todo.extend(new)
        self.hides = any(TAU in self.moves.get(state, {}) for state in self.reachable)

    def is_lts(self) -> bool:
        return all(len(mu) == 1 for moves in self.moves.values() for offered in moves.values() for mu in offered)

    def is_safe(self) -> bool:
        """Is it a plain LTS that hides nothing, and has at most one move on an action?"""
        return self.is_lts() and all(TAU not in m and {1} >= set(map(len, m.values())) for m in self.moves.values())

    def on(self, state: str, action: str) -> list[Shares]:
        return self.moves.get(state, {}).get(action, [])

    def answers(self, state: str, action: str) -> list[Shares]:
        """The moves of the completed model: what it does not know it answers by staying."""
        known = self.hides if action == TAU else action in self.alphabet
        return self.on(state, action) if known else [{state: Fraction(1)}]


class System:
    """The composition of the components, one state at a time."""

    def __init__(self, components: list[Model]) -> None:
        need(len(components) > 0, "there are no components")
        self.components = components
        self.initial = tuple(model.initial for model in components)
        actions: set[str] = set().union(*(model.alphabet for model in components))
        self.taking = {a: [i for i, model in enumerate(components) if a in model.alphabet] for a in actions}

    def moves(self, state: State) -> Iterator[tuple[str, dict[State, Fraction]]]:
        """Every (action, distribution over tuples) that the composition can do in this tuple of states."""
        need(len(state) == len(self.components), f"{state!r} does not have one state for each component")
        for i, model in enumerate(self.components):
            for mu in model.on(state[i], TAU):
                yield TAU, self.product(state, {i: mu})
        offers = (model.moves.get(part, {}) for model, part in zip(self.components, state, strict=True))
        for action in {a for offer in offers for a in offer} - {TAU}:
            taking = self.taking[action]
            for chosen in product(*(self.components[i].on(state[i], action) for i in taking)):
                yield action, self.product(state, dict(zip(taking, chosen, strict=True)))

    def product(self, state: State, moving: dict[int, Shares]) -> dict[State, Fraction]:
        factors = [moving.get(i) or {part: Fraction(1)} for i, part in enumerate(state)]
        result: dict[State, Fraction] = {}
        for outcome in product(*(factor.items() for factor in factors)):
            weight = Fraction(1)
            for _, p in outcome:
                weight *= p
            result[tuple(part for part, _ in outcome)] = weight
        return result


def weight_function(image: dict[Row, Fraction], nu: Shares) -> dict[tuple[Row, str], Fraction]:
    """Weights from rows (the states that may be reached, with mass) to the states of nu, by augmenting paths."""
    weights = {(row, q): Fraction(0) for row in image for q in nu}
    room = dict(nu)
    for source, mass in image.items():
        left = mass
        while left > 0:
            reached: dict[str, Row] = {}
            via: dict[Row, str] = {}
            queue, end = [source], None
            for row in queue:
                for q in row & (nu.keys() - reached.keys()):
                    reached[q] = row
                    end = q if room[q] > 0 else end
                    for other in image.keys() - via.keys() - {source}:
                        if weights[other, q] > 0:
                            via[other] = q
                            queue.append(other)
                if end is not None:
                    break
            if end is None:
                return weights
            steps, last = [], end
            while reached[last] != source:
                steps.append((reached[last], last, via[reached[last]]))
                last = via[reached[last]]
            amount = min([left, room[end], *(weights[row, loses] for row, _, loses in steps)])
            for row, gains, loses in steps:
                weights[row, gains] += amount
                weights[row, loses] -= amount
            weights[source, last] += amount
            left -= amount
            room[end] -= amount
    return weights


def matches(image: dict[Row, Fraction], nu: Shares) -> bool:
    """Is there a weight function? Whatever the search found is checked against Def. 4."""
    weights = weight_function(image, nu)
    return (
        all(weight == 0 or (weight > 0 and q in row) for (row, q), weight in weights.items())
        and all(sum(weights[row, q] for q in nu) == mass for row, mass in image.items())
        and all(sum(weights[row, q] for row in image) == mass for q, mass in nu.items())
    )


def check_simulation(system: System, specification: Model, certificate: dict[str, Any], hiding: bool = True) -> str:
    """The certificate's relation is a strong simulation that contains the initial pair; without hidden moves, if so."""
    need(certificate["kind"] == "simulation", "the certificate is not a simulation")
    row_of: dict[State, Row] = {}
    for group in items(certificate["relation"]):
        row = frozenset(names(group["simulated_by"]))
        row_of.update((tuple(name(part) for part in items(state)), row) for state in items(group["states"]))
    need(specification.initial in row_of.get(system.initial, ()), "the initial states are not related")
    able: dict[Any, bool] = {}
    for state, row in row_of.items():
        for action, mu in system.moves(state):
            image: dict[Row, Fraction] = {}
            for successor, weight in mu.items():
                above = row_of.get(successor, frozenset())
                image[above] = image.get(above, Fraction(0)) + weight
            question = action, frozenset(image.items())
            for p in row:
                need(hiding or action != TAU, "hidden moves get lost below an assumption, and P has such moves")
                if (question, p) not in able:
                    able[question, p] = any(matches(image, nu) for nu in specification.answers(p, action))
                need(able[question, p], f"{p!r} cannot answer {action!r} of {state!r}")
    return f"a simulation over {len(row_of)} states of the system"


def check_tree(system: System, specification: Model, counterexample: dict[str, Any]) -> str:
    """The tree is below the system and not below the specification."""
    need(counterexample["kind"] in ("tree", "trace"), "the counterexample is neither a tree nor a trace")
    tree = Model(counterexample["tree"])
    if counterexample["kind"] == "trace":
        need([a for a in trace(tree) if a != TAU] == items(counterexample["trace"]), "the trace is not the tree's")
    mapping = counterexample["execution"].items()
    execution = {name(node): tuple(name(part) for part in items(at)) for node, at in mapping}
    need(execution[tree.initial] == system.initial, "the tree does not start where the system starts")
    for node, offered in tree.moves.items():
        possible = list(system.moves(execution[node]))
        for action, distributions in offered.items():
            for mu in distributions:
                mapped = {execution[child]: weight for child, weight in mu.items()}
                need(len(mapped) == len(mu), f"two outcomes of {node!r} are mapped to one state")
                need((action, mapped) in possible, f"the system cannot do the {action!r} of {node!r}")
    refuted: set[tuple[str, str]] = set()
    for step in items(counterexample["refutation"]):
        node, p, action = name(step["node"]), name(step["not_below"]), name(step["action"])
        mu = distribution(step["to"])
        need(mu in tree.on(node, action), f"{node!r} has no such move on {action!r}")
        cuts = [(names(left), names(right)) for left, right in map(items, items(step["cuts"]))]
        for left, right in cuts:
            need(all((n, q) in refuted for n in left for q in right), f"a cut at {node!r} cites what was not refuted")
        for nu in specification.answers(p, action):
            weights = [sum(mu.get(n, 0) for n in left) + sum(nu.get(q, 0) for q in right) for left, right in cuts]
            need(any(weight > 1 for weight in weights), f"{p!r} may answer the {action!r} of {node!r}")
        refuted.add((node, p))
    need((tree.initial, specification.initial) in refuted, "the initial states were not refuted")
    return f"a tree of {len(execution)} nodes, refuted in {len(refuted)} steps"


def trace(tree: Model) -> Iterator[str]:
    """The actions of a tree without branches."""
    node = tree.initial
    for _ in tree.moves:
        ((action, ((node,),)),) = tree.moves[node].items()
        yield action


def check_premises(components: list[Model], specification: Model, document: dict[str, Any]) -> str:
    """Each premise of the rule is a simulation, and the rule applies: L_k ‖ A_k ≼ A_(k-1), where A_0 is P."""
    certificate, assumptions = document["certificate"], [Model(data) for data in items(document["assumptions"])]
    need(all(type(size) is Number for size in items(certificate["sides"])), "a side is not given by a number")
    sizes = [int(size) for size in certificate["sides"]]
    premises = items(certificate["premises"])
    need(all(size > 0 for size in sizes) and sum(sizes) == len(components), "the sides are not the components")
    need(len(sizes) == len(premises) == len(assumptions) + 1, "there is not one assumption between any two sides")
    actions: set[str] = set().union(*(model.alphabet for model in components))
    above, rest = specification, components
    for size, premise, below in zip(sizes, premises, [*assumptions, None], strict=True):
        system = System(rest[:size] + ([below] if below else []))
        spoken_of = above.alphabet & actions if above is specification else above.alphabet
        need(spoken_of <= system.taking.keys(), "an action that is spoken of above an assumption is not known below it")
        check_simulation(system, above, premise, above.hides or not specification.hides)
        above, rest = below or above, rest[size:]
    return f"{len(premises)} premises, each a simulation"


class Audit(NamedTuple):
    """True if and only if the evidence was accepted; `reason` says what was shown, or what is wrong."""

    accepted: bool
    reason: str

    def __bool__(self) -> bool:
        return self.accepted


def judge(text: str) -> Audit:
    """The one place that accepts."""
    document = read(text)
    need(document["relation"] in ("simulation", "traces"), "the relation is neither simulation nor traces")
    components = [Model(component["model"]) for component in items(document["components"])]
    system, specification = System(components), Model(document["specification"]["model"])
    if document["relation"] == "traces":
        need(all(map(Model.is_lts, components)) and specification.is_safe(), "no plain LTSs below a safety LTS")
    if document["verdict"] == "holds" and document["certificate"]["kind"] == "assume-guarantee":
        shown = check_premises(components, specification, document)
    elif document["verdict"] == "holds":
        shown = check_simulation(system, specification, document["certificate"])
    else:
        need(document["verdict"] == "violated", "there is no verdict to check")
        shown = check_tree(system, specification, document["counterexample"])
    return Audit(True, shown)


def audit(text: str) -> Audit:
    """Check a verdict, given as the text of its file. Fails closed: whatever goes wrong is a rejection."""
    try:
        return judge(text)
    except Rejected as reason:
        return Audit(False, str(reason))
    except Exception as error:  # malformed in a way that nobody foresaw: not evidence
        return Audit(False, f"malformed evidence: {type(error).__name__}: {error}")


def main(arguments: list[str]) -> int:
    """`python audit.py verdict.json` (or `-`, standard input): 0 if accepted, 4 otherwise."""
    try:
        (path,) = arguments
        with open(0 if path == "-" else path, encoding="utf-8") as file:
            result = audit(file.read())
    except (OSError, ValueError) as error:
        result = Audit(False, f"there is no verdict to read: {error}")
    print("accepted:" if result else "REJECTED:", result.reason.encode("ascii", "backslashreplace").decode())
    return 0 if result else 4


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
