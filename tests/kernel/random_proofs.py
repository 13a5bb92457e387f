"""Random proofs whose assumptions no method derived: only the conditions of the rule are between their true
premises and a claim that may be false.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import symag
from symag import LPTS, TAU, compose, quotient
from symag.formats import native
from symag.limits import Watch
from symag.operators import trim
from symag.simulation import Fixpoint, decide, small_simulation
from tests.generate import random_model, random_partition
from tests.kernel.documents import Document, by_premises, described, of_traces, put
from tests.kernel.truth import followed


def bent(random: Random, model: LPTS, actions: tuple[str, ...]) -> LPTS:
    """The model with another alphabet, where what is new is a loop or blocked; or without its hidden moves."""
    alphabet: frozenset[str] = model.alphabet
    if random.random() < 0.5:
        alphabet = frozenset(random.sample(actions, random.randint(0, len(actions))))
    kept = alphabet | ({TAU} if random.random() < 0.6 else set())
    rows: list[tuple[str, str, Any]] = [(s, a, dict(d)) for s, a, d in model.transitions() if a in kept]
    rows += [(s, a, s) for a in sorted(alphabet - model.alphabet) for s in model.states if random.random() < 0.4]
    return LPTS.build(model.initial_state, rows, alphabet, states=model.states)


def random_lts(random: Random, actions: tuple[str, ...], states: int = 3) -> LPTS:
    """A plain LTS over some of the actions, with choices and, often, hidden moves."""
    names = [f"s{i}" for i in range(random.randint(1, states))]
    alphabet = random.sample(actions, random.randint(1, len(actions)))
    labels = [*alphabet, *([TAU] if random.random() < 0.5 else [])]
    rows = [(random.choice(names), random.choice(labels), random.choice(names)) for _ in range(3 * len(names))]
    return LPTS.build(names[0], rows, alphabet, states=names)


PROOFS = 500


class Premises(NamedTuple):
    """Sides of which some models are abstractions of components, the assumptions and the specification."""

    components: list[LPTS]
    sides: list[list[tuple[str, LPTS]]]
    abstractions: list[LPTS]
    assumptions: list[LPTS]
    specification: LPTS


def random_premises(random: Random) -> Premises:
    """The sides, the assumptions and the specification; each of these is nearly what is below it."""
    actions = ("a", "b", "c")[: random.randint(1, 3)]
    sides = [
        [bent(random, random_model(random, random.randint(1, 2), actions), actions) for _ in range(count)]
        for count in random.choices([1, 1, 1, 2], k=random.choice([2, 3, 3]))
    ]
    components = [model for side in sides for model in side]
    abstractions: list[LPTS] = []
    numbered: list[list[tuple[str, LPTS]]] = []
    for side in sides:
        numbered.append([])
        for model in side:
            number = sum(map(len, numbered)) + 1
            if random.random() < 0.3:
                abstractions.append(trim(bent(random, quotient(model, random_partition(random, model)), actions)))
                numbered[-1].append((f"L{number} R{len(abstractions)}", abstractions[-1]))
            else:
                numbered[-1].append((f"L{number}", model))
    above: list[LPTS] = []
    for parts in reversed(numbered):
        below = compose(*(model for _, model in parts), *above[:1])
        if random.random() < 0.5:
            below = quotient(below, random_partition(random, below))
        above.insert(0, trim(bent(random, below, actions)))
    specification, *assumptions = above
    if random.random() < 0.4:
        specification = hiding_late(random, specification)
    return Premises(components, numbered, abstractions, assumptions, specification)


def hiding_late(random: Random, model: LPTS) -> LPTS:
    """With hidden moves, but not where they were not."""
    rows: list[tuple[str, str, Any]] = [(s, a, dict(d)) for s, a, d in model.transitions()]
    rows += [
        (random.choice(model.states), random.choice([*sorted(model.alphabet), "z"]), "late"),
        ("late", TAU, "late"),
    ]
    return LPTS.build(model.initial_state, rows, model.alphabet | {"z"}, states=[*model.states, "late"])


def premises_of(given: Premises) -> list[Document] | None:
    """A relation for each premise, if all are true, whether or not the rule applies."""
    wanted: list[tuple[list[str], list[LPTS], str, LPTS]] = []
    for number, side in enumerate(given.sides, 1):
        names, models = [name.split()[-1] for name, _ in side], [model for _, model in side]
        if number < len(given.sides):
            names, models = [*names, f"A{number}"], [*models, given.assumptions[number - 1]]
        above = given.specification if number == 1 else given.assumptions[number - 2]
        wanted.append((names, models, "P" if number == 1 else f"A{number - 1}", above))
        for (component, abstract), model in ((name.split(), model) for name, model in side if " " in name):
            wanted.append(([component], [given.components[int(component[1:]) - 1]], abstract, model))
    watch, found = Watch(symag.Limits()), []
    for below, models, name, above in wanted:
        outcome, _ = decide(models, above, Fixpoint(), watch)
        if outcome.relation is None:
            return None
        found.append(
            {"below": below, "above": name, "relation": small_simulation(outcome.relation, watch).representation()}
        )
    return found


class Pair(NamedTuple):
    """Two components, an assumption for each, and the specification."""

    components: list[Document]
    assumptions: list[Document]
    specification: Document


def random_pair(random: Random) -> Pair:
    """Two assumptions of which one or the other allows each word, or nearly so."""
    actions = ("a", "b", "c")[: random.randint(1, 3)]
    components = [native.to_json(random_lts(random, actions, 2)) for _ in range(2)]
    alphabet = random.sample(actions, random.randint(1, len(actions)))
    rows: list[list[tuple[str, str, str]]] = [[("all", a, "all") for a in alphabet] for _ in range(2)]
    states = [f"x{i}" for i in range(random.randint(1, 2))]
    for state in states:
        for action in alphabet:
            goal = random.choice(states)
            one, two = random.choice([(goal, goal), ("all", None), (None, "all")])
            for side, to in zip(rows, (one, two), strict=True):
                side += [(state, action, to)] if to and random.random() < 0.8 else []
    alphabets = [alphabet if random.random() < 0.85 else random.sample(actions, len(alphabet)) for _ in range(2)]
    assumptions = [
        native.to_json(LPTS.build("x0", [row for row in side if row[1] in known], known))
        for side, known in zip(rows, alphabets, strict=True)
    ]
    loops = [(p, a, random.choice("pq")) for p in "pq" for a in actions if random.random() < 0.6]
    loops += [("p", TAU, "q")] if random.random() < 0.3 else []
    known = random.sample(actions, random.randint(1, len(actions)))
    return Pair(
        components, assumptions, native.to_json(LPTS.build("p", [r for r in loops if r[1] in (*known, TAU)], known))
    )


def premises_of_pair(given: Pair) -> list[Document] | None:
    """A relation for each of the two premises, if both are true, whether or not the rule applies."""
    found = []
    for number, models in enumerate(zip(given.components, given.assumptions, strict=True), 1):
        above = followed(list(models), given.specification)
        if above is None:
            return None
        groups = [{"simulated_by": list(map(sorted, sets)), "states": [list(at)]} for at, sets in above.items()]
        found.append({"below": [f"L{number}", f"A{number}"], "above": "P", "relation": {"groups": groups}})
    return found


class Facts(NamedTuple):
    """Components, assumptions, conjuncts, and facts: the names of the models below and of the one above."""

    components: list[Document]
    assumptions: list[Document]
    conjuncts: list[Document]
    facts: list[tuple[list[str], str]]


def random_facts(random: Random) -> Facts:
    """Facts about each assumption and each conjunct, which may go round in a circle."""
    actions = ("a", "b", "c")[: random.randint(1, 3)]
    components = [random_lts(random, actions, 2) for _ in range(random.randint(1, 3))]
    assumptions = [nearly(random, random.choice(components), actions) for _ in range(random.randint(0, 2))]
    conjuncts = [nearly(random, random.choice(components), actions) for _ in range(random.randint(1, 2))]
    letters = {"L": components, "A": assumptions, "P": conjuncts}
    names = {letter: [f"{letter}{i}" for i, _ in enumerate(models, 1)] for letter, models in letters.items()}
    facts = []
    for above in [*names["A"], *names["P"]]:
        below = random.sample(names["L"], random.randint(0, len(components)))
        below += random.sample(names["A"], random.randint(0, len(assumptions)))
        facts.append((below or names["L"][:1], above))
    one, two, three = ([native.to_json(model) for model in models] for models in letters.values())
    return Facts(one, two, three, facts)


def nearly(random: Random, model: LPTS, actions: tuple[str, ...]) -> LPTS:
    """A plain LTS that is above the model, or nearly so."""
    return trim(bent(random, quotient(model, random_partition(random, model)), actions))


def shown_facts(given: Facts) -> list[Document] | None:
    """A relation for each fact, if all are true, whether or not they imply anything."""
    tables = {"L": given.components, "A": given.assumptions, "P": given.conjuncts}
    models = {f"{letter}{i}": model for letter, table in tables.items() for i, model in enumerate(table, 1)}
    found = []
    for below, name in given.facts:
        above = followed([models[part] for part in below], models[name])
        if above is None:
            return None
        groups = [{"simulated_by": list(map(sorted, sets)), "states": [list(at)]} for at, sets in above.items()]
        found.append({"below": below, "above": name, "relation": {"groups": groups}})
    return found


def random_renaming(random: Random) -> tuple[list[Document], list[Document], list[Document]]:
    """Two components and two conjuncts, and two facts: the second is the first with other names, or nearly so."""
    actions = ("a", "b", "c")
    first = random_lts(random, actions[: random.randint(1, 3)])
    above = nearly(random, first, actions)
    to = dict(
        zip(
            actions, random.choices("abcdef", k=3) if random.random() < 0.3 else random.sample("abcdef", 3), strict=True
        )
    )
    tables = [{state: random.choice("xyz") + (state[1:] if random.random() < 0.8 else "") for state in model.states}
              for model in (first, above)]  # fmt: skip
    copies = [renamed_copy(model, to, table) for model, table in zip((first, above), tables, strict=True)]
    if random.random() < 0.4:
        at = random.randrange(2)
        copies[at] = bent(random, copies[at], tuple(sorted({*to.values()})))
    components, conjuncts = [first, copies[0]], [above, copies[1]]
    if random.random() < 0.3:
        components.append(random_lts(random, ("d", "e", "f")))
    written = [[native.to_json(model) for model in models] for models in (components, conjuncts)]
    given = Facts(written[0], [], written[1], [(["L1"], "P1")])
    renaming = {"actions": to, "states": tables}
    like = {"below": ["L2"], "above": "P2", "like": 0, "renaming": renaming}
    return written[0], written[1], [*(shown_facts(given) or []), like]


def renamed_copy(model: LPTS, actions: dict[str, str], states: dict[str, str]) -> LPTS:
    rows = [(states[s], actions.get(a, a), {states[q]: 1 for q in d}) for s, a, d in model.transitions()]
    alphabet = {actions[a] for a in model.alphabet}
    return LPTS.build(states[model.initial_state], [row for row in rows if len(row[2]) == 1], alphabet)


def entailed(
    components: list[Document], assumptions: list[Document], above: list[Document], shown: list[Document]
) -> Document:
    """A verdict about a conjunction."""
    document = of_traces(by_premises(components, assumptions, [], above[0], *shown))
    conjuncts = [described(f"P{number}", model) for number, model in enumerate(above, 1)]
    return put(
        put(document, {"name": "P", "conjuncts": conjuncts}, "specification"),
        "entailment",
        "certificate",
        "implication",
    )
