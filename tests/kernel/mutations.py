"""Mutations of verdict files: other models, other evidence, other claims."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

import symag
from symag import LPTS
from symag.formats import native
from tests.generate import nudged, random_model
from tests.kernel.documents import Document, conjuncts_of
from tests.kernel.random_proofs import bent, random_lts
from tests.kernel.truth import built

KEPT = {"verdict", "relation", "components", "specification", "certificate", "counterexample", "model", "kind", "tree"}
KEPT |= {"execution", "refutation", "format", "version", "initial", "alphabet", "transitions"}
KEPT |= {"assumptions", "abstractions", "premises", "below", "above", "name", "states", "simulated_by", "depth"}
KEPT |= {"groups", "implication", "trace"}
KEPT |= {"formula", "bounds", "values", "steps", "at_most", "left", "right", "through", "goal", "leaves"}


def random_verdict(random: Random, method: str = "mono") -> Document:
    """About small components that do something, and a specification that is often nearly one of them."""
    models: list[LPTS] = []
    while len(models) < (3 if method == "mono" else random.choice([3, 3, 4])):
        model = random_model(random, 3, ("a", "b", "c"))
        models += [model] if model.num_transitions > 1 else []
    *components, specification = models
    if random.random() < 0.5:
        specification = nudged(random, components[0])
    reduce = True if method == "mono" and random.random() < 0.5 else None  # by abstractions of the components
    found = symag.check(components, specification, method=method, reduce=reduce, audit=False)
    document: Document = essential(found.to_json())
    return document


def random_proof(random: Random) -> Document:
    """By the rule, and not by an assumption that says nothing."""
    while True:
        document = random_verdict(random, "agar")
        if document["verdict"] == "holds" and any(model["transitions"] for model in document["assumptions"]):
            return document


def random_trace_verdict(random: Random) -> Document:
    """About plain LTSs, and a specification with choices and hidden moves; by parts now and then."""
    *components, specification = (random_lts(random, ("a", "b", "c")) for _ in range(3))
    if random.random() < 0.3:
        specification = nudged(random, components[0])
    method = random.choice(["mono", "mono", "agar", "learn"])
    found = symag.check(components, specification, relation="traces", method=method, audit=False)
    document: Document = essential(found.to_json())
    return document


def essential(value: Any) -> Any:
    """Without what the kernel does not look at."""
    if isinstance(value, dict) and value.keys() & KEPT:
        return {key: essential(inner) for key, inner in value.items() if key in KEPT}
    return [essential(item) for item in value] if isinstance(value, list) else value


def inside(value: Any, kind: type) -> list[Any]:
    """All lists, or all objects, in a value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [*([value] if type(value) is kind else []), *(found for item in inner for found in inside(item, kind))]


def some(random: Random, document: Document, kind: type, least: int = 1) -> Any:
    """A list or an object with at least so many items, from the models or from the evidence; an empty one if none."""
    part: list[Any] = [document["components"], document["specification"]]
    if random.random() < 0.6:
        part = [document["certificate"], document["counterexample"], document["assumptions"]]
    return random.choice([found for found in inside(part, kind) if len(found) >= least] or [kind()])


def words(document: Document) -> list[str]:
    """All names and shares, and some that may not be there."""
    lists = [item for found in inside(document, list) for item in found]
    values = [item for found in inside(document, dict) for pair in found.items() for item in pair]
    return [word for word in (*lists, *values, "x", "tau", "1/3", "2/3", "1/2") if isinstance(word, str) and word]


def drop_item(random: Random, document: Document) -> None:
    if found := some(random, document, list):
        del found[random.randrange(len(found))]


def repeat_item(random: Random, document: Document) -> None:
    if found := some(random, document, list):
        found.insert(random.randrange(len(found) + 1), deepcopy(random.choice(found)))


def swap_items(random: Random, document: Document) -> None:
    if found := some(random, document, list, 2):
        i, j = random.sample(range(len(found)), 2)
        found[i], found[j] = found[j], found[i]


def swap_values(random: Random, document: Document) -> None:
    if found := some(random, document, dict, 2):
        one, two = random.sample(sorted(found), 2)
        found[one], found[two] = found[two], found[one]


def change_word(random: Random, document: Document) -> None:
    found = some(random, document, random.choice([list, dict]))
    keys = [key for key, item in (found.items() if isinstance(found, dict) else enumerate(found)) if type(item) is str]
    if keys:
        found[random.choice(keys)] = random.choice(words(document))


def change_key(random: Random, document: Document) -> None:
    if found := some(random, document, dict):
        found[random.choice(words(document))] = found.pop(random.choice(sorted(found)))


def drop_key(random: Random, document: Document) -> None:
    if found := some(random, document, dict):
        del found[random.choice(sorted(found))]


def add_word(random: Random, document: Document) -> None:
    some(random, document, list, 0).append(random.choice(words(document)))


def change_shares(random: Random, document: Document) -> None:
    """Another distribution over the same states."""
    spread = [row for row in inside(document, dict) if isinstance(row.get("to"), dict) and len(row["to"]) > 1]
    if spread:
        to = random.choice(spread)["to"]
        parts = [random.randint(1, 3) for _ in to]
        to.update({state: str(Fraction(part, sum(parts))) for state, part in zip(to, parts, strict=True)})


def change_transition(random: Random, document: Document) -> None:
    """In a model, one transition more, one less, or another one: from, by or to what another one has."""
    model = random.choice([document["specification"]["model"], *(found["model"] for found in document["components"])])
    rows = model["transitions"]
    at, key = random.randrange(len(rows)), random.choice(["from", "action", "to"])
    changed = deepcopy(rows[at] | {key: random.choice(rows)[key]})
    rows[at : at + random.randint(0, 1)] = random.choice([[], [changed]])


def change_model(random: Random, document: Document) -> None:
    """The evidence for one question as an answer to another, similar one."""
    holder = random.choice([document["specification"], *document["components"]])
    model = built(holder["model"])
    for _ in range(random.randint(2, 6)):
        model = nudged(random, model)
    holder["model"] = essential(native.to_json(model))


def move_state(random: Random, document: Document) -> None:
    """A state of the system from one group of the relation to another."""
    groups = random.choice(relations(document)) if document["certificate"] else []
    if len(groups) > 1:
        one, two = random.sample(groups, 2)
        if one["states"]:
            two["states"].append(one["states"].pop(random.randrange(len(one["states"]))))


def relations(document: Document) -> list[list[Document]]:
    """The relation of the certificate, or of each of its premises."""
    certificate = document["certificate"]
    return [part["relation"]["groups"] for part in certificate.get("premises", [certificate])]


def add_pair(random: Random, document: Document) -> None:
    """A state of the specification to a group, or a step for another pair."""
    if document["certificate"]:
        groups = random.choice(relations(document))
        random.choice(groups)["simulated_by"].append(random.choice(random.choice(groups)["simulated_by"]))
    else:
        steps = document["counterexample"]["refutation"]
        new = deepcopy(random.choice(steps))
        key = random.choice(["node", "not_below", "action", "to", "cuts"])
        steps.insert(random.randrange(len(steps) + 1), new | {key: deepcopy(random.choice(steps)[key])})


def change_set(random: Random, document: Document) -> None:
    """In the relation, a set of states of the specification with one state more or less, or beside another set."""
    group = random.choice(random.choice(relations(document)))
    sets: list[Any] = group["simulated_by"]
    at = random.randrange(len(sets))
    states = list(sets[at]) if isinstance(sets[at], list) else [sets[at]]
    known = {row["from"] for row in document["specification"]["model"]["transitions"]}
    if random.random() < 0.5:
        states.append(random.choice(sorted(known)))
    else:
        del states[random.randrange(len(states))]
    sets[at : at + random.randint(0, 1)] = [states]


def change_trace(random: Random, document: Document) -> None:
    """The trace, and the tree with it: shorter, or with another action."""
    counterexample = document["counterexample"]
    rows, trace = counterexample["tree"]["transitions"], counterexample["trace"]
    at = random.randrange(len(trace))
    if random.random() < 0.5:
        last = [row for row in rows if row["action"] != "tau"][at:]
        gone = rows[rows.index(last[0]) :]
        del rows[rows.index(last[0]) :], trace[at:]
        for row in gone:
            counterexample["execution"].pop(row["to"], None)
    else:
        trace[at] = [row for row in rows if row["action"] != "tau"][at]["action"] = random.choice("abc")


def change_assumption(random: Random, document: Document) -> None:
    """One of them with another alphabet, without tau, or slightly different."""
    at = random.randrange(len(document["assumptions"]))
    model = built(document["assumptions"][at])
    changed = nudged(random, model) if random.random() < 0.3 else bent(random, model, ("a", "b", "c"))
    document["assumptions"][at] = essential(native.to_json(changed))


def change_premise(random: Random, document: Document) -> None:
    """Another model above or below."""
    premise = random.choice(document["certificate"]["premises"])
    name = random.choice([f"{kind}{number}" for kind in "LAR" for number in (1, 2, 3)] + ["P"])
    if random.random() < 0.3:
        premise["above"] = name
    else:
        premise["below"][random.randrange(len(premise["below"]))] = name


def change_conjunct(random: Random, document: Document) -> None:
    """A conjunct or a component with a transition more, less, or another one."""
    holder = random.choice([*conjuncts_of(document), *document["components"]])
    holder["model"] = native.to_json(nudged(random, built(holder["model"])))


def exchange_parts(random: Random, document: Document) -> None:
    """Two assumptions, two premises, or two components: each is what it was, elsewhere."""
    certificate = document["certificate"]
    parts = random.choice([document["assumptions"], certificate["premises"], document["components"]])
    i, j = random.sample(range(len(parts)), 2)
    parts[i], parts[j] = parts[j], parts[i]


def claim_otherwise(random: Random, document: Document) -> None:
    document["verdict"] = random.choice(["holds", "violated", "unknown"])


Mutation = Callable[[Random, Document], None]

MUTATIONS: list[Mutation] = [
    *(drop_item, repeat_item, swap_items, swap_values, change_word, change_word, change_key, drop_key, add_word),
    *(change_shares, change_shares, *[change_transition] * 2, *[change_model] * 4, move_state, add_pair, add_pair),
    claim_otherwise,
]
OF_TRACES: list[Mutation] = [*[change_set] * 4, *[change_trace] * 2]
OF_PROOFS: list[Mutation] = [*[change_assumption] * 4, *[change_premise] * 2, *[exchange_parts] * 2]
