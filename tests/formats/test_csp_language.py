"""The functional language of CSPm: expressions and their values, scripts and their errors."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from symag import InputError, Limits
from symag.errors import LimitReached
from symag.formats.csp import process
from symag.formats.csp.declarations import parse_csp_expression
from symag.formats.csp.script import AssertedProperty, AssertedRefinement, Script, read_script
from symag.formats.csp.truth import FALSE, TRUE
from symag.formats.csp.values import csp_text, tupled
from symag.formats.files import read_beside
from symag.formats.format import ConstantValues, SourceText
from symag.limits import Watch

SCRIPT = r"""
datatype COLOUR = red | green.{0..1} | pair.{0..1}.{0..1}
datatype List = Nil | Cons.{0..1}.List
subtype WARM = red
nametype Small = {0..3}
nametype Couple = Small.Bool
channel left, right : {0..3}.COLOUR
channel go, stop
channel number : Int
channel two : Small.Small
channel couple : Couple
channel tuples : ({0..1}, {2..3})
fact(0) = 1
fact(n) = n * fact(n - 1)
reverse(<>) = <>
reverse(<x>^t) = reverse(t)^<x>
last(_^<x>) = x
ends(<x>^_^<y>) = (x, y)
ends(_) = (0, 0)
size({}) = 0
size({_}) = 1
size(_) = 2
colour(red) = 0
colour(green.x) = x + 1
colour(pair.x.y) = 10 * x + y
first(x.y) = x
second(x.y) = y
both(p@@(x, y)) = (p, x + y)
total(Nil) = 0
total(Cons.x.rest) = x + total(rest)
curried(x)(y) = x - y
compose(f, g)(x) = f(g(x))
choose(b, x, y) = if b then x else y
(one, <two', three>) = (1, <2, 3>)
sum(0) = 0
sum(n) = n + sum(n - 1)
even(0) = true
even(n) = odd(n - 1)
odd(0) = false
odd(n) = even(n - 1)
fold(f, e, <>) = e
fold(f, e, <x>^s) = fold(f, f(e, x), s)
McCarthy(n) = if n > 100 then n - 10 else McCarthy(McCarthy(n + 11))
module M
  hidden = 20
exports
  shown = hidden + 1
  channel inside : {0..1}
endmodule
module Plus(k)
exports
  plus(x) = x + k
endmodule
instance Ten = Plus(10)
"""


def script(text: str = SCRIPT, **options: Any) -> Script:
    return read_script(SourceText(text, **options))


@pytest.fixture(scope="module")
def known() -> Script:
    return script()


VALUES = {
    # integers: division rounds down
    "1 + 2 * 3 - 4": "3",
    "7 / 2": "3",
    "(-7) / 2": "-4",
    "-7 / 2": "-3",
    "7 % -2": "-1",
    "(-7) % 3": "2",
    "-2 * 3": "-6",
    "2 - -3": "5",
    "123456789012345678901234567890 * 10": "1234567890123456789012345678900",
    # truth values
    "true and not false": "true",
    "false or 1 < 2": "true",
    "false and error(\"not needed\")": "false",
    "not 1 == 2": "true",
    "if 1 >= 1 then 'x' else 'y'": "'x'",
    "if false then 1 else if false then 2 else 3": "3",
    "{true, 1 == 1, false}": "{false, true}",
    "member(true, {1})": "false",
    # comparisons of sets, sequences and tuples
    "{1} < {1, 2}": "true",
    "{1, 2} <= {1, 2}": "true",
    "{1, 2} < {1, 2}": "false",
    "<1> <= <1, 2>": "true",
    "<1> < <2>": "false",
    "(1, 2) < (1, 3)": "true",
    "(1 < 2) == (3 > 2)": "true",
    # sets
    "{}": "{}",
    "{3, 1, 2, 1}": "{1, 2, 3}",
    "{1..4}": "{1, 2, 3, 4}",
    "{4..1}": "{}",
    "card({1..1000000})": "1000000",
    "member(5, {3..})": "true",
    "member(2, {3..})": "false",
    "inter({1..5}, {4..})": "{4, 5}",
    "diff({1..5}, {4..})": "{1, 2, 3}",
    "union({1}, {2})": "{1, 2}",
    "Union({{1}, {2}, {}})": "{1, 2}",
    "Union({})": "{}",
    "Inter({{1, 2}, {2, 3}})": "{2}",
    "empty({})": "true",
    "empty({3..})": "false",
    "set(<1, 2, 1>)": "{1, 2}",
    "seq({2, 1})": "<1, 2>",
    "Set({1, 2})": "{{}, {1}, {2}, {1, 2}}",
    "card(Set({1..10}))": "1024",
    "member({1}, Set({0..99}))": "true",
    "member(<1, 2>, Seq({0..3}))": "true",
    "member(<1, 7>, Seq({0..3}))": "false",
    "{x * y | x <- {1..3}, y <- {x..3}, x + y == 4}": "{3, 4}",
    "{x, -x | x <- {1, 2}}": "{ -2, -1, 1, 2}",
    "{x | (x, 1) <- {(5, 1), (6, 2)}}": "{5}",
    "{(x, y) | x <- {0..1}, y <- {x}}": "{(0, 0), (1, 1)}",
    "Bool": "Bool",
    "{b | b <- Bool}": "{false, true}",
    "card(COLOUR)": "7",
    "COLOUR": "COLOUR",
    "COLOUR == {red, green.0, green.1, pair.0.0, pair.0.1, pair.1.0, pair.1.1}": "true",
    "member(Cons.1.Cons.0.Nil, List)": "true",
    "member(Cons.2.Nil, List)": "false",
    "{x | x <- WARM}": "{red}",
    "card(Couple)": "8",
    # sequences
    "<>": "<>",
    "<1..4>": "<1, 2, 3, 4>",
    "<1, 2>^<3>^<>": "<1, 2, 3>",
    "#<1, 2> + 1": "3",
    "#<1>^<2>": "2",
    "head(<1, 2>)": "1",
    "tail(<1, 2>)": "<2>",
    "null(<>)": "true",
    "length(<1, 2>)": "2",
    "concat(<<1>, <2, 3>>)": "<1, 2, 3>",
    "elem(2, <1, 2>)": "true",
    "elem(9, <3..>)": "true",
    "head(tail(<3..>))": "4",
    "<x * x | x <- <1..4>, x % 2 == 0>": "<4, 16>",
    "<x | x <- <1..5>, x > 2>": "<3, 4, 5>",
    "<x | x <- <1..5>, (x > 2)>": "<3, 4, 5>",
    "<(x, y) | x <- <1, 2>, y <- <3, 4>>": "<(1, 3), (1, 4), (2, 3), (2, 4)>",
    "<-1, 2>": "<-1, 2>",
    "<<1>, <>>": "<<1>, <>>",
    "<1>==<1>": "true",
    "\"ab\"^\"c\"": "\"abc\"",
    "<'a', 'b'> == \"ab\"": "true",
    "head(\"x\")": "'x'",
    "show((1, <2>))": "\"(1, <2>)\"",
    # tuples, dotted values and datatypes
    "(1, true, <>)": "(1, true, <>)",
    "both((3, 4))": "((3, 4), 7)",
    "green.1": "green.1",
    "(pair.0.1) == ((pair.0).1)": "true",
    "left.1.green.0": "left.1.green.0",
    "left.(1.red)": "left.1.red",
    "x.y.z": None,
    "colour(green.1) + colour(red) + colour(pair.1.1)": "13",
    "first(1.2.3)": "1",
    "second(1.2.3)": "2.3",
    "first(green.1.red)": "green.1",
    "total(Cons.1.Cons.0.Cons.1.Nil)": "2",
    "{| go |}": "{go}",
    "diff({| left.1 |}, {| left.1.pair |})": "{left.1.red, left.1.green.0, left.1.green.1}",
    "card({| left, two, go |})": "45",
    "{| two.x | x <- {1..2}, x > 1 |}": "{two.2.0, two.2.1, two.2.2, two.2.3}",
    "{| green |}": "{green.0, green.1}",
    "extensions(two.1)": "{0, 1, 2, 3}",
    "extensions(couple.1)": "{false, true}",
    "productions(two.3) == {| two.3 |}": "true",
    "card({| tuples |})": "4",
    "{| couple.0 |}": "{couple.0.false, couple.0.true}",
    # functions
    "fact(20)": "2432902008176640000",
    "last(<1, 2, 3>)": "3",
    "ends(<1, 2, 3>)": "(1, 3)",
    "ends(<1>)": "(0, 0)",
    "size({}) + size({7}) + size({7, 8})": "3",
    "curried(5)(3)": "2",
    "compose(fact, curried(7))(3)": "24",
    r"(\ x, y @ x - y)(5, 3)": "2",
    r"fold(\ s, x @ s + x, 0, <1..100>)": "5050",
    "choose(true, 1, error(\"not needed\"))": "1",
    "choose(false, head(<>), 2)": "2",
    "one + two' + three": "6",
    "even(100)": "true",
    "let y = 3\n z = y + 1 within z * y": "12",
    "let f(0) = 0\n f(n) = 1 + f(n - 1) within f(10)": "10",
    "let (x, y) = (z + 1, 1)\n z = 2 within x": "3",
    "let x = 1 within let x = 2 within x": "2",
    "McCarthy(1)": "91",
    "M::shown": "21",
    "{| M::inside |}": "{M::inside.0, M::inside.1}",
    "Ten::plus(5)": "15",
    # maps
    "(| 1 => true, 2 => false |)": "(| 1 => true, 2 => false |)",
    "mapLookup((| 1 => 10, 2 => 20 |), 2)": "20",
    "mapToList(mapUpdate(mapFromList(<(1, 2)>), 3, 4))": "<(1, 2), (3, 4)>",
    "mapMember(mapDelete((| 1 => 2 |), 1), 1)": "false",
    "emptyMap == mapDelete((| 1 => 2 |), 1)": "true",
    # the depth of recursion is not limited by Python's
    "sum(20000)": "200010000",
    "odd(30001)": "true",
    "# reverse(<1..2000>)": "2000",
    r"fold(\ s, x @ s + x, 0, <1..5000>)": "12502500",
    "card({sum(x) | x <- {300..400}})": "101",
}  # fmt: skip


@pytest.mark.parametrize("text", VALUES)
def test_value(text: str, known: Script) -> None:
    if VALUES[text] is None:
        with pytest.raises(InputError, match="not defined"):
            known.value(text)
    else:
        assert csp_text(known.value(text)) == VALUES[text]


def any_value(rng: random.Random, depth: int = 3) -> Any:
    kind = rng.randrange(6 if depth else 2)
    if kind == 0:
        return rng.randint(-5, 5)
    if kind == 1:
        return rng.choice([TRUE, FALSE])
    several = [any_value(rng, depth - 1) for _ in range(rng.randrange(4))]
    if kind == 2:
        return tuple(several)
    if kind == 3:
        return frozenset(several)
    return tupled([*several, 1, 2])


def test_what_is_printed_is_read() -> None:
    rng, reader = random.Random(7), script("")
    for _ in range(300):
        value = any_value(rng)
        assert reader.value(csp_text(value)) == value, csp_text(value)


PRECEDENCE = {
    "P \\ A \\ B": "(P \\ A) \\ B",
    "P ||| Q \\ A": "(P ||| Q) \\ A",
    "P \\ A ||| Q": "(P \\ A) ||| Q",
    "P \\ A [] Q \\ B": "((P \\ A) [] Q) \\ B",
    "a -> P |\\ A ; Q": "((a -> P) |\\ A) ; Q",
    "P [|A|] Q ||| R": "(P [|A|] Q) ||| R",
    "P |~| Q [|A|] R": "(P |~| Q) [|A|] R",
    "P [] Q |~| R": "(P [] Q) |~| R",
    "P [|A|] Q [|B|] R": "(P [|A|] Q) [|B|] R",
    "P [A||B] Q [] R": "P [A||B] (Q [] R)",
    "P /\\ Q [] R": "(P /\\ Q) [] R",
    "P [> Q /\\ R": "(P [> Q) /\\ R",
    "P ; Q [> R": "(P ; Q) [> R",
    "c -> P ; Q": "(c -> P) ; Q",
    "c -> P [] d -> Q": "(c -> P) [] (d -> Q)",
    "c -> d -> P": "c -> (d -> P)",
    "b & c -> P [] Q": "(b & (c -> P)) [] Q",
    "x == 1 & P": "(x == 1) & P",
    "c!x+1 -> P": "c!(x+1) -> P",
    "c.x+1 -> P": "c.(x+1) -> P",
    "c?x.y -> P": "c?(x.y) -> P",
    "c!x.y -> P": "c!(x.y) -> P",
    "c?x:S!y -> P": "c?x:(S)!y -> P",
    "P[[a <- b]] ; Q": "(P[[a <- b]]) ; Q",
    "c -> P[[a <- b]]": "c -> (P[[a <- b]])",
    "f(x)[[a <- b]]": "(f(x))[[a <- b]]",
    "P [] [] x:S @ Q [] R": "P [] ([] x:S @ (Q [] R))",
    "if b then P else Q [] R": "if b then P else (Q [] R)",
    "c -> if b then P else Q ; R": "c -> (if b then P else (Q ; R))",
    "\\ x @ x + 1": "\\ x @ (x + 1)",
    "a or b and c": "a or (b and c)",
    "not a and b": "(not a) and b",
    "not a == b": "not (a == b)",
    "a + b == c * d": "(a + b) == (c * d)",
    "a - b - c": "(a - b) - c",
    "a * b % c": "(a * b) % c",
    "-a + b": "(-a) + b",
    "-a * b": "-(a * b)",
    "#s^t": "#(s^t)",
    "#s - 1": "(#s) - 1",
    "a.b == c": "a.(b == c)",
    "a.b.c": "a.(b.c)",
    "f(x)(y)": "(f(x))(y)",
    "P [+A+] Q [] R": "(P [+A+] Q) [] R",
    "P /+A+\\ Q": "(P) /+A+\\ (Q)",
    "P [|A|> Q ||| R": "(P [|A|> Q) ||| R",
    "P [a <-> b, d <-> e | x <- S] Q": "(P) [a <-> b, d <-> e | x <- S] (Q)",
    "<a, b>^<c>": "(<a, b>)^(<c>)",
    "<x | x <- s, x>": "<x | x <- s, (x)>",
    "let x = 1 within x [] P": "let x = 1 within (x [] P)",
}


def shape(node: Any) -> Any:
    """A tree without places and without the difference between a chain and a tree of it."""
    if isinstance(node, tuple):
        return tuple(shape(one) for one in node if not hasattr(one, "column"))
    fields = getattr(node, "__dataclass_fields__", None)
    if fields is None:
        return node
    if fields.keys() >= {"sign", "operands", "signs"}:
        operands, signs = [shape(one) for one in node.operands], list(node.signs or [node.sign])
        if len(operands) < 3 or not node.signs:
            return (type(node).__name__, *signs, *operands)
        if node.sign == ".":
            return ("dots", *(part for one in operands for part in (one[1:] if one[0] == "dots" else [one])))
        found = operands[0]
        for sign, one in zip(signs, operands[1:], strict=True):
            found = (type(node).__name__, sign, found, one)
        return found
    return (type(node).__name__, *(shape(getattr(node, name)) for name in fields if name not in ("place", "height")))


def shape_of(text: str) -> Any:
    return flat_dots(shape(parse_csp_expression(text, Watch())))


def flat_dots(found: Any) -> Any:
    """`a.(b.c)` is `a.b.c`, and a prefix after a prefix one of two steps."""
    if not isinstance(found, tuple):
        return found
    found = tuple(flat_dots(one) for one in found)
    if found[:2] == ("CspOperator", "."):
        return ("dots", *(part for one in found[2:] for part in (one[1:] if one[:1] == ("dots",) else (one,))))
    if found[:1] == ("Steps",) and found[2][:1] == ("Steps",):
        return ("Steps", found[1] + found[2][1], found[2][2])
    return found


@pytest.mark.parametrize("text", PRECEDENCE)
def test_precedence(text: str) -> None:
    assert shape_of(text) == shape_of(PRECEDENCE[text])


PROCESSES = r"""
datatype D = A.{0..1} | B
nametype S = {0..2}
channel a, b, c, d
channel x, y : S
channel xy, uv : S.S
channel m : D
channel n : Int
channel p : ({0..1}, S)
Copy(l, r) = l?v -> r!v -> Copy(l, r)
Twice(P) = P ; P
Loop = F(Loop)
F(X) = a -> X
If(v, P, Q) = if v then P else Q
Ones(k) = let One = x.k -> One within One
Step(k) = x!k -> Step((k + 1) % 3)
Seq(<>) = SKIP
Seq(<P>^s) = P ; Seq(s)
"""

TERMS = {
    "STOP": "STOP",
    "SKIP": "SKIP",
    "DIV": "STOP",
    "a -> STOP": "a:STOP",
    "a -> b -> Loop": "a:[b:Loop]",
    "Loop": "a:Loop",
    "x!1 -> Step(2)": "x.1:Step(2)",
    "Step(2)": "x.2:Step(0)",
    "x?v -> Step(v)": "x.0:Step(0) x.1:Step(1) x.2:Step(2)",
    "x?v:{1..9} -> Step(v)": None,
    "x?v:{1, 2} -> Step(v)": "x.1:Step(1) x.2:Step(2)",
    "x?_ -> STOP": "x.0:STOP x.1:STOP x.2:STOP",
    "x?1 -> STOP": "x.1:STOP",
    "xy?v:{1}?w:{v..v+1} -> Step(w)": "xy.1.1:Step(1) xy.1.2:Step(2)",
    "xy?v!v -> Step(v)": "xy.0.0:Step(0) xy.1.1:Step(1) xy.2.2:Step(2)",
    "xy!1?w -> Step(w)": "xy.1.0:Step(0) xy.1.1:Step(1) xy.1.2:Step(2)",
    "xy?v.2 -> Step(v)": "xy.0.2:Step(0) xy.1.2:Step(1) xy.2.2:Step(2)",
    "xy.1?all:{2} -> uv!1.all -> STOP": "xy.1.2:[uv.1.2:STOP]",
    "xy.1.0 -> STOP": "xy.1.0:STOP",
    "xy!1.0 -> STOP": "xy.1.0:STOP",
    "xy?all:{1.2, 2.1} -> uv!all -> STOP": "xy.1.2:[uv.1.2:STOP] xy.2.1:[uv.2.1:STOP]",
    "Copy(xy.1, y)": "xy.1.0:[y.0:Copy(xy.1,y)] xy.1.1:[y.1:Copy(xy.1,y)] xy.1.2:[y.2:Copy(xy.1,y)]",
    "m?A.v -> Step(v)": "m.A.0:Step(0) m.A.1:Step(1)",
    "m?v -> m!v -> STOP": "m.A.0:[m.A.0:STOP] m.A.1:[m.A.1:STOP] m.B:[m.B:STOP]",
    "m.A?v -> Step(v)": "m.A.0:Step(0) m.A.1:Step(1)",
    "m!A!1 -> STOP": "m.A.1:STOP",
    "n!7 -> STOP": "n.7:STOP",
    "n!-7 -> STOP": "n.-7:STOP",
    "n?v:{5} -> n!v + 1 -> STOP": "n.5:[n.6:STOP]",
    "p?(0, v) -> Step(v)": "p.(0, 0):Step(0) p.(0, 1):Step(1) p.(0, 2):Step(2)",
    "x$v:{1, 2} -> Step(v)": "|~|(x.1:Step(1), x.2:Step(2))",
    "true & a -> STOP": "a:STOP",
    "1 == 2 & a -> STOP": "STOP",
    "a -> (1 == 2 & a -> STOP)": "a:STOP",
    "a -> if 1 == 1 then Loop else STOP": "a:Loop",
    "a -> If(false, STOP, Loop)": "a:If(false,STOP,Loop)",
    "If(false, STOP, Loop)": "a:Loop",
    "a -> Ones(2)": "a:Ones(2)",
    "Ones(2)": "x.2:One",
    "a -> STOP [] b -> STOP [] SKIP": "[]([a:STOP], [b:STOP], SKIP)",
    "a -> STOP |~| b -> STOP": "|~|([a:STOP], [b:STOP])",
    "Loop ; SKIP ; STOP": ";(Loop, ;(SKIP, STOP))",
    "Loop ||| Loop ||| STOP": "||({}, Loop, Loop, STOP)",
    "Loop [| {| x.1, a |} |] STOP": "||({a, x.1}, Loop, STOP)",
    "Loop [{a} || {a, b}] STOP": "alphabets(Loop {a}, STOP {a, b})",
    "Loop [a <-> b] STOP": "<->({a b}, Loop, STOP)",
    "Loop [x <-> y] STOP": "<->({x.0 y.0, x.1 y.1, x.2 y.2}, Loop, STOP)",
    "Loop [x.i <-> y.(2-i) | i <- {0..1}] STOP": "<->({x.0 y.2, x.1 y.1}, Loop, STOP)",
    "Loop \\ {a}": "\\({a}, Loop)",
    "Loop [[a <- b, a <- c]]": "rename({a b, a c}, Loop)",
    "Loop [[x <- xy.1]]": "rename({x.0 xy.1.0, x.1 xy.1.1, x.2 xy.1.2}, Loop)",
    "Loop [[x.i <- y.i | i <- {1..2}]]": "rename({x.1 y.1, x.2 y.2}, Loop)",
    "Loop /\\ STOP": "/\\(Loop, STOP)",
    "Loop [> STOP": "[>(Loop, STOP)",
    "Loop [| {a} |> STOP": "except({a}, Loop, STOP)",
    "Loop [+ {a} +] STOP": "[+]({a}, Loop, STOP)",
    "Loop /+ {a} +\\ STOP": "/+\\({a}, Loop, STOP)",
    "CHAOS({| x |})": "CHAOS{x.0, x.1, x.2}",
    "RUN({a})": "RUN{a}",
    "[] v:{0..1} @ Step(v)": "[](Step(0), Step(1))",
    "[] v:{} @ Step(v)": "STOP",
    "[] v:{1} @ Step(v)": "x.1:Step(2)",
    "[] v:{0..2}, w:{v..2}, v + w == 2 @ xy.v.w -> STOP": "[]([xy.0.2:STOP], [xy.1.1:STOP])",
    "[] e:{a, x.1} @ e -> STOP": "[]([a:STOP], [x.1:STOP])",
    "|~| v:{0..1} @ Step(v)": "|~|(Step(0), Step(1))",
    "||| v:{0..1} @ Step(v)": "||({}, Step(0), Step(1))",
    "||| v:{} @ Step(v)": "||({})",
    "[+ {a} +] v:{0..2} @ Step(v)": "[+]({a}, Step(0), [+]({a}, Step(1), Step(2)))",
    "let transparent normal within normal(Loop)": "a:Loop",
    "[| {a} |] v:{0..1} @ Step(v)": "||({a}, Step(0), Step(1))",
    "|| v:{0..1} @ [{x.v}] Step(v)": "alphabets(Step(0) {x.0}, Step(1) {x.1})",
    "; v:<2, 0, 1> @ Step(v)": ";(Step(2), ;(Step(0), Step(1)))",
    "; v:<> @ Step(v)": "SKIP",
    "[x <-> y] v:<0, 1, 2> @ Step(v)": "<->({x.0 y.0, x.1 y.1, x.2 y.2}, Step(0), <->({x.0 y.0, x.1 y.1, x.2 y.2}, "
    "Step(1), Step(2)))",
    "Twice(a -> SKIP)": ";([a:SKIP], [a:SKIP])",
    "Seq(<Loop, STOP>)": ";(Loop, Seq(<STOP>))",
    "let Q(i) = x.i -> Q(1 - i) within Q(0)": "x.0:Q(1)",
    "RUN({| m, a |})": "RUN{a, m.A.0, m.A.1, m.B}",
    "RUN(inter(Events, {| x.1, a |}))": None,
}


def named(one: Any) -> str:
    """A call by its label, any other process by its operator."""
    found = one.canonical() if hasattr(one, "canonical") else one
    label = getattr(found, "label", "line ")
    return f"[{term(found.unfold())}]" if hasattr(found, "unfold") and label.startswith("line ") else (
        label if hasattr(found, "unfold") else term(found)
    )  # fmt: skip


def listed(events: Any) -> str:
    return "{" + ", ".join(sorted(one if isinstance(one, str) else " ".join(one) for one in events)) + "}"


def term(one: Any) -> str:
    """An operator and its operands."""
    operands = ", ".join(map(named, getattr(one, "operands", ()))) if not isinstance(one, process.Alphabetised) else ""
    sides = ", ".join(named(side) for side in (getattr(one, "first", None), getattr(one, "second", None)) if side)
    match one:
        case process.Stop():
            return "STOP"
        case process.Skip():
            return "SKIP"
        case process.Chaos(events):
            return f"CHAOS{listed(events)}"
        case process.Run(events):
            return f"RUN{listed(events)}"
        case process.Prefix(branches):
            return " ".join(f"{branch.event}:{named(branch.process)}" for branch in branches)
        case process.ExternalChoice():
            return f"[]({operands})"
        case process.InternalChoice():
            return f"|~|({operands})"
        case process.Parallel(_, events):
            return f"||({', '.join(filter(None, [listed(events), operands]))})"
        case process.Alphabetised(pairs):
            return "alphabets(" + ", ".join(f"{named(side)} {listed(events)}" for side, events in pairs) + ")"
        case process.Hiding(inner, events):
            return f"\\({listed(events)}, {named(inner)})"
        case process.Renaming(inner, pairs):
            return f"rename({listed(pairs)}, {named(inner)})"
        case process.Linked():
            return f"<->({listed(one.links)}, {sides})"
    signs = {
        process.Sequential: ";",
        process.Sliding: "[>",
        process.Interrupt: "/\\",
        process.Except: "except",
        process.SynchronisingChoice: "[+]",
        process.SynchronisingInterrupt: "/+\\",
    }
    shared = getattr(one, "events", None)
    return f"{signs[type(one)]}({'' if shared is None else listed(shared) + ', '}{sides})"


@pytest.mark.parametrize("text", TERMS)
def test_process(text: str) -> None:
    reader = script(PROCESSES)
    if TERMS[text] is None:
        with pytest.raises(InputError):
            reader.process(text).unfold()  # type: ignore[union-attr]
    else:
        found: Any = reader.process(text)
        assert term(found.unfold() if hasattr(found, "unfold") else found) == TERMS[text]


def test_equal_calls_are_equal() -> None:
    reader = script(PROCESSES)
    first, second = reader.process("Step(1 + 1)"), reader.process("Step(2)")
    assert first == second
    assert first != reader.process("Step(1)")
    one, two = (reader.process(f"x!{v} -> Step(0)").unfold() for v in (0, 1))  # type: ignore[union-attr]
    assert one.branches[0].process.canonical() == two.branches[0].process.canonical()  # type: ignore[union-attr]
    inputs: Any = reader.process("x?v -> a -> STOP").unfold()  # type: ignore[union-attr]
    assert len({branch.process for branch in inputs.branches}) == 1, "v is not used there"
    inputs = reader.process("x?v -> y!v -> STOP").unfold()  # type: ignore[union-attr]
    assert len({branch.process for branch in inputs.branches}) == 3


def test_script() -> None:
    reader = script(
        "channel a, b\nP = a -> P\nQ(x, y) = if x == y then P else Q(y, x)\nR(x)(y) = P\nn = 3\nf(x) = x\n"
        "assert P [T= Q(1, 2) -- a comment\nassert not\n  P {- and another -} [FD= R(1)(2) :[partial order reduce]\n"
        "assert P :[deadlock free [F]]\nassert P :[has trace [T]]: <a, a>\n"
        'assert P :[has trace] <a>\nassert P [T= P :[tau priority]: {a}\nassert P |= LTL: "G a"\n'
    )
    assert reader.processes() == ("P", "Q(_,_)", "R(_)(_)")
    assert reader.events() == {"a", "b"}
    first, second, third, fourth, other, prioritised, fifth = reader.assertions
    assert isinstance(first, AssertedRefinement)
    assert (first.text, first.model, first.negated, first.position) == ("P [T= Q(1, 2)", "T", False, (7, 1))
    assert (first.specification.canonical().label, first.implementation.canonical().label) == ("P", "Q(1,2)")  # type: ignore[union-attr]
    assert isinstance(second, AssertedRefinement)
    assert (second.text, second.model) == ("not P [FD= R(1)(2) :[partial order reduce]", "FD")
    assert second.negated
    assert isinstance(third, AssertedProperty)
    assert (third.name, third.model, third.trace) == ("deadlock free", "F", None)
    assert isinstance(fourth, AssertedProperty)
    assert (fourth.name, fourth.model, fourth.trace) == ("has trace", "T", ("a", "a"))
    assert isinstance(other, AssertedProperty)
    assert (other.name, other.model, other.trace) == ("has trace", None, ("a",))
    assert isinstance(prioritised, AssertedProperty), "priority changes the traces"
    assert (prioritised.name, prioritised.trace) == ("tau priority", None)
    assert isinstance(fifth, AssertedProperty)
    assert "LTL" in fifth.name


def test_constants_can_be_given() -> None:
    text = "n = 4\nb = true\nm = n + n\nl = n < 9"
    assert [csp_text(script(text).value(name)) for name in "nbml"] == ["4", "true", "8", "true"]
    given = script(text, constants=ConstantValues({"n": 1, "b": "false", "m": 1, "l": False}))
    assert [csp_text(given.value(name)) for name in "nbml"] == ["1", "false", "1", "false"]
    with pytest.raises(InputError, match="is a bool"):
        script(text, constants=ConstantValues({"b": 3}))


def test_layout_and_comments() -> None:
    reader = script(
        "-- a comment\n{- one {- inside -} another -}x' = 1 +\n  2\ny =\n 3\n(u, v) = (x', y)\n<w> = <u>\n"
        "f :: (Int,\n  Int) -> Int\nf(a, b) =\n  a\n  -b\nprint f(1, 2)\nz = if u < v then w\nelse 9\r\nlast = f(7, 2)"
    )
    assert [csp_text(reader.value(name)) for name in ("x'", "u", "w", "z", "last")] == ["3", "3", "3", "9", "5"]


SYNTAX = {
    "P = a b": (1, 7, "new line"),
    "P = (a": (1, 7, "')'"),
    "P = a ->": (1, 9, "an expression"),
    "P =": (1, 4, "an expression"),
    "P = a [] ": (1, 10, "an expression"),
    "P = {1, 2": (1, 10, "'}'"),
    "P = <1, 2": (1, 10, "'>'"),
    "P = {| a }": (1, 10, "'|}'"),
    "P = if true then 1": (1, 19, "'else'"),
    "P = if true 1 else 2": (1, 13, "'then'"),
    "P = let x = 1": (1, 14, "'within'"),
    "P = a ? x": (1, 10, "'->'"),
    "P = a [| b": (1, 11, "'|]' or '|>'"),
    "P = a [b] c": (1, 9, "'||' or '<->'"),
    "P = [] x:S P": (1, 12, "'@'"),
    "P = || x:S @ P": (1, 14, "alphabet"),
    "P = Q[[a -> b]]": (1, 10, "'<-'"),
    "P = 1 < 2 < 3": (1, 11, "not chained"),
    "P = \\ x x": (1, 9, "'@'"),
    "P = (| 1 |)": (1, 10, "'=>'"),
    "channel": (1, 8, "a name"),
    "channel c :": (1, 12, "an expression"),
    "datatype = A": (1, 10, "name of a type"),
    "datatype T = 1": (1, 14, "constructor"),
    "nametype T": (1, 11, "'='"),
    "assert P": (1, 9, "a refinement"),
    "assert P :[deadlock free": (1, 10, "not closed"),
    "include P": (1, 9, "file in quotes"),
    'include "other.csp"': (1, 1, "only a file can include"),
    "Timed(f) { P = STOP }": (1, 1, "no time"),
    "P = STOP {- a": (1, 10, "not closed"),
    'P = "abc': (1, 5, "not closed"),
    "P = a ~ b": (1, 7, "no token"),
    "P = é": (1, 5, "no token"),
    "f(x)(y = 1": (1, 8, "')'"),
    "(a, b)(c) = 1": (1, 1, "a name is expected"),
    "M::x = 1": (1, 6, "end of a type annotation"),
    "module M\nx = 1\n": (3, 1, "'endmodule'"),
    "P = " + "(" * 80 + "1" + ")" * 80: (1, 70, "nested deeper"),
    "P = " + "not " * 999 + "true": (1, 265, "nested deeper"),
    "P = " + "- " * 999 + "1": (1, 135, "nested deeper"),
    "P = {1 | true" + ", true" * 99 + "}": (1, 392, "more than 64"),
    "P = c" + "!1" * 99 + " -> STOP": (1, 136, "more than 64"),
    "P = " + "1" * 1001: (1, 5, "digits"),
    "x = 1\n\n  y = = 2": (3, 7, "an expression"),
    "P = 1 endmodule": (1, 7, "a declaration"),
}


@pytest.mark.parametrize("text", SYNTAX, ids=lambda text: text[:20])
def test_syntax_error(text: str) -> None:
    line, column, part = SYNTAX[text]
    with pytest.raises(InputError) as error:
        script(text)
    assert (error.value.line, error.value.column) == (line, column), str(error.value)
    assert part in error.value.message


HEAD = "datatype D = A.{0..1} | B\nchannel c : {0..3}\nchannel d\nchannel n : Int\nchannel m : D.{0..1}\n"

WRONG = {
    "P = x": (6, 5, "'x' is not defined"),
    "P = 1 + true": (6, 7, "an integer is expected here, not the truth value true"),
    "P = not 1": (6, 5, "true or false is expected"),
    "P = if 1 then STOP else STOP": (6, 8, "true or false is expected"),
    "P = 1 and true": (6, 5, "true or false"),
    "P = 1 < true": (6, 7, "not in an order"),
    "P = 1 / 0": (6, 7, "divided by 0"),
    "P = 1 % (2 - 2)": (6, 7, "divided by 0"),
    "P = head(<>)": (6, 5, "no head"),
    "P = tail(<>)": (6, 5, "no tail"),
    "P = head({1})": (6, 5, "a sequence is expected here, not the set {1}"),
    "P = card(<1>)": (6, 5, "a set is expected"),
    "P = card({1..})": (6, 5, "a finite set is expected here, not {1..}"),
    "P = card(Int)": (6, 5, "not Int"),
    "P = union({1}, 2)": (6, 5, "a set is expected here, not the integer 2"),
    "P = union({1})": (6, 5, "takes 2 arguments"),
    "P = {x | x <- 3}": (6, 15, "a set is expected"),
    "P = {x | x <- {1..}}": (6, 15, "too many values"),
    "P = <1>^2": (6, 8, "a sequence is expected"),
    "P = 3(4)": (6, 5, "a function is expected"),
    "f(x) = x\nP = f(1, 2)": (7, 5, "'f' takes 1 argument, and 2 are given"),
    "f(0) = 1\nP = f(1)": (6, 1, "no clause of 'f' matches f(1)"),
    "f(0) = 1\nf(x, y) = 2\nP = f(1)": (6, 1, "different numbers of parameters"),
    "f(x, x) = 1\nP = f(1, 2)": (6, 6, "bound twice"),
    "f(x^y) = 1\nP = f(<1>)": (6, 5, "any length"),
    "f(1 + x) = 1\nP = f(1)": (6, 5, "no pattern"),
    "(x, y) = 3\nP = x": (6, 1, "does not match"),
    "x = 1\nx = 2\nP = x": (7, 1, "'x' is defined twice"),
    "P = let x = 1\n x = 2 within x": (7, 2, "'x' is defined twice"),
    "P = _": (6, 5, "'_' is a pattern"),
    "P = c!4 -> STOP": (6, 5, "4 is not in {0, 1, 2, 3}"),
    "P = c!true -> STOP": (6, 5, "true is not in"),
    "P = c -> STOP": (6, 5, "c is no event: a value of {0, 1, 2, 3} is missing"),
    "P = c!1!2 -> STOP": (6, 5, "too many fields"),
    "P = d?x -> STOP": (6, 5, "no more fields"),
    "P = n?x -> STOP": (6, 5, "the channel 'n' has too many values"),
    "P = m!A!2!0 -> STOP": (6, 5, "2 is not in {0, 1}"),
    "P = m!C -> STOP": (6, 7, "'C' is not defined"),
    "P = 3 -> STOP": (6, 5, "a channel is expected here, not the integer 3"),
    "P = STOP \\ {c}": (6, 12, "c is no event"),
    "P = STOP \\ {1}": (6, 12, "a channel is expected"),
    "P = STOP \\ {| n |}": (6, 12, "too many values"),
    "P = STOP [[c <- d]]": (6, 10, "too many fields"),
    "P = |~| x:{} @ STOP": (6, 5, "internal choice of nothing"),
    "P = d -> 3": (6, 10, "a process is expected here, not the integer 3"),
    "P = chase(STOP)": (6, 5, "change the traces"),
    "transparent chase\nP = chase(STOP)": (7, 5, "change the traces"),
    "P = WAIT(3)": (6, 5, "no time"),
    "P = normal(STOP)": (6, 5, "'normal' is not defined"),
    "external magic\nP = magic(STOP)": (6, 10, "not known"),
    'P = error("no way")': (6, 5, "no way"),
    "subtype T = Z\nP = card(T)": (6, 13, "no constructor"),
    "channel q : 3\nP = q!1 -> STOP": (6, 13, "a type (a set) is expected"),
    "P = M::x": (6, 5, "'M::x' is not defined"),
    "P = mapLookup((| 1 => 2 |), 3)": (6, 5, "no key 3"),
    "P = Inter({})": (6, 5, "'Inter' needs a set"),
}


@pytest.mark.parametrize("text", WRONG)
def test_error_where_it_is_needed(text: str) -> None:
    line, column, part = WRONG[text]
    reader = script(HEAD + text)
    with pytest.raises(InputError) as error:
        second_step(reader.process("d -> P"))
    assert part in error.value.message, str(error.value)
    assert (error.value.line, error.value.column) == (line, column), str(error.value)


def second_step(found: Any) -> None:
    found.unfold().branches[0].process.unfold().branches[0].process.unfold()


def test_what_is_not_needed_is_no_error() -> None:
    reader = script("channel c : Nothing\nP = STOP\nQ = undefined -> STOP\nf(x, x) = 1\nx = 1\nx = 2\nassert Q [T= P")
    assert term(reader.process("P").unfold()) == "STOP"  # type: ignore[union-attr]
    assert len(reader.assertions) == 1


ENDLESS = {"P = P": "P", "P = Q\nQ = P": "P", "f(n) = f(n + 1)\nP = f(0)": "P", "P = F(P)\nF(X) = X": "P",
           "n = n + 1\nP = n & STOP": "P", "g(n) = 1 + g(n)\nP = g(1) == 1 & STOP": "P",
           "s(x) = s(x^x)\nP = s(<1>)": "P", "s(x) = s(concat(<x, x>))\nP = s(<1>)": "P",
           "s(x) = s(x.x)\nP = s(1.1)": "P"}  # fmt: skip


@pytest.mark.parametrize("text", ENDLESS)
def test_what_has_no_end_is_a_limit(text: str) -> None:
    with pytest.raises(LimitReached):
        script(text).process("P").unfold()  # type: ignore[union-attr]


def test_the_clock_is_obeyed() -> None:
    time = [0.0]

    def clock() -> float:
        time[0] += 0.01
        return time[0]

    watch = Watch(Limits(seconds=1), clock=clock)
    reader = script("n = 1000", watch=watch)
    with pytest.raises(LimitReached, match="timeout"):
        reader.value("card({x + y | x <- {1..n}, y <- {1..n}})")


def test_include(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "one.csp").write_text('include "two.csp"\nx = y + 1\nwrong = 1 + true', encoding="utf-8")
    (tmp_path / "parts" / "two.csp").write_text("y = 1", encoding="utf-8-sig")
    main = tmp_path / "main.csp"

    def included(text: str) -> Script:
        return script(text, include=lambda path: read_beside(str(main), path))

    reader = included('include "parts/one.csp"\nz = x + 1')
    assert reader.value("z") == 3
    with pytest.raises(InputError) as error:
        reader.value("wrong")
    assert (error.value.file, error.value.line) == ("parts/one.csp", 3)
    (tmp_path / "loop.csp").write_text('include "loop.csp"', encoding="utf-8")
    (tmp_path.parent / "outside.csp").write_text("x = 1", encoding="utf-8")
    (tmp_path / "link.csp").symlink_to(tmp_path.parent / "outside.csp")
    (tmp_path / "itself.csp").symlink_to(tmp_path / "itself.csp")
    for file, part in {
        "../outside.csp": "not in the folder",
        "/etc/passwd": "not in the folder",
        "C:\\x.csp": "not in the folder",
        "link.csp": "not in the folder",
        "none.csp": "no such file",
        "loop.csp": "within each other",
        "itself.csp": "no file can have this name",
        "x" * 999: "no file can have this name",
        "a\0b": "no file can have this name",
    }.items():
        with pytest.raises(InputError, match=part):
            included(f'include "{file}"')
