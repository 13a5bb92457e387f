"""The compiled modules and the same files uncompiled are one program: same products, rows, ranks and trees."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from random import Random

import pytest

import symag
from symag import LPTS
from symag.formats import read_components
from symag.formats.aldebaran.write import write_aldebaran
from symag.limits import Watch
from symag.model.interner import Interner
from symag.operators import Composition, reduce_component, weakest_assumption
from symag.simulation import exact_flow
from symag.simulation.integer_flow import IntegerFlow
from symag.study.cases.families import mutual_exclusion, random_lpts, random_lts, sub_system, with_foreign_action
from symag.traces import reach_error, refine, trace_of
from symag.uncompiled import COMPILED_MODULES
from tests.formats.prism_models import MANY, ONE, random_module
from tests.generate import LARGE_PRIME, random_model, random_question
from tests.traces.questions import random_safety_question
from tests.traces.test_refinement import random_refinement

SELF = """import sys
sys.path.insert(0, sys.argv[1])
from tests.simulation.test_compiled_modules import transcript
print(transcript())"""


def is_compiled(name: str) -> bool:
    return str(import_module(name).__file__).endswith(tuple(EXTENSION_SUFFIXES))


def transcript() -> str:
    """What the compiled modules do on a range of questions, in every detail."""
    questions = [random_question(Random(seed)) for seed in range(150)]
    questions.append(mutual_exclusion(4))
    for part, whole in (
        sub_system(random_lts(80, 240, 2, 1), 80, 2),
        with_foreign_action(random_lts(80, 160, 2, 3), 80),
        sub_system(random_lpts(60, 150, 2, 4), 60, 5),
        with_foreign_action(random_lpts(60, 120, 2, 6), 60),
    ):
        questions.append(([part], whole))
    lines: list[object] = [[is_compiled(name) for name in COMPILED_MODULES]]
    for components, specification in questions:
        verdict = symag.check(components, specification, audit=False)
        system = symag.compose(*components)
        arrays = [system.first, system.action, system.target, system.spread, system.support, system.vector]
        lines.append([list(array) for array in arrays] + [[str(p) for p in vector] for vector in system.vectors])
        evidence = verdict.to_json()
        statistics = {k: v for k, v in evidence["statistics"].items() if k not in ("seconds", "peak_memory_mb")}
        lines.append([verdict.verdict, evidence["certificate"], evidence["counterexample"], statistics])
    for seed in range(40):
        parts, allowed = random_safety_question(Random(seed))
        caches = ["none", "plain,prefix", "suffix"][seed % 3]
        verdict = symag.check(parts, allowed, relation="traces", method="learn", cache=caches, audit=False)
        lines.append([verdict.verdict, verdict.history, verdict.statistics["membership_queries"]])
    for seed in range(200):
        components, specification = (random_safety_question if seed % 2 else random_refinement)(Random(seed))
        tree, related = refine(components, specification, Watch())
        lines.append([related.codes.tolist(), related.sets.tolist(), related.num_transitions, list(related.names())])
        lines.append(None if tree is None else trace_of(tree))
        if seed % 2:
            tree, reached = reach_error(components, specification, Watch())
            lines.append([reached.codes.tolist(), reached.num_transitions, None if tree is None else trace_of(tree)])
    for seed in range(150):
        model = random_model(Random(seed), 9)
        reduction = reduce_component(model, set(model.actions[: seed % 4]))
        lines.append([list(reduction.block_of), list(reduction.reduced.states), str(reduction.reduced)])
    for seed in range(100):
        components, specification = random_safety_question(Random(seed))
        weakest, explored = weakest_assumption(components, specification, ["a", "b", "c"][: seed % 4], Watch())
        lines.append([explored, None if weakest is None else str(weakest)])
    random = Random(7)
    texts = [*ONE.values(), *MANY.values(), *("mdp " + random_module(random, "m", "", "ab") for _ in range(60))]
    read = [model for text in texts for model in read_components(text, "prism")]
    read += [symag.loads(write_aldebaran([random_model(random, 6)]).decode(), "aut") for _ in range(60)]
    for model in read:
        arrays = [model.first, model.action, model.target, model.spread, model.support, model.vector]
        lines.append([list(array) for array in arrays] + [[str(p) for p in vector] for vector in model.vectors])
        lines.append(list(model.states))
    return json.dumps(lines)


def test_compiled_and_uncompiled_agree() -> None:
    if not all(is_compiled(name) for name in COMPILED_MODULES):
        pytest.skip("the modules were not compiled on this machine, so there is nothing to compare")
    here = os.path.join(os.path.dirname(__file__), os.pardir, os.pardir)
    environment = {**os.environ, "SYMAG_PURE_PYTHON": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SELF, here], env=environment, capture_output=True, check=True, text=True
    )
    compiled, uncompiled = json.loads(transcript()), json.loads(done.stdout)
    assert compiled[0] == [True] * len(COMPILED_MODULES)
    assert uncompiled[0] == [False] * len(COMPILED_MODULES)
    assert compiled[1:] == uncompiled[1:]


@pytest.mark.parametrize("width", [1, 2, 3])
def test_the_interner_numbers_like_a_dictionary(width: int) -> None:
    random, table, known = Random(width), Interner(width, Watch()), dict[tuple[int, ...], int]()
    for _ in range(5000):
        key = tuple(random.choice([random.randrange(9), random.getrandbits(62)]) for _ in range(width))
        for i, word in enumerate(key):
            table.probe[i] = word
        assert table.intern() == known.setdefault(key, len(known))
    assert table.count == len(known)


def test_transport_agrees_with_exact_matching() -> None:
    """The flow in machine words against the one in Python's integers, wide and narrow."""
    from fractions import Fraction

    random, flow, answers = Random(5), IntegerFlow(), []
    for _ in range(2000):
        left, right = random.choice([*3 * [(2, 2), (3, 4), (6, 6)], (62, 62)]), random.randint(1, 3)
        masses = [random.randint(1, 9) for _ in range(left[0])]
        rooms = [random.randint(1, 9) for _ in range(left[1])]
        masses = [m * sum(rooms) for m in masses]
        rooms = [r * (sum(masses) // sum(rooms)) for r in rooms]
        density = random.choice([0.3, 0.6, 0.9]) if right < 3 else 0.1
        masks = [sum((random.random() < density) << j for j in range(left[1])) for _ in range(left[0])]
        for g, mass in enumerate(masses):
            flow.mass[g], flow.mask[g] = mass, masks[g]
        for j, room in enumerate(rooms):
            flow.room[j] = room
        total = sum(masses)
        exact = exact_flow(
            {g: Fraction(m, total) for g, m in enumerate(masses)},
            {j: Fraction(r, total) for j, r in enumerate(rooms)},
            lambda g, j, masks=masks: bool(masks[g] >> j & 1),  # type: ignore[misc]
            Watch(),
        )
        fits = flow.fits(left[0], left[1])
        assert fits == (exact.weights is not None)
        answers.append(fits)
    assert 200 < sum(answers) < 1800


def test_products_beyond_one_word() -> None:
    """Seventy components of two states: the code of a state needs more than 62 bits."""
    parts = [LPTS.build("0", [("0", "go", "1"), ("1", f"back{i}", "1")], name=f"c{i}") for i in range(70)]
    system = symag.compose(*parts)
    assert (system.num_states, system.num_transitions) == (2, 71)
    assert system.states[1] == "(" + ",".join("1" * 70) + ")"
    wide = [LPTS.build("0", [("0", f"flip{i}", {"0": "1/2", "1": "1/2"})], name=f"c{i}") for i in range(3)]
    system = symag.compose(*parts, *wide)
    assert system.num_states == 16
    assert symag.check([*parts, *wide], LPTS.build("p", [("p", "go", "p")])).audited


def test_hashed_and_dense_tables_make_the_same_product(monkeypatch: pytest.MonkeyPatch) -> None:
    from symag.model.product import Packing

    components, _ = mutual_exclusion(5)
    dense = symag.compose(*components)
    monkeypatch.setattr(Packing, "dense", None)
    hashed = symag.compose(*components)
    assert (dense.first, dense.action, dense.target) == (hashed.first, hashed.action, hashed.target)


def test_numbers_too_large_for_words() -> None:
    """Denominators whose multiple exceeds 62 bits are decided in Python's integers."""
    shares = {"1": f"1/{LARGE_PRIME}", "2": f"{LARGE_PRIME - 1}/{LARGE_PRIME}"}
    less = {"1": f"1/{LARGE_PRIME - 2}", "2": f"{LARGE_PRIME - 3}/{LARGE_PRIME - 2}"}
    rows = [("1", "b", "0"), ("2", "c", "0")]
    one, two = (LPTS.build("0", [("0", "a", to), *rows]) for to in (shares, less))
    assert symag.check([one], one).verdict == "holds"
    assert symag.check([one], two).verdict == "violated"


def test_supports_too_wide_for_words() -> None:
    """More than 62 outcomes on either side."""
    names = [f"x{i}" for i in range(90)]
    rows = [(name, f"a{i % 3}", "end") for i, name in enumerate(names)]
    model = LPTS.build("0", [("0", "go", dict.fromkeys(names, "1/90")), *rows])
    skewed = dict.fromkeys(names, "1/90") | {"x0": "2/90", "x1": "0.5/90"}
    del skewed["x1"]
    other = LPTS.build("0", [("0", "go", skewed), *rows])
    assert symag.check([model], model).audited
    assert symag.check([model], other).verdict == "violated"


def test_exploring_in_steps_ends_in_the_same_product() -> None:
    components, _ = mutual_exclusion(5)
    composition = Composition(components, watch=Watch())
    for cap in (1, 10, 50, 100):
        part = composition.explore(cap)
        assert part.num_states >= cap
        assert not composition.complete
        unexpanded = range(composition.expanded, part.num_states)
        assert all(not part.row(s) for s in unexpanded)
    whole = composition.explore()
    assert composition.complete
    assert whole == symag.compose(*components)
