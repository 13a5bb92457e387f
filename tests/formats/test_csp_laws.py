"""Algebraic laws of CSP in the traces model, over random processes; both directions are asserted, and decided by symag.

Roscoe, "The Theory and Practice of Concurrency": the laws of chapters 1 to 6.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import symag
from tests.formats.csp_oracle.data import PREAMBLE
from tests.formats.csp_oracle.generator import STOP, Generator, Where
from tests.formats.csp_oracle.show import Printer
from tests.formats.csp_oracle.terms import Oracle, Term
from tests.formats.csp_oracle.traces import TooLong
from tests.formats.test_csp_random import asked, parts

CHANNELS = {"P": ("a", "c"), "Q": ("b", "c"), "R": ("a", "b", "d")}
"""What P, Q and R may do."""

EQUAL = {
    "P [] Q": "P |~| Q",
    "P [> Q": "Q [] P",
    "P [] (Q [] R)": "(P [] Q) [] R",
    "P [] P": "P",
    "P [] STOP": "P",
    "P |~| (Q [] R)": "(P |~| Q) [] (P |~| R)",
    "P ||| Q": "Q ||| P",
    "P ||| (Q ||| R)": "(P ||| Q) ||| R",
    "P ||| SKIP": "P",
    "P ||| (Q |~| R)": "(P ||| Q) |~| (P ||| R)",
    "P [|{|c|}|] Q": "Q [|{|c|}|] P",
    "P [|{|a, c|}|] (Q [] R)": "(P [|{|a, c|}|] Q) [] (P [|{|a, c|}|] R)",
    "P [{|a, c|} || {|b, c|}] Q": "P [|{|c|}|] Q",
    "P [{|a, c|} || {|b, c|}] (Q |~| STOP)": "(Q [] STOP) [{|b, c|} || {|a, c|}] P",
    "P [|{}|] Q": "P ||| Q",
    "|| k:{0..1} @ [if k == 0 then {|a, c|} else {|b, c|}] (if k == 0 then P else Q)": "P [{|a, c|} || {|b, c|}] Q",
    "SKIP ; P": "P",
    "P ; SKIP": "P",
    "STOP ; P": "STOP",
    "P ; (Q ; R)": "(P ; Q) ; R",
    "(P [] Q) ; R": "(P ; R) [] (Q ; R)",
    "P ; (Q |~| R)": "(P ; Q) [] (P ; R)",
    "(a -> P) ; Q": "a -> (P ; Q)",
    r"(P \ {|a|}) \ {|c|}": r"P \ {|a, c|}",
    r"P \ {}": "P",
    r"(P [] Q) \ {|c|}": r"(P \ {|c|}) |~| (Q \ {|c|})",
    r"(a -> P) \ {a}": r"P \ {a}",
    r"(a -> P) \ {b}": r"a -> (P \ {b})",
    r"(P [|{|c|}|] Q) \ {|a|}": r"(P \ {|a|}) [|{|c|}|] (Q \ {|a|})",
    r"(P ; Q) \ {|c|}": r"(P \ {|c|}) ; (Q \ {|c|})",
    r"(P [c <-> c] Q)": r"(P [|{|c|}|] Q) \ {|c|}",
    "P[[a <- b]][[b <- a]]": "P",
    "P[[a <- b, b <- a]][[a <- b, b <- a]]": "P",
    "(P [] Q)[[c <- e]]": "P[[c <- e]] [] Q[[c <- e]]",
    "(P ||| Q)[[a <- b]]": "P[[a <- b]] ||| Q[[a <- b]]",
    "(P ; Q)[[a <- b, a <- a]]": "P[[a <- b, a <- a]] ; Q[[a <- b, a <- a]]",
    "(P [|{|c|}|] Q)[[c <- e]]": "P[[c <- e]] [|{|e|}|] Q[[c <- e]]",
    r"P[[a <- b]] \ {b}": r"P \ {a}",
    r"STOP /\ P": "P",
    r"P /\ STOP": "P",
    r"P /\ (Q /\ R)": r"(P /\ Q) /\ R",
    r"P /\ (Q [] R)": r"(P /\ Q) [] (P /\ R)",
    "P [|{}|> Q": "P",
    "P [|{|b|}|> Q": "P",
    "(a -> P) [|{|a|}|> Q": "a -> Q",
    "(P [] Q) [|{|c|}|> R": "(P [|{|c|}|> R) [] (Q [|{|c|}|> R)",
    "a -> (P |~| Q)": "(a -> P) [] (a -> Q)",
    "c?k -> P": "(c.0 -> P) [] (c.1 -> P)",
    "[] k:{0..1} @ c!k -> P": "c$k -> P",
    "true & P": "P",
    "false & P": "STOP",
    "(a -> P) [|{a}|] (a -> Q)": "a -> (P [|{a}|] Q)",
    "(a -> P) ||| (b -> Q)": "(a -> (P ||| (b -> Q))) [] (b -> ((a -> P) ||| Q))",
    "(a -> P) [|{a, b}|] (b -> Q)": "STOP",
    "P [|Events|] RUN(Events)": "P ; STOP",
    "CHAOS({|a, c|})": "RUN({|a, c|})",
}

CONTEXTS = (
    "a -> X", "X [] Q", "Q |~| X", "X [> Q", "Q [> X", "X ; Q", "Q ; X", "true & X", "if 1 == 1 then X else Q",
    "X ||| Q", "X [|{|c|}|] Q", "X [{|a, c|} || {|b, c|}] Q", "X [a <-> b] Q", "Q [c <-> c] X", r"X \ {|c|}",
    "X[[a <- b, c <- e]]", "X[[a <- b, a <- a]]", r"X /\ Q", r"Q /\ X", "X [|{|a|}|> Q", "Q [|{|b|}|> X",
    "let n = 1 within X",
    "[] n:{0..1} @ X", "|~| n:{0..1} @ X", "||| n:{0..1} @ X", "; n:<0, 1> @ X", "[|{|a|}|] n:{0..1} @ X",
    "|| n:{0..1} @ [{|a, c.n|}] X", "[a <-> b] n:<0, 1> @ X",
)  # fmt: skip
"""Every operator, with X in every place."""
SEEDS = range(6)


def processes(seed: int) -> str:
    """Random definitions of P, Q and R, small and of their own channels."""
    random = Random(seed)
    generator = Generator(random)
    bodies = {}
    for name, channels in CHANNELS.items():
        while True:
            term = generator.process(random.randint(3, 5), Where(channels=channels))
            if _stays_inside(term, generator, channels):
                bodies[name] = term
                break
    local = {name: one for name, one in generator.definitions.items() if one.is_local}
    printer = Printer(random, local)
    return PREAMBLE + "".join(f"{name} = {printer.process(term)}\n" for name, term in bodies.items())


def _stays_inside(term: Term, generator: Generator, channels: tuple[str, ...]) -> bool:
    """Does it do something, and only events of its channels? No renaming and no parallel, to keep it small."""
    allowed = {"STOP", "SKIP", "CHAOS", "RUN", "prefix", "[]", "|~|", "[>", ";", "/\\", "&", "if", "let"}
    if any(one.op not in allowed for one in term.subterms()):
        return False
    oracle = Oracle(generator.definitions)
    try:
        return oracle.refines(STOP, term, 1) is not None and oracle.states(term, {}, frozenset()) < 40
    except TooLong:
        return False


def verdicts(text: str, folder: Path) -> list[tuple[str | None, str]]:
    """What symag says of each assertion."""
    path = folder / "laws.csp"
    path.write_text(text, encoding="utf-8")
    return [(one.text, one.check(audit=True).verdict) for one in symag.load_questions(path)]


@pytest.mark.parametrize("seed", SEEDS)
def test_equal_processes(seed: int, tmp_path: Path) -> None:
    lines = [f"assert {x} [T= {y}\nassert {y} [T= {x}\n" for x, y in EQUAL.items()]
    found = verdicts(processes(seed) + "".join(lines), tmp_path)
    assert len(found) == 2 * len(EQUAL)
    assert [text for text, verdict in found if verdict != "holds"] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_operators_are_monotonous(seed: int, tmp_path: Path) -> None:
    """X ⊒ Y implies C[X] ⊒ C[Y]; and not vacuously: the other way round fails in some contexts."""
    lines = []
    for number, context in enumerate(CONTEXTS):
        lines.append(f"C{number}(X) = {context}\n")
        lines.append(f"assert C{number}(P [] Q) [T= C{number}(P)\nassert C{number}(P) [T= C{number}(P [] Q)\n")
    found = verdicts(processes(seed) + "".join(lines), tmp_path)
    assert [text for text, verdict in found[::2] if verdict != "holds"] == []
    if any(verdict == "violated" for _, verdict in verdicts(processes(seed) + "assert P [T= Q\n", tmp_path)):
        assert sum(verdict == "violated" for _, verdict in found[1::2]) > len(CONTEXTS) // 2


@pytest.mark.parametrize("seed", SEEDS)
def test_refinement_is_an_order_with_stop_at_the_end(seed: int, tmp_path: Path) -> None:
    names = ("P", "Q", "R", "P [] Q", "Q [] R", "P [] Q [] R", "STOP")
    asserted = [f"assert {x} [T= {y}\n" for x in names for y in names]
    found = [verdict == "holds" for _, verdict in verdicts(processes(seed) + "".join(asserted), tmp_path)]
    below = {(x, y): found[i * len(names) + j] for i, x in enumerate(names) for j, y in enumerate(names)}
    for x in names:
        assert below[x, x]
        assert below[x, "STOP"]
        assert below["STOP", x] == (x == "STOP")  # each of them does something
        for y in names:
            for z in names:
                assert not (below[x, y] and below[y, z]) or below[x, z]


@pytest.mark.parametrize("seed", range(12))
def test_components_say_what_the_whole_says(seed: int, tmp_path: Path) -> None:
    """`IMPL |~| STOP` has the same traces, and is one component."""
    random, several, seen = Random(1000 + seed), 0, set[str]()
    while several < 6:
        generator = Generator(random)
        term = generator.system(2, Where())
        below = generator.replaced(term, lambda found: STOP)
        oracle = Oracle(generator.definitions)
        try:
            if max(oracle.states(one, {}, frozenset()) for one in (term, below)) > 3000:
                continue
        except TooLong:
            continue
        local = {name: one for name, one in generator.definitions.items() if one.is_local}
        printer = Printer(random, local)
        text = PREAMBLE + f"X = {printer.process(term)}\nY = {printer.process(below)}\n"
        for spec, impl in (("X", "Y"), ("Y", "X")):
            question = asked(f"{text}assert {spec} [T= {impl}\n", tmp_path)
            several += len(parts(question)) > 1
            whole = asked(f"{text}assert {spec} [T= {impl} |~| STOP\n", tmp_path)
            assert len(parts(whole)) == 1
            expected = whole.check(method="mono", audit=True).verdict
            seen.add(expected)
            assert question.check(audit=True).verdict == expected, text
    assert seen == {"holds", "violated"}
