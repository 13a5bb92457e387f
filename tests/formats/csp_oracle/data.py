"""Random data expressions: numbers 0 and 1, colours, truth values, sets of numbers and events, links and renamings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from tests.formats.csp_oracle.terms import Data

PREAMBLE = """\
nametype BIT = {0..1}
datatype COLOUR = red | blue
channel a, b
channel c, e : BIT
channel d : BIT.COLOUR
flip(0) = 1
flip(1) = 0
flip(n) = flip(n % 2)
either(x, y) = if x > y then x else y
count(<>) = 0
count(<x>^s) = (1 + count(s)) % 2
swap(red) = blue
swap(blue) = red
"""
COLOURS = ("red", "blue")
CHANNELS = {"a": (), "b": (), "c": ("bit",), "e": ("bit",), "d": ("bit", "colour")}
EVENTS = ("a", "b", "c.0", "c.1", "e.0", "e.1", "d.0.red", "d.0.blue", "d.1.red", "d.1.blue")
SIGMA = frozenset(EVENTS)
PAIRED = frozenset([("c.0", "e.0"), ("c.1", "e.1")])


@dataclass(frozen=True)
class Scope:
    """The variables by type, and those that must not be hidden by others."""

    bits: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    kept: frozenset[str] = frozenset()

    def bound(self, name: str, kind: str) -> Scope:
        """With one more variable; it hides another of its name."""
        bits, colours = (tuple(n for n in names if n != name) for names in (self.bits, self.colours))
        return replace(
            self,
            bits=(*bits, name) if kind == "bit" else bits,
            colours=(*colours, name) if kind == "colour" else colours,
        )


def constant(text: str, value: object) -> Data:
    """An expression without variables."""
    return Data(text, lambda env: value)


def variable(name: str) -> Data:
    """An expression that is a variable."""
    return Data(name, lambda env: env[name])


def events(text: str, *found: str) -> Data:
    """A set of events."""
    return constant(text, frozenset(found))


def channel_events(channels: tuple[str, ...]) -> Data:
    """All events of the channels."""
    return events(f"{{|{', '.join(channels)}|}}", *[event for event in EVENTS if event[0] in channels])


class DataGenerator:
    """Makes expressions by a seeded random number generator."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def bit(self, scope: Scope, depth: int = 2) -> Data:
        """0 or 1."""
        if scope.bits and self.random.random() < 0.5:
            return variable(self.random.choice(scope.bits))
        if depth == 0 or self.random.random() < 0.4:
            number = self.random.randrange(2)
            return constant(str(number), number)
        one, other = self.bit(scope, depth - 1), self.bit(scope, depth - 1)
        x, y, s, t = one.value, other.value, one.text, other.text
        return self.random.choice([
            Data(f"flip({s})", lambda env: 1 - x(env)),
            Data(f"either({s}, {t})", lambda env: max(x(env), y(env))),
            Data(f"(({s}) + ({t})) % 2", lambda env: (x(env) + y(env)) % 2, False),
            Data(f"1 - ({s})", lambda env: 1 - x(env), False),
            Data(f"if ({s}) == ({t}) then {s} else 0", lambda env: x(env) if x(env) == y(env) else 0, False),
            Data(f"card({{{s}, {t}}}) - 1", lambda env: len({x(env), y(env)}) - 1, False),
            Data(f"head(<{s}, {t}>)", lambda env: x(env)),
            Data(f"count(<{s}, 0> ^ <{t}>)", lambda env: 1),
            Data(f"let z' = {s} within z' * ({t})", lambda env: x(env) * y(env), False),
            Data(f"(\\ u, v @ u - v)(1, {s})", lambda env: 1 - x(env)),
        ])  # fmt: skip

    def colour(self, scope: Scope) -> Data:
        """A value of the datatype."""
        if scope.colours and self.random.random() < 0.6:
            return variable(self.random.choice(scope.colours))
        if self.random.random() < 0.3:
            one = self.colour(scope)
            return Data(f"swap({one.text})", lambda env: COLOURS[1 - COLOURS.index(one.value(env))])
        name = self.random.choice(COLOURS)
        return constant(name, name)

    def value(self, kind: str, scope: Scope) -> Data:
        """Of a field."""
        return self.bit(scope) if kind == "bit" else self.colour(scope)

    def condition(self, scope: Scope) -> Data:
        """True or false."""
        one, other = self.bit(scope, 1), self.bit(scope, 1)
        x, y, s, t = one.value, other.value, f"({one.text})", f"({other.text})"
        shade = self.colour(scope)
        return self.random.choice([
            Data(f"{s} == {t}", lambda env: x(env) == y(env), False),
            Data(f"{s} != {t}", lambda env: x(env) != y(env), False),
            Data(f"{s} <= {t} and {t} <= {s}", lambda env: x(env) == y(env), False),
            Data(f"not {s} < {t}", lambda env: x(env) >= y(env), False),
            Data(f"member({s}, {{0}}) or {t} > 0", lambda env: x(env) == 0 or y(env) > 0, False),
            Data(f"{shade.text} == red", lambda env: shade.value(env) == "red", False),
            constant("true", True),
        ])  # fmt: skip

    def values(self, kind: str, scope: Scope) -> Data:
        """A set of values of a field, perhaps empty."""
        if kind == "colour":
            return self.random.choice([constant("COLOUR", frozenset(COLOURS)), constant("{red}", frozenset(["red"]))])
        one = self.bit(scope, 1)
        x, s = one.value, one.text
        return self.random.choice([
            Data(f"{{{s}}}", lambda env: frozenset([x(env)])),
            Data(f"{{x' | x' <- BIT, x' != {s}}}", lambda env: frozenset([1 - x(env)])),
            Data(f"diff(BIT, {{{s}, 1}})", lambda env: frozenset([0, 1]) - {x(env), 1}),
            Data(f"{{0..({s})}}", lambda env: frozenset(range(x(env) + 1))),
        ])  # fmt: skip

    def runs_over(self, sign: str) -> Data:
        """What a replicated operator runs through."""
        if sign in (";", "<->"):
            options = [("<0, 1>", (0, 1)), ("<1, 0>", (1, 0)), ("<0, 0>", (0, 0)), ("<1>", (1,))]
        else:
            options = [("{0..1}", (0, 1)), ("BIT", (0, 1)), ("{0, 1, 0}", (0, 1)), ("{1}", (1,))]
        if sign not in ("<->", "|~|") and self.random.random() < 0.1:
            return constant("<>" if sign == ";" else "{}", ())
        text, values = self.random.choice(options)
        return constant(text, values)

    def events(self, scope: Scope, depth: int = 2) -> Data:
        """A set of events."""
        random = self.random
        if depth and random.random() < 0.4:
            one, other = self.events(scope, depth - 1), self.events(scope, depth - 1)
            x, y, s, t = one.value, other.value, one.text, other.text
            return random.choice([
                Data(f"union({s}, {t})", lambda env: x(env) | y(env)),
                Data(f"diff({s}, {t})", lambda env: x(env) - y(env)),
                Data(f"inter({s}, diff(Events, {t}))", lambda env: (x(env) & SIGMA) - y(env)),
                Data(f"Union({{{s}, {t}}})", lambda env: x(env) | y(env)),
            ])  # fmt: skip
        bit = self.bit(scope, 1)
        b, s = bit.value, bit.text
        chosen = [event for event in EVENTS if random.random() < 0.35]
        return random.choice([
            events(f"{{{', '.join(chosen)}}}", *chosen),
            events("{|c|}", "c.0", "c.1"),
            events("{| e, a |}", "e.0", "e.1", "a"),
            events("{|c, e|}", "c.0", "c.1", "e.0", "e.1"),
            events("{|d|}", *EVENTS[6:]),
            Data(f"{{|d.({s})|}}", lambda env: frozenset(f"d.{b(env)}.{colour}" for colour in COLOURS)),
            Data(f"{{c.({s}), b}}", lambda env: frozenset([f"c.{b(env)}", "b"])),
            Data(f"{{e.x' | x' <- BIT, x' <= ({s})}}", lambda env: frozenset(f"e.{x}" for x in range(b(env) + 1))),
            Data(f"{{d.({s}).x' | x' <- COLOUR}}", lambda env: frozenset(f"d.{b(env)}.{colour}" for colour in COLOURS)),
            Data(f"if ({s}) == 0 then {{a, b}} else {{}}", lambda env: frozenset(() if b(env) else ("a", "b")), False),
        ])  # fmt: skip

    def pairs(self, arrow: str, scope: Scope, is_acyclic: bool = False) -> Data:
        """Links or a renaming: one to one, relational, many to one. `is_acyclic`: no event is on both sides."""
        bit = self.bit(scope, 1)
        b, s = bit.value, bit.text
        options = [
            constant("a =: b", frozenset([("a", "b")])),
            constant("c =: e", PAIRED),
            constant("c.0 =: a, c.1 =: a", frozenset([("c.0", "a"), ("c.1", "a")])),
            constant("d.0 =: d.1", frozenset((f"d.0.{x}", f"d.1.{x}") for x in COLOURS)),
            Data(f"e.({s}) =: c.0, a =: b", lambda env: frozenset([(f"e.{b(env)}", "c.0"), ("a", "b")])),
            constant("c.i' =: e.(1 - i') | i' <- BIT", frozenset([("c.0", "e.1"), ("c.1", "e.0")])),
        ]
        if not is_acyclic:
            options += [
                constant("a =: b, a =: a", frozenset([("a", "b"), ("a", "a")])),
                constant("a =: b, b =: a", frozenset([("a", "b"), ("b", "a")])),
                constant("c =: c", frozenset([("c.0", "c.0"), ("c.1", "c.1")])),
                constant("c.i' =: c.(1 - i') | i' <- {0..1}", frozenset([("c.0", "c.1"), ("c.1", "c.0")])),
                constant("c =: e, c =: c, a =: b", frozenset([*PAIRED, ("c.0", "c.0"), ("c.1", "c.1"), ("a", "b")])),
                Data(f"d.({s}).x' =: d.i'.x' | i' <- BIT, x' <- COLOUR, i' != ({s})",
                     lambda env: frozenset((f"d.{b(env)}.{x}", f"d.{1 - b(env)}.{x}") for x in COLOURS)),
            ]  # fmt: skip
        chosen = self.random.choice(options)
        return Data(chosen.text.replace("=:", arrow), chosen.value)
