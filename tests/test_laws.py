"""Laws of strong simulation and of the operators, at least 200 cases each. Every verdict here was audited."""

from __future__ import annotations

from random import Random

from hypothesis import assume, given, settings

import symag
from symag import LPTS, TAU, Distribution
from symag.operators import bisimulation, reachable
from tests.generate import models, nudged, questions, random_partition, randoms, silent_models


def below(system: LPTS | list[LPTS], specification: LPTS) -> bool:
    """`system ≼ specification`, with the evidence accepted by the kernel."""
    verdict = symag.check([system] if isinstance(system, LPTS) else system, specification)
    assert verdict.audited
    return bool(verdict)


def renamed(random: Random, model: LPTS) -> LPTS:
    """The same model with other names and another order of states, transitions and actions."""
    names = [f"x{i}" for i in range(model.num_states)]
    random.shuffle(names)
    new = dict(zip(model.states, names, strict=True))
    rows = [(new[s], a, {new[t]: p for t, p in d.items()}) for s, a, d in model.transitions()]
    random.shuffle(rows)
    alphabet = sorted(model.alphabet, key=lambda _: random.random())
    return LPTS.build(new[model.initial_state], rows, alphabet, states=sorted(names, key=lambda _: random.random()))


@given(models)
def test_reflexive(model: LPTS) -> None:
    assert below(model, model)


@given(randoms, silent_models)
def test_transitive_along_abstractions(random: Random, one: LPTS) -> None:
    two = symag.quotient(one, random_partition(random, one))
    three = symag.quotient(two, random_partition(random, two))
    assert below(one, two)
    assert below(two, three)
    assert below(one, three)


@given(randoms, silent_models)
def test_transitive(random: Random, one: LPTS) -> None:
    """Where two neighbours happen to be related. The hidden action is left out: completion treats it by model."""
    two = nudged(random, symag.quotient(one, random_partition(random, one)))
    three = nudged(random, symag.quotient(two, random_partition(random, two)))
    assume(below(one, two) and below(two, three))
    assert below(one, three)


@given(randoms, silent_models, models)
def test_compositional(random: Random, one: LPTS, other: LPTS) -> None:
    """Lemma 2: if L1 ≼ L2 and α2 ⊆ α1 then L1 ‖ L ≼ L2 ‖ L."""
    smaller = symag.hide(one, random.sample(sorted(one.alphabet), random.randint(0, len(one.alphabet) - 1)))
    assume(TAU not in {action for _, action, _ in smaller.transitions()})
    two = nudged(random, symag.quotient(smaller, random_partition(random, smaller)))
    assume(below(one, two))
    assert two.alphabet <= one.alphabet
    assert below([one, other], symag.compose(two, other))


@given(randoms, models)
def test_quotient_abstracts(random: Random, model: LPTS) -> None:
    assert below(model, symag.quotient(model, random_partition(random, model)))


@given(randoms, questions)
def test_names_and_order_do_not_matter(random: Random, question: tuple[list[LPTS], LPTS]) -> None:
    components, specification = question
    again = [renamed(random, component) for component in components]
    random.shuffle(again)
    one, two = symag.compose(*components), symag.compose(*again)
    assert (one.num_states, one.num_transitions) == (two.num_states, two.num_transitions)
    assert below(components, specification) == below(again, renamed(random, specification))


@given(randoms, models)
def test_isomorphic_up_to_names(random: Random, model: LPTS) -> None:
    again = renamed(random, model)
    assert model.is_isomorphic_to(again)
    rows = list(model.transitions())
    assume(rows)
    fewer = LPTS.build(model.initial_state, rows[1:], model.alphabet, states=model.states)
    assert not fewer.is_isomorphic_to(again)


@given(questions)
def test_reduction_preserves_the_verdict(question: tuple[list[LPTS], LPTS]) -> None:
    components, specification = question
    reduced = [symag.minimise(component) for component in components]
    assert below(components, specification) == below(reduced, symag.minimise(specification))


@given(models)
def test_minimise_is_equivalent_and_smallest(model: LPTS) -> None:
    small = symag.minimise(model)
    assert small.num_states <= len(reachable(model))
    assert below(model, small)
    assert below(small, model)
    assert max(bisimulation(small)) + 1 == small.num_states


@given(models)
def test_trim_keeps_what_is_reachable(model: LPTS) -> None:
    trimmed = symag.trim(model)
    assert set(trimmed.states) == {model.states[s] for s in reachable(model)}
    assert set(trimmed.transitions()) == {t for t in model.transitions() if t.source in set(trimmed.states)}


@given(questions)
def test_completion_is_what_check_does_implicitly(question: tuple[list[LPTS], LPTS]) -> None:
    components, specification = question
    system = symag.compose(*components)
    hidden = {TAU} if 0 in system.action else set()
    explicit = symag.complete(symag.trim(specification), system.alphabet | hidden)
    assert explicit.alphabet >= system.alphabet
    assert below(components, specification) == below(components, explicit)


@settings(max_examples=40)
@given(models, models, models)
def test_composition_is_associative_and_commutative(one: LPTS, two: LPTS, three: LPTS) -> None:
    flat = symag.compose(one, two, three)
    for other in ((one | two) | three, one | (two | three), symag.compose(three, one, two)):
        assert (flat.num_states, flat.num_transitions) == (other.num_states, other.num_transitions)
        assert below(flat, other)
        assert below(other, flat)


@given(models, models)
def test_projections_of_a_product_are_moves_of_the_components(one: LPTS, two: LPTS) -> None:
    """Each product distribution is the product of the component distributions that it remembers."""
    system = symag.compose(one, two)
    product = system.product
    assert product is not None
    for s in range(system.num_states):
        for t in system.row(s):
            action, parts = system.actions[system.action[t]], product.parts(s)
            goals = product.contributions(system.target[t])
            factors = [c.distribution(g) for c, g in zip((one, two), goals, strict=True)]
            outcomes = {product.labels(x): p for x, p in system.outcomes(system.target[t])}
            assert outcomes == {(x, y): p * q for x, p in factors[0].items() for y, q in factors[1].items()}
            moved = []
            for component, part, factor in zip((one, two), parts, factors, strict=True):
                mine = (component.states[part], action, factor) in set(component.transitions())
                stays = factor == Distribution.dirac(component.states[part])
                takes_part = action in component.alphabet
                assert mine if takes_part else stays or (mine and action == TAU)
                moved.append(mine)
            assert any(moved)


@given(models)
def test_hide_restrict_project(model: LPTS) -> None:
    some = sorted(model.alphabet)[:1]
    hidden, kept, blocked = symag.hide(model, some), symag.project(model, some), symag.restrict(model, some)
    assert hidden.alphabet == model.alphabet - set(some)
    assert kept.alphabet == set(some)
    assert blocked.alphabet == model.alphabet
    assert {action for _, action, _ in blocked.transitions()}.isdisjoint(some)
    assert below(blocked, model)
    actions = {action for _, action, _ in model.transitions()}
    assert (TAU in {action for _, action, _ in hidden.transitions()}) == bool(actions & {TAU, *some})


@given(models)
def test_native_json_round_trip(model: LPTS) -> None:
    from symag.formats import native

    again = symag.loads(native.write_native(model), "json")
    assert again == model
    assert hash(again) == hash(model)


@given(models)
def test_aldebaran_round_trip(model: LPTS) -> None:
    from symag.formats.aldebaran.write import write_aldebaran

    again = symag.loads(write_aldebaran([model]).decode(), "aut")
    assert again.alphabet == {action for _, action, _ in model.transitions()} - {TAU}
    used = symag.hide(model, ()) if again.alphabet == model.alphabet else _without_unused(model)
    assert again.is_isomorphic_to(used)
    assert symag.loads(write_aldebaran([again]).decode(), "aut") == again


def _without_unused(model: LPTS) -> LPTS:
    return LPTS.build(model.initial_state, model.transitions(), states=model.states)


@given(models)
def test_networkx_round_trip(model: LPTS) -> None:
    assert LPTS.from_networkx(model.to_networkx()) == model
