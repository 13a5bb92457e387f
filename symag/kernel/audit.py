"""The kernel: checks the evidence in a verdict file, with Python's standard library and nothing else.

It shares no code with the rest of symag: it reads the JSON itself, composes the components itself, one state at a time,
and computes with fractions. It can be copied out and run alone: `python audit.py verdict.json`. There is one way to be
accepted, at the end of `judge`; whatever goes wrong on the way there, of whatever kind, is a rejection.

What is checked (the definitions are those of Komuravelli, Păsăreanu and Clarke, CAV 2012):

- `holds`: the certificate's relation contains the initial pair and is a strong simulation (Def. 5) between the
  composition of the components (Def. 3) and the completed specification. A weight function (Def. 4) is found for every
  distribution, and checked after it was found: the search is not trusted.
- `holds` by premises, of which the rules ASYM and ASYM-N (section 5) are cases: L_1 ‖ A_1 ≼ P, L_2 ‖ A_2 ≼ A_1, … The
  list of premises is a derivation: each replaces what is above by what is below, from P down to the components, and
  each is shown by a simulation. It needs that an assumption takes part in nothing that what it stands for does not take
  part in, and that nothing which P speaks of, or which is hidden, gets lost on the way (Lemma 2, Theorem 1, with
  completion).
- `violated`: the counterexample is below the composition, because its execution mapping follows transitions of the
  composition; and it is not below the specification, because of an ordered refutation. In each step one move has no
  answer: against every answer there is a cut (S, T) that weighs more than 1 while all of S × T is refuted already
  (Lemma 1). The counterexample is a tree, of which nodes may be shared: it has no cycle.
- traces instead of simulation: the same, of plain LTSs. The specification is deterministic and hides nothing, so it
  simulates a system if and only if it allows each of its traces. The counterexample is one path.

An accepted verdict says which models it is about: by name, size, and the SHA-256 of `Model.canonical`. Sizes and depths
in the file are compared with what the kernel counts, and all assumptions in it are part of the proof. Whatever else the
file says (statistics, history, notes, `claims`) is not looked at, and is not shown by an acceptance.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
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

    try:
        return json.loads(
            text, object_pairs_hook=unique, parse_int=Number, parse_float=Number, parse_constant=no_constant
        )
    except ValueError as error:
        raise Rejected(f"this is not JSON: {error}") from None


def get(data: Any, key: str) -> Any:
    need(type(data) is dict and key in data, f"the key {key!r} is missing")
    return data[key]


def need_format(data: Any, wanted: str, what: str) -> None:
    version = get(data, "version")
    is_known = get(data, "format") == wanted and type(version) is Number and version == "1"
    need(is_known, f"{what} is not in the format {wanted} 1")


def name(value: Any) -> str:
    need(type(value) is str, "a name is not a string")
    return str(value)


def items(value: Any) -> list[Any]:
    need(type(value) is list, "what should be a list is none")
    return list(value)


def names(value: Any) -> set[str]:
    return {name(item) for item in items(value)}


def share(value: Any) -> Fraction:
    match = NUMBER.fullmatch(value) if isinstance(value, str) else None
    if match is None or not int(match[2] or 1):
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


def digest(canonical: list[Any]) -> str:
    return sha256(json.dumps(canonical).encode()).hexdigest()


class Facts(NamedTuple):
    """Which model it is: what the file calls it, and what the kernel counted."""

    name: str
    states: int
    transitions: int
    sha256: str


class Model:
    """A model in the native format: `moves[state][action]` lists distributions."""

    def __init__(self, data: Any) -> None:
        need_format(data, "symag-lpts", "a model")
        self.initial = name(get(data, "initial"))
        self.alphabet = names(get(data, "alphabet"))
        need(TAU not in self.alphabet, "tau is in an alphabet")
        self.moves: dict[str, dict[str, list[Shares]]] = {}
        for row in items(get(data, "transitions")):
            action = name(get(row, "action"))
            need(action == TAU or action in self.alphabet, f"the action {action!r} is not in the alphabet")
            offered = self.moves.setdefault(name(get(row, "from")), {}).setdefault(action, [])
            offered.append(distribution(get(row, "to")))
        todo, self.reachable = [self.initial], {self.initial}
        while todo:
            for offered in self.moves.get(todo.pop(), {}).values():
                new = {state for mu in offered for state in mu} - self.reachable
                self.reachable |= new
                todo.extend(new)
        self.hides = any(TAU in self.moves.get(state, {}) for state in self.reachable)

    def canonical(self) -> list[Any]:
        """Initial state, alphabet and transitions, of the reachable part, in an order that depends on nothing else."""
        rows = {
            (state, action, tuple(sorted((goal, str(p)) for goal, p in mu.items())))
            for state in self.reachable
            for action, offered in self.moves.get(state, {}).items()
            for mu in offered
        }
        return [self.initial, sorted(self.alphabet), sorted(rows)]

    def facts(self, described: Any) -> Facts:
        """What the model is, which must be what the file says of it."""
        canonical = self.canonical()
        states, transitions = len(self.reachable), len(canonical[-1])
        sizes = [get(described, "states"), get(described, "transitions")]
        need(sizes == [str(states), str(transitions)], "a model has another size")
        return Facts(name(get(described, "name")), states, transitions, digest(canonical))

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


def of_groups(content: Any) -> dict[State, Row]:
    """States, grouped by the states of the specification that simulate them."""
    row_of: dict[State, Row] = {}
    for group in items(content):
        row = frozenset(names(get(group, "simulated_by")))
        states = (tuple(name(part) for part in items(state)) for state in items(get(group, "states")))
        row_of.update((state, row) for state in states)
    return row_of


REPRESENTATIONS = {"groups": of_groups}


def related(relation: Any) -> dict[State, Row]:
    """What simulates each state, from the one representation that the relation has; its key says which."""
    need(type(relation) is dict and len(relation) == 1, "a relation does not have one representation")
    ((representation, content),) = relation.items()
    need(representation in REPRESENTATIONS, f"{representation!r} is not a representation of a relation")
    return REPRESENTATIONS[representation](content)


def check_simulation(system: System, specification: Model, relation: Any, hiding: bool = True) -> int:
    """The relation is a strong simulation that contains the initial pair; without hidden moves, if so. Its states."""
    row_of = related(relation)
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
    return len(row_of)


def check_tree(system: System, specification: Model, counterexample: Any, is_trace: bool) -> str:
    """The tree is below the system and not below the specification."""
    need(get(counterexample, "kind") == ("trace" if is_trace else "tree"), "the counterexample is of another kind")
    tree = Model(get(counterexample, "tree"))
    need(get(counterexample, "depth") == str(depth(tree)), "the tree has another depth")
    if is_trace:
        need([a for a in trace(tree) if a != TAU] == items(get(counterexample, "trace")), "the trace is not the tree's")
    need(type(get(counterexample, "execution")) is dict, "the execution maps no nodes")
    mapping = counterexample["execution"].items()
    execution = {name(node): tuple(name(part) for part in items(at)) for node, at in mapping}
    need(tree.reachable == execution.keys() >= tree.moves.keys(), "the execution does not map the nodes of the tree")
    need(execution[tree.initial] == system.initial, "the tree does not start where the system starts")
    for node, offered in tree.moves.items():
        possible = list(system.moves(execution[node]))
        for action, distributions in offered.items():
            for mu in distributions:
                mapped = {execution[child]: weight for child, weight in mu.items()}
                need(len(mapped) == len(mu), f"two outcomes of {node!r} are mapped to one state")
                need((action, mapped) in possible, f"the system cannot do the {action!r} of {node!r}")
    refuted: set[tuple[str, str]] = set()
    for step in items(get(counterexample, "refutation")):
        node, p, action = (name(get(step, key)) for key in ("node", "not_below", "action"))
        mu = distribution(get(step, "to"))
        need(mu in tree.on(node, action), f"{node!r} has no such move on {action!r}")
        cuts = [[names(side) for side in items(cut)] for cut in items(get(step, "cuts"))]
        need(all(len(cut) == 2 for cut in cuts), f"a cut at {node!r} does not have two sides")
        for left, right in cuts:
            need(all((n, q) in refuted for n in left for q in right), f"a cut at {node!r} cites what was not refuted")
        for nu in specification.answers(p, action):
            weights = [sum(mu.get(n, 0) for n in left) + sum(nu.get(q, 0) for q in right) for left, right in cuts]
            need(any(weight > 1 for weight in weights), f"{p!r} may answer the {action!r} of {node!r}")
        refuted.add((node, p))
    need((tree.initial, specification.initial) in refuted, "the initial states were not refuted")
    return f"a tree of {len(execution)} nodes, refuted in {len(refuted)} steps"


def depth(tree: Model) -> int:
    """The length of the longest path of a tree, of which nodes may be shared."""
    moves = {node: tree.moves.get(node, {}).values() for node in tree.reachable}
    children = {node: [child for offered in moves[node] for mu in offered for child in mu] for node in moves}
    waiting = Counter(child for below in children.values() for child in below)
    depths = {tree.initial: 0}
    order = [tree.initial]
    for node in order:
        for child in children[node]:
            depths[child] = max(depths.get(child, 0), depths[node] + 1)
            waiting[child] -= 1
            if not waiting[child]:
                order.append(child)
    need(tree.initial not in waiting and len(order) == len(children), "the tree has a cycle")
    return max(depths.values())


def trace(tree: Model) -> Iterator[str]:
    """The actions of a tree without branches."""
    node = tree.initial
    while node in tree.moves:
        moves = [(a, child) for a, offered in tree.moves[node].items() for mu in offered for child in mu]
        need(len(moves) == 1, "the trace has branches")
        ((action, node),) = moves
        yield action


def check_premises(components: list[Model], specification: Model, document: dict[str, Any]) -> str:
    """Each premise X_1 ‖ … ‖ X_k ≼ Y is a simulation, and replaces Y by what is below it, from P to the components."""
    certificate = document["certificate"]
    models = {f"L{i}": model for i, model in enumerate(components, 1)}
    system_names = set(models)
    above = {"A": get(document, "assumptions"), "R": get(certificate, "abstractions")}
    models |= {f"{kind}{i}": Model(data) for kind in above for i, data in enumerate(items(above[kind]), 1)}
    actions: set[str] = set().union(*(model.alphabet for model in components))
    need(get(certificate, "implication") == "substitution", "the implication is not a substitution")
    open_goals, used = ["P"], set()
    for premise in items(get(certificate, "premises")):
        goal, parts = name(get(premise, "above")), [name(part) for part in items(get(premise, "below"))]
        need(goal in open_goals, f"nothing follows from a premise about {goal}")
        need(models.keys() >= set(parts), "a premise is about a model that there is not")
        open_goals.remove(goal)
        open_goals += parts
        used |= set(parts)
        system, target = System([models[part] for part in parts]), models.get(goal, specification)
        spoken_of = target.alphabet if goal in models else target.alphabet & actions
        need(spoken_of <= system.taking.keys(), "an action that is spoken of above an assumption is not known below it")
        check_simulation(system, target, get(premise, "relation"), target.hides or not specification.hides)
    need(sorted(open_goals) == sorted(system_names), "the premises do not lead to the components")
    need(models.keys() == used | system_names, "an assumption is not part of the proof")
    return f"{len(certificate['premises'])} premises, each a simulation"


class Audit(NamedTuple):
    """True if and only if the evidence was accepted; `reason` says what was shown, or what is wrong."""

    accepted: bool
    reason: str
    verdict: str = ""
    """What the file claims: holds, violated or unknown; empty if it is no verdict."""
    relation: str = ""
    """Of an accepted verdict: simulation or traces."""
    components: tuple[Facts, ...] = ()
    """Of an accepted verdict: the components that it is about, in order."""
    specification: Facts | None = None
    """Of an accepted verdict: the specification that it is about."""

    def __bool__(self) -> bool:
        return self.accepted


def judge(document: dict[str, Any]) -> Audit:
    """The one place that accepts."""
    claim, relation = document["verdict"], get(document, "relation")
    need(relation in ("simulation", "traces"), "the relation is neither simulation nor traces")
    certificate, counterexample = get(document, "certificate"), get(document, "counterexample")
    described, specified = items(get(document, "components")), get(document, "specification")
    components, specification = [Model(get(one, "model")) for one in described], Model(get(specified, "model"))
    system = System(components)
    if relation == "traces":
        need(all(map(Model.is_lts, components)) and specification.is_safe(), "no plain LTSs below a safety LTS")
    need(claim != "unknown", "there is no verdict to check")
    need((counterexample is None) == (claim == "holds"), "a counterexample and what is claimed do not go together")
    need((certificate is None) == (claim == "violated"), "a certificate and what is claimed do not go together")
    kind = None if certificate is None else get(certificate, "kind")
    if kind == "assume-guarantee":
        shown = check_premises(components, specification, document)
    else:
        need(get(document, "assumptions") == [], "an assumption is not part of the proof")
        if claim == "violated":
            shown = check_tree(system, specification, counterexample, relation == "traces")
        else:
            need(kind == "simulation", "the certificate is neither a simulation nor a list of premises")
            states = check_simulation(system, specification, get(certificate, "relation"))
            shown = f"a simulation over {states} states of the system"
    facts = tuple(model.facts(one) for model, one in zip(components, described, strict=True))
    return Audit(True, shown, claim, relation, facts, specification.facts(specified))


def audit(text: str) -> Audit:
    """Check a verdict, given as the text of its file. Fails closed: whatever goes wrong is a rejection, but that the
    memory is used up, which says nothing about the evidence."""
    claim = ""
    try:
        document = read(text)
        need_format(document, "symag-verdict", "the verdict")
        need(get(document, "verdict") in ("holds", "violated", "unknown"), "this is not a verdict")
        claim = document["verdict"]
        return judge(document)
    except MemoryError:
        raise
    except Rejected as reason:
        return Audit(False, str(reason), claim)
    except Exception as error:  # malformed in a way that nobody foresaw: not evidence
        return Audit(False, f"malformed evidence: {type(error).__name__}: {error}", claim)


def text_of(result: Audit) -> str:
    """The result for people, in ASCII."""
    what = "accepted" if result else "REJECTED"
    text = f"{what}: {result.verdict or 'no verdict'}, {result.reason}"
    for facts in (*result.components, *filter(None, [result.specification])):
        text += f"\n  {facts.name!a}: {facts.states} states, {facts.transitions} transitions, sha256 {facts.sha256}"
    return text.encode("ascii", "backslashreplace").decode()


def main(arguments: list[str]) -> int:
    """`python audit.py verdict.json` (or `-`, standard input): 0 if accepted, 4 if not, 3 if memory is used up."""
    try:
        (path,) = arguments
        with open(0 if path == "-" else path, encoding="utf-8") as file:
            result = audit(file.read())
    except (OSError, ValueError) as error:
        result = Audit(False, f"there is no verdict to read: {error}")
    except MemoryError:
        print("out of memory")
        return 3
    print(text_of(result))
    return 0 if result else 4


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
