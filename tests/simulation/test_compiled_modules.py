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
from symag.study.cases.families import mutual_exclusion, random_lpts, random_lts, sub_system, with_foreign_action
from symag.traces import reach_error, refine, trace_of
from symag.uncompiled import COMPILED_MODULES
from tests.formats.prism_models import MANY, ONE, random_module
from tests.generate import random_model, random_question
from tests.simulation.weights import random_weights
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
        sub_system(random_lts(1100, 5500, 20, 1), 1100, 2),
        with_foreign_action(random_lts(1100, 5500, 20, 1), 1100),
        with_foreign_action(random_lpts(1100, 1500, 20, 1), 1100),
    ):
        questions.append(([part], whole))
    questions += [([one], other) for one, other in (random_weights(Random(seed)).models() for seed in range(150))]
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
