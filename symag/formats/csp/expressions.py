"""Expressions of CSPm, by recursive descent over the strength of the operators; the strengths are those of FDR.

`<` and `>` are also brackets. Where an operand is expected, `<` begins a sequence; inside of a sequence, `>` ends it
unless an operand follows in the same line. Outside of all brackets, `(` and `<` at the beginning of a line are no
operators: they begin the next definition.
"""

from __future__ import annotations

from symag.formats.csp.operands import (
    COMPARISON,
    CONCATENATION,
    DOT,
    LOGIC,
    MAX_STATEMENTS,
    NOT,
    POSTFIX,
    PRODUCT,
    STEP,
    SUM,
    OperandParser,
)
from symag.formats.csp.tokens import CspToken, Place
from symag.formats.csp.tree import Communication, CspNode, InputField, Steps, height_of

__all__ = ["ExpressionParser"]

LEVELS = {
    "\\": 1, "|\\": 1, "|||": 2, "[|": 3, "[": 3, "|~|": 4, "[]": 5, "[+": 5, "/\\": 6, "/+": 6, "[>": 7, ";": 8,
    ".": DOT, "or": LOGIC, "and": NOT, "==": COMPARISON, "!=": COMPARISON, "<": COMPARISON, ">": COMPARISON,
    "<=": COMPARISON, ">=": COMPARISON, "+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "%": PRODUCT,
    "^": CONCATENATION, "(": POSTFIX, "[[": POSTFIX,
}  # fmt: skip
HIDING = ("\\", "|\\")
CHAINED = frozenset(["|||", "|~|", "[]", ";", ".", "or", "and", "+", "-", "*", "/", "%", "^"])
"""Operators whose chains are one node; signs of one level may be mixed."""


class ExpressionParser(OperandParser):
    """Reads operators by their strength."""

    def expression(self, least: int = 0) -> CspNode:
        """Operators of this level and stronger ones."""
        left = self._steps() if least <= STEP else self.operand(least)
        while True:
            token = self.token
            level = LEVELS.get(token.text) if token.kind == "sign" else None
            if level is None or level < least or level == POSTFIX or self._ends_sequence():
                return left
            if token.text == "<" and token.is_first and not self.is_bracketed:  # `<x, y> = s` begins here
                return left
            left = self._binary(left, token, level)

    def _ends_sequence(self) -> bool:
        if not self.in_sequence or not self.sees(">", ">="):
            return False
        following = self.tokens[self.at + 1]
        if self.token.text == ">=":
            return following.text[:1] == "=" and following.start == self.token.end
        starts = following.kind in ("name", "number", "char", "string") or following.text in ("(", "{", "#")
        return not starts or following.is_first

    def _binary(self, left: CspNode, token: CspToken, level: int) -> CspNode:
        sign = token.text
        if sign in CHAINED:
            operands, signs = [left], []
            while self.token.kind == "sign" and self.token.text in CHAINED and LEVELS[self.token.text] == level:
                signs.append(self.step().text)
                operands.append(self.expression(level + 1))
            return self.operator(token.place, sign, operands, signs)
        if sign in ("[|", "[", "[+", "/+"):
            return self._parallel(left)
        self.step()
        right = self.expression(DOT if sign in HIDING else level + 1)  # a set: `P \\ A ||| Q` goes on after it
        node = self.operator(token.place, sign, [left, right])
        if level == COMPARISON and LEVELS.get(self.token.text) == COMPARISON and not self._ends_sequence():
            self.refuse("an end of this comparison (comparisons are not chained: use 'and')")
        return node

    def _parallel(self, left: CspNode) -> CspNode:
        """`P [|A|] Q`, `P [|A|> Q`, `P [A||B] Q`, `P [a<->b] Q`, `P [+A+] Q`, `P /+A+\\ Q`."""
        place, opening = self.token.place, self.step().text
        level = LEVELS[opening]
        if opening == "[":
            return self._alphabets(left, place)
        events = self.within(self.expression)
        closings = {"[|": ("|]", "|>"), "[+": ("+]",), "/+": ("+\\",)}[opening]
        if not self.sees(*closings):
            self.refuse(" or ".join(map(repr, closings)))
        sign = f"{opening}A{self.step().text}"
        return self.operator(place, sign, [left, events, self.expression(level + 1)])

    def _alphabets(self, left: CspNode, place: Place) -> CspNode:
        first = self.within(self.expression)
        if self.sees("<->"):
            pairs, statements = self.within(lambda: self.pairs("<->", first))
            self.take("]", " after the links")
            right = self.expression(LEVELS["["] + 1)
            return self.binder(place, "[a<->b]", [left, right], statements, pairs)
        self.take("||", " or '<->'")
        second = self.within(self.expression)
        self.take("]", " after the alphabets")
        return self.operator(place, "[A||B]", [left, first, second, self.expression(LEVELS["["] + 1)])

    def _steps(self) -> CspNode:
        """`b & c?x -> P`."""
        place, steps = self.token.place, list[Communication | CspNode]()
        while True:
            at = self.token.place
            left = self.pattern()
            if self.sees("?", "!", "$", "->"):
                fields = self._fields()
                self.take("->", " after the fields of a communication")
                steps.append(Communication(at, left, fields))
            elif self.sees("&"):
                self.step()
                steps.append(left)
            elif not steps:
                return left
            else:
                return self.checked(Steps(place, tuple(steps), left, height_of(left, *steps)))

    def _fields(self) -> tuple[InputField, ...]:
        found = []
        while self.sees("?", "!", "$"):
            sign = self.step().text
            value = self.expression(DOT) if sign == "!" else self.pattern()
            values = None
            if sign != "!" and self.sees(":"):
                self.step()
                values = self.expression(LOGIC)
            found.append(InputField(sign, value, values))
            if len(found) > MAX_STATEMENTS:
                raise self.token.place.error(f"a communication has more than {MAX_STATEMENTS} fields here")
        return tuple(found)
