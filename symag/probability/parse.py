"""Reads formulas as people write them: `P<=0.04 [ F fail ]`, `P<=1/10 [ {a,b} U<=5 c ]`, `Pmax=? [ F fail ]`.

    formula := Pmax=? [ path ] | state
    state   := state '|' state | state & state | ( state ) | true | false | enabled(action) | disabled(action)
             | P<=p [ path ] | P>p [ path ]
    path    := X target | F target | F<=k target | from U target | from U<=k target | G !actions | G<=k !actions
    from    := true | actions | ( state ) | ( state ) actions
    target  := actions | actions : state | state
    actions := action | { action, … }
    action  := word | "name", in which \\" is a quote and \\\\ a backslash

Outside of a path a formula is about safety, inside about liveness (`symag.probability.formula`); what simulation does
not preserve is an error that says what to write instead. Brackets are counted, which bounds the recursion.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, NoReturn

from symag.errors import InputError
from symag.model import TAU
from symag.model.rational import MAX_EXACT_DIGITS, parse_rational
from symag.probability.formula import Actions, And, Chance, Enabled, Formula, Or, StateFormula, TruthValue, Until
from symag.probability.near_misses import quoted_name, several_at_the_end, unquoted_name
from symag.probability.pieces import KEYWORDS, FormulaPiece, pieces_of, refuse, shown

__all__ = ["formula"]

MAX_LENGTH = 20_000
"""Characters of a formula."""
LONGEST_SHOWN = 80
"""Characters of a part of a formula in a message."""
MAX_NESTING = 64
MAX_STEPS = 10**6
STARTS = frozenset({"true", "false", "enabled", "disabled", "P", "("})
"""What begins the formula of a state."""
COMPARING = frozenset({"=", "<", ">", "<=", ">="})
"""What a formula of PRISM may have after the name of a variable."""
CLOSING = frozenset("]){},:")
"""What a word is not meant to go on with."""


def formula(text: str) -> Formula:
    """The formula of a text; an InputError with the place if it is none, or if simulation does not preserve it.

    >>> import symag
    >>> symag.formula("P<=1/10 [ F {lost, late} ]")
    <Formula: P<=1/10 [ F {lost, late} ]>
    """
    if not isinstance(text, str):
        raise InputError(f"a formula is a text such as 'P<=1/10 [ F fail ]', not {text!r}")
    if len(text) > MAX_LENGTH:
        raise InputError(f"a formula of {len(text):,} characters is too long: at most {MAX_LENGTH:,} are read")
    if not text.strip():
        raise InputError("the formula is empty: write one such as P<=1/10 [ F fail ]")
    return _Reader(text).formula()


class _Bounded(NamedTuple):
    """`P<=p [ path ]`, with any sign."""

    start: FormulaPiece
    sign: str
    number: str
    """As the user wrote it."""
    is_globally: bool


class _Reader:
    """The pieces of a text, and which is the next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces = list(pieces_of(text))
        self.at = 0
        self.depth = 0

    def formula(self) -> Formula:
        written = " ".join(self.text.split())
        if self._next.text == "Pmax":
            self._take("Pmax")
            self._take("=?", "the greatest probability is Pmax=? [ … ]")
            path = self._bracketed()
            found: StateFormula = Chance(True, Fraction(1), path)
        else:
            found = self._state(is_safety=True)
        if self._next.kind != "end":
            self._refuse(f"expected the end of the formula, not {shown(self._next)}")
        return Formula(found, written, written.startswith("Pmax"))

    # formulas of states

    def _state(self, is_safety: bool) -> StateFormula:
        parts = [self._conjunction(is_safety)]
        while self._next.text == "|":
            self._take("|")
            parts.append(self._conjunction(is_safety))
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _conjunction(self, is_safety: bool) -> StateFormula:
        parts = [self._atom(is_safety)]
        while self._next.text == "&":
            self._take("&")
            parts.append(self._atom(is_safety))
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _atom(self, is_safety: bool) -> StateFormula:
        self.depth += 1
        if self.depth > MAX_NESTING:
            self._refuse(f"brackets are nested deeper than {MAX_NESTING}")
        found = self._unnested(is_safety)
        self.depth -= 1
        return found

    def _unnested(self, is_safety: bool) -> StateFormula:
        piece = self._next
        if piece.text == "(":
            self._take("(")
            found = self._state(is_safety)
            self._take(")")
            return found
        if piece.text in ("true", "false"):
            self._take(piece.text)
            return TruthValue(piece.text == "true")
        if piece.text in ("enabled", "disabled") and piece.kind == "word":
            return self._enabled(is_safety)
        if piece.text == "P":
            return self._chance(is_safety)
        if piece.text in ("Pmax", "Pmin"):
            self._refuse_value(piece)
        if piece.text == "!":
            self._refuse("negation is not preserved by simulation: write disabled(a) for !enabled(a), P<=p for !P>p")
        such = "P<=1/10 [ F fail ] or disabled(fail)" if is_safety else "P>1/10 [ F fail ] or enabled(fail)"
        is_name = not is_safety and self._is_name(piece)
        named = ": for one of several actions, write a set, as in {a, b}" if is_name else ""
        return self._refuse(f"expected the formula of a state, such as {such}, not {shown(piece)}{named}")

    def _enabled(self, is_safety: bool) -> StateFormula:
        piece = self._next
        self._take(piece.text)
        self._take("(")
        action = self._action()
        self._take(")")
        value = piece.text == "enabled"
        if value == is_safety:
            where = "outside of a path" if is_safety else "inside of a path"
            other = "disabled" if is_safety else "enabled"
            self._refuse(
                f"{piece.text}({action}) {where} is not preserved by simulation: only {other}({action}) is", piece
            )
        return Enabled(action, value)

    def _chance(self, is_safety: bool) -> StateFormula:
        start = self._take("P")
        sign = self._next
        if sign.text not in ("<=", "<", ">=", ">"):
            self._refuse("'P' is followed by a bound, as in P<=1/10, or by max=?")
        self._take(sign.text)
        number = self._next
        if number.kind != "number":
            self._refuse(f"expected a probability such as 1/10 or 0.1, not {shown(number)}")
        bound = self._probability(number)
        if self._next.text == ",":
            self._refuse("write a decimal with a point, such as 0.1")
        is_globally = self._is_globally()
        path = self._bracketed(is_globally)
        self._refuse_sign(is_safety, _Bounded(start, sign.text, number.text, is_globally))
        written = self._source(start)
        if not is_globally:
            return Chance(sign.text == "<=", bound, path, written)
        return Chance(sign.text == ">=", 1 - bound, path, written)  # `P>=q [ G !a ]` says that `P<=1-q [ F a ]`

    def _refuse_sign(self, is_safety: bool, one: _Bounded) -> None:
        """Of `P<=p [ F a ]` and `P>=q [ G !a ]`, which simulation preserves, the signs; inside of a path, `P>p` and
        `P<q [ G !a ]`."""
        preserved, strict = (">=", ">") if one.is_globally else ("<=", "<")
        if not is_safety:
            preserved = "<" if one.is_globally else ">"
        if one.sign == preserved:
            return
        written = self._shown_source(one.start)
        if not is_safety:
            with_sign = f"P{preserved} with G" if one.is_globally else "P>p"
            self._refuse(f"inside of a path only {with_sign} is preserved by simulation: {written} is not", one.start)
        if one.sign == strict:
            more = f"P{preserved}{one.number}, or a {'greater' if one.is_globally else 'smaller'} bound"
            why = "a system that violates it need not have a finite counterexample"
            self._refuse(f"{written} is not supported: {why}. Write {more}", one.start)
        self._refuse(
            f"{written} is not preserved by simulation: a system may do less than its specification, and this bounds "
            f"from below how likely something happens. {self._bounded_above(one)}",
            one.start,
        )

    def _bounded_above(self, one: _Bounded) -> str:
        """What can be asked instead; it has another meaning, so the message says which."""
        if one.is_globally:
            never = self._shown_source(one.start).partition("[")[2]
            if "!" not in never:
                never = " G !fail ]"
            happens = never.replace("G", "F", 1).replace("!", "", 1)
            return f"With G, give a lower bound: P>=9/10 [{never} says the same as P<=1/10 [{happens}"
        return (
            "Bound from above what must not happen: P<=1/10 [ F fail ], or P>=9/10 [ G !fail ], says that fail is rare"
        )

    def _refuse_value(self, piece: FormulaPiece) -> NoReturn:
        if piece.text == "Pmin":
            self._refuse("Pmin is not preserved by simulation: a system may do less than its specification. Ask Pmax=?")
        self._refuse("Pmax=? is a formula of its own: it cannot be inside of another one")

    # paths

    def _is_globally(self) -> bool:
        following = self.pieces[self.at + 1] if self.at + 1 < len(self.pieces) else self._next
        return self._next.text == "[" and following.text == "G" and following.kind == "word"

    def _bracketed(self, is_globally: bool = False) -> Until:
        self._take("[")
        if self._next.text == "G" and not is_globally:
            self._refuse("G goes with P>=, as in P>=0.9 [ G !fail ]: for the greatest probability, write F")
        path = self._path()
        if self._next.text in ("&", "|"):
            self._refuse(several_at_the_end(self._next.text, path.goal is None or path.right != TruthValue(True)))
        self._take("]")
        return path

    def _path(self) -> Until:
        start = self._next
        path = self._unwritten_path()
        return path if start.text == "G" else replace(path, written=self._source(start))

    def _unwritten_path(self) -> Until:
        word = self._next.text
        if word == "X":
            self._take("X")
            return self._towards(None, TruthValue(True), 1)
        if word == "F":
            self._take("F")
            return self._towards(None, TruthValue(True), self._steps())
        if word == "G":
            self._take("G")
            steps = self._steps()
            self._take("!", "G is followed by ! and actions, as in G !fail: the actions that never happen")
            return Until(self._actions(), steps=steps)
        left, through = self._from()
        self._take("U", "a path is X, F, G or U, as in [ F fail ], [ F<=10 fail ], [ {send, wait} U fail ]")
        return self._towards(through, left, self._steps())

    def _from(self) -> tuple[StateFormula, Actions]:
        if self._next.text == "true":
            self._take("true")
            return TruthValue(True), None
        left: StateFormula = TruthValue(True)
        if self._next.text == "(" or self._next.text in ("enabled", "P"):
            left = self._atom(is_safety=False)
            if self._next.text in ("&", "|"):
                self._refuse(f"put what holds on the way in brackets, as in [ (enabled(a) {self._next.text} …) U b ]")
            if self._next.text == "U":
                return left, None
        return left, self._actions()

    def _towards(self, through: Actions, left: StateFormula, steps: int | None) -> Until:
        piece = self._next
        if piece.kind != "quoted" and piece.text in STARTS:
            return Until(None, through, left, self._atom(is_safety=False), steps)
        goal = self._actions()
        right: StateFormula = TruthValue(True)
        if self._next.text == ":":
            self._take(":")
            right = self._atom(is_safety=False)
        return Until(goal, through, left, right, steps)

    def _steps(self) -> int | None:
        if self._next.text not in ("<=", "<", ">", ">=", "=", "["):
            return None
        sign, piece = self._next, self.pieces[self.at + 1]
        if sign.text != "<=":
            self._refuse_steps(sign, piece)
        self._take("<=")
        if piece.kind != "number" or not piece.text.isdigit() or len(piece.text) > 7 or int(piece.text) > MAX_STEPS:
            self._refuse(f"expected a number of steps, a whole number of at most {MAX_STEPS:,}, not {shown(piece)}")
        self.at += 1
        return int(piece.text)

    def _refuse_steps(self, sign: FormulaPiece, number: FormulaPiece) -> NoReturn:
        """Steps have an upper bound, and it is in reach."""
        word = self.pieces[self.at - 1].text
        is_number = number.text.isdigit() and len(number.text) <= 7
        if sign.text == "<" and is_number and int(number.text) > 0:
            self._refuse(f"write {word}<={int(number.text) - 1} for {word}<{number.text}")
        steps = f"{word}{sign.text}{number.text if is_number and sign.text != '[' else ''}"
        self._refuse(f"a path has a greatest number of steps, as in {word}<=4: {steps} has no meaning")

    def _actions(self) -> frozenset[str]:
        if self._next.text != "{":
            return frozenset({self._action()})
        self._take("{")
        found = {self._action()}
        while self._next.text == ",":
            self._take(",")
            found.add(self._action())
        self._take("}")
        return frozenset(found)

    def _action(self) -> str:
        piece = self._next
        if self._is_name(piece):
            name = quoted_name(piece.text) if piece.kind == "quoted" else piece.text
        else:
            named = f": put the name {piece.text} in quotes" if piece.text in KEYWORDS else ""
            named = ": put a name that begins with a digit in quotes" if piece.kind == "number" else named
            named = ": list the actions that are meant, as in {send, wait} U fail" if piece.text == "!" else named
            self._refuse(f"expected an action, such as fail or {{fail, crash}}, not {shown(piece)}{named}")
        if not name or name == TAU:
            self._refuse(f"'{name}' is not an action that a formula can speak of: {TAU} is the hidden action")
        self.at += 1
        return name

    def _is_name(self, piece: FormulaPiece) -> bool:
        return piece.kind == "quoted" or (piece.kind == "word" and piece.text not in KEYWORDS)

    # pieces

    def _source(self, start: FormulaPiece) -> str:
        """What the user wrote, from a piece to the last one that was taken."""
        last = self.pieces[self.at - 1]
        return " ".join(self.text[start.at : last.at + len(last.text)].split())

    @property
    def _next(self) -> FormulaPiece:
        return self.pieces[self.at]

    def _take(self, text: str, why: str | None = None) -> FormulaPiece:
        piece = self._next
        if piece.text != text or piece.kind == "quoted":
            name = self._name_without_quotes(piece)
            self._refuse(f"{f'{why}: ' if why else ''}expected '{text}', not {shown(piece)}{name}")
        self.at += 1
        return piece

    def _shown_source(self, start: FormulaPiece) -> str:
        """The same, for a message; of a long path, only that there is one."""
        written = self._source(start)
        return written if len(written) <= LONGEST_SHOWN else f"{written.partition('[')[0][:LONGEST_SHOWN]}[ … ]"

    def _name_without_quotes(self, piece: FormulaPiece) -> str:
        """What to do, if a piece that is not expected goes on where a word ends."""
        before = self.pieces[self.at - 1]
        end = before.at + len(before.text)
        if self.at == 0 or before.kind != "word" or before.text in KEYWORDS or piece.kind == "end":
            return ""
        if piece.text in COMPARING:
            return f": formulas speak of actions, not of variables; a name with '{piece.text}' goes in quotes"
        goes_on = piece.at == end and piece.text not in CLOSING
        return f": {unquoted_name(self.text, before.at, end)}" if goes_on else ""

    def _probability(self, piece: FormulaPiece) -> Fraction:
        self.at += 1
        try:
            value = parse_rational(f"0{piece.text}" if piece.text[0] == "." else piece.text, MAX_EXACT_DIGITS)
        except InputError as error:
            self._refuse(error.message, piece)
        if value > 1:
            self._refuse(f"{piece.text} is not a probability: it is greater than one", piece)
        return value

    def _refuse(self, message: str, piece: FormulaPiece | None = None) -> NoReturn:
        refuse(self.text, (piece or self._next).at, message)
