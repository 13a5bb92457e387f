"""Operands of CSPm's operators: names, literals, brackets, calls, `if`, `let`, lambda, and replicated operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from symag.formats.csp.cursor import TokenCursor
from symag.formats.csp.tokens import CspToken, Place
from symag.formats.csp.tree import (
    CspApplication,
    CspDeclaration,
    CspLambda,
    CspLiteral,
    CspName,
    CspNode,
    Generator,
    Let,
    height_of,
)
from symag.formats.csp.truth import FALSE, TRUE

__all__ = [
    "COMPARISON",
    "CONCATENATION",
    "DOT",
    "LOGIC",
    "MAX_STATEMENTS",
    "NOT",
    "POSTFIX",
    "PRODUCT",
    "STEP",
    "SUM",
    "OperandParser",
]

STEP, DOT, LOGIC, NOT, COMPARISON, SUM, PRODUCT, CONCATENATION, POSTFIX = range(9, 18)
"""How strong operators bind, from `->` to calls; those between processes bind less."""
MAX_STATEMENTS = 64
"""Of a comprehension, and fields of a communication."""
REPLICATED = frozenset(["[]", "|~|", "|||", ";", "||"])
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


def _unquoted(text: str) -> str:
    """The characters of a literal in quotes."""
    found, characters = [], iter(text[1:-1])
    for character in characters:
        if character == "\\":
            character = next(characters, "\\")
            character = ESCAPES.get(character, character)
        found.append(character)
    return "".join(found)


class OperandParser(TokenCursor):
    """Reads operands. `expression` reads operators, and `declarations` the definitions of a `let`."""

    declarations: Callable[[], tuple[CspDeclaration, ...]]

    def expression(self, least: int = 0) -> CspNode:
        """Operators of this level and stronger ones."""
        raise NotImplementedError

    def comma_list(self, *closing: str) -> tuple[CspNode, ...]:
        """Expressions with commas between them; none if a closing sign comes first."""
        if self.sees(*closing):
            return ()
        found = [self.expression()]
        while self.sees(","):
            self.step()
            found.append(self.expression())
        return tuple(found)

    def pairs(self, sign: str, first: CspNode | None = None) -> tuple[list[CspNode], tuple[Generator | CspNode, ...]]:
        """`a <- b, c <- d | x <- S`: what is paired, one after the other, and the statements."""
        found = [self.expression(DOT) if first is None else first]
        self.take(sign)
        found.append(self.expression(DOT))
        while self.sees(","):
            self.step()
            found.append(self.expression(DOT))
            self.take(sign)
            found.append(self.expression(DOT))
        return found, self._statements_after_bar()

    def _statements_after_bar(self) -> tuple[Generator | CspNode, ...]:
        if not self.sees("|"):
            return ()
        self.step()
        return self.statements()

    def statements(self) -> tuple[Generator | CspNode, ...]:
        """`x <- S, y : T, x < y`."""
        found = [self._statement()]
        while self.sees(","):
            if len(found) >= MAX_STATEMENTS:
                raise self.token.place.error(f"there are more than {MAX_STATEMENTS} generators and conditions here")
            self.step()
            found.append(self._statement())
        return tuple(found)

    def _statement(self) -> Generator | CspNode:
        left = self.pattern()
        if not self.sees("<-", ":"):
            return left
        self.step()
        return Generator(left, self.expression(DOT))

    def pattern(self) -> CspNode:
        left = self.expression(DOT)
        while self.sees("@@"):
            place = self.step().place
            left = self.operator(place, "@@", [left, self.expression(DOT)])
        return left

    def operand(self, least: int) -> CspNode:
        place = self.token.place
        if self.sees("not"):
            self.step()
            return self.operator(place, "not", [self.nested(lambda: self.expression(COMPARISON))])
        if self.sees("-"):
            self.step()
            return self.operator(place, "neg", [self.nested(lambda: self.expression(max(least, PRODUCT)))])
        if self.sees("#"):
            self.step()
            return self.operator(place, "#", [self.nested(lambda: self.expression(CONCATENATION))])
        found = self._atom()
        while True:
            if self.sees("(") and (self.is_bracketed or not self.token.is_first):
                self.step()
                arguments = self.within(lambda: self.comma_list(")"))
                self.take(")", " after the arguments")
                found = self.checked(CspApplication(place, found, arguments, height_of(found, *arguments)))
            elif self.sees("[["):
                opening = self.step().place
                pairs, statements = ([], ()) if self.sees("]]") else self.within(lambda: self.pairs("<-"))
                self.take("]]", " after a renaming")
                found = self.binder(opening, "[[]]", [found], statements, pairs)
            else:
                return found

    def _atom(self) -> CspNode:
        token = self.token
        if token.kind == "name":
            return self._qualified()
        if token.kind in ("number", "char", "string"):
            self.step()
            text = token.text
            return CspLiteral(token.place, int(text) if token.kind == "number" else self._quoted(token))
        if token.kind == "sign":
            reader = self._READERS.get(token.text)
            if reader is not None:
                return reader(self)
            if token.text in REPLICATED:
                return self._replicated()
            if token.text == "<-":  # `<-1, 2>`: a sequence that begins with a minus
                place = token.place
                self.token = token._replace(text="-", place=place._replace(column=place.column + 1))
                return self._sequence_after(place)
        return self.refuse("an expression")

    @staticmethod
    def _quoted(token: CspToken) -> object:
        text = _unquoted(token.text)
        return text if token.kind == "char" else tuple(text)

    def _qualified(self) -> CspNode:
        token = self.step()
        name = token.text
        while self.sees("::"):
            self.step()
            name += "::" + self.name().text
        return CspName(token.place, name)

    def _truth(self) -> CspNode:
        token = self.step()
        return CspLiteral(token.place, TRUE if token.text == "true" else FALSE)

    def _round(self) -> CspNode:
        place = self.step().place
        parts = self.within(self.comma_list)
        self.take(")")
        return parts[0] if len(parts) == 1 else self.operator(place, "()", parts)

    def _braces(self) -> CspNode:
        place = self.step().place
        found = self.within(lambda: self._collection(place, "{", "}"))
        self.take("}", " after a set")
        return found

    def _channel_set(self) -> CspNode:
        place = self.step().place

        def read() -> CspNode:
            parts = self.comma_list("|}")
            statements = self._statements_after_bar()
            return self.binder(place, "{|}", (), statements, parts)

        found = self.within(read)
        self.take("|}", " after a set of channels")
        return found

    def _sequence(self) -> CspNode:
        return self._sequence_after(self.step().place)

    def _sequence_after(self, place: Place) -> CspNode:
        found = self.within(lambda: self._collection(place, "<", ">"), in_sequence=True)
        if self.sees(">=") and self.tokens[self.at + 1].text[:1] == "=":  # `<x>==s`
            self.at += 1
            following = self.tokens[self.at]
            self.token = following._replace(text="==" if following.text == "=" else following.text)
            return found
        self.take(">", " after a sequence")
        return found

    def _collection(self, place: Place, opening: str, closing: str) -> CspNode:
        """`1, 2`, `1..9`, `1..`, `x, y | x <- S`, between brackets."""
        parts = self.comma_list(closing)
        if len(parts) == 1 and self.sees(".."):
            self.step()
            parts += () if self.sees(closing) else (self.expression(),)
            return self.operator(place, f"{opening}..{closing}", parts)
        if self.sees("|"):
            return self.binder(place, opening + closing, (), self._statements_after_bar(), parts)
        return self.operator(place, opening + closing, parts)

    def _empty_sequence(self) -> CspNode:
        return self.operator(self.step().place, "<>", [])

    def _map(self) -> CspNode:
        place = self.step().place

        def read() -> list[CspNode]:
            found: list[CspNode] = []
            while not self.sees("|)"):
                if found:
                    self.take(",", " or '|)'")
                found.append(self.expression())
                self.take("=>", " after a key of a map")
                found.append(self.expression())
            return found

        parts = self.within(read)
        self.take("|)")
        return self.operator(place, "(|)", parts)

    def _if(self) -> CspNode:
        place, parts = self.token.place, list[CspNode]()
        while self.sees("if"):
            self.step()
            parts.append(self.within(self.expression))
            self.take("then", " after the condition")
            parts.append(self.within(self.expression))
            self.take("else")
        parts.append(self.nested(self.expression))
        return self.operator(place, "if", parts)

    def _let(self) -> CspNode:
        place = self.step().place
        before = self.is_bracketed, self.in_sequence
        self.is_bracketed = self.in_sequence = False
        found = self.nested(self.declarations)
        self.is_bracketed, self.in_sequence = before
        self.take("within", " after the definitions of 'let'")
        body = self.nested(self.expression)
        return self.checked(Let(place, found, body, height_of(body, *found)))

    def _lambda(self) -> CspNode:
        place = self.step().place
        patterns = [self.pattern()]
        while self.sees(","):
            self.step()
            patterns.append(self.pattern())
        self.take("@", " after the parameters")
        body = self.nested(self.expression)
        return self.checked(CspLambda(place, tuple(patterns), body, height_of(body, *patterns)))

    # replicated operators

    def _replicated(self) -> CspNode:
        """`[] x:S @ P`; `|| x:S @ [A] P`."""
        token = self.step()
        statements = self.statements()
        self.take("@", " after what the operator runs through")
        alphabet: tuple[CspNode, ...] = ()
        if token.text == "||":
            self.take("[", ": a replicated '||' has an alphabet, '[A] P'")
            alphabet = (self.within(self.expression),)
            self.take("]", " after the alphabet")
        inner = (*alphabet, self.nested(self.expression))
        return self.binder(token.place, token.text, (), statements, inner)

    def _replicated_parallel(self) -> CspNode:
        """`[|A|] x:S @ P`, `[+A+] x:S @ P`."""
        token = self.step()
        events = self.within(self.expression)
        closing = self.take(token.text[:0:-1] + "]", " after the events").text
        statements = self.statements()
        self.take("@", " after what the operator runs through")
        sign = f"{token.text}A{closing}"
        return self.binder(token.place, sign, (events,), statements, (self.nested(self.expression),))

    def _replicated_links(self) -> CspNode:
        place = self.step().place
        pairs, bound = self.within(lambda: self.pairs("<->"))
        self.take("]", " after the links")
        links = self.binder(place, "<->", (), bound, pairs)
        statements = self.statements()
        self.take("@", " after what the operator runs through")
        return self.binder(place, "[a<->b]@", (links,), statements, (self.nested(self.expression),))

    _READERS: ClassVar[dict[str, Callable[[OperandParser], CspNode]]] = {
        "true": _truth,
        "false": _truth,
        "(": _round,
        "{": _braces,
        "{|": _channel_set,
        "<": _sequence,
        "<>": _empty_sequence,
        "(|": _map,
        "if": _if,
        "let": _let,
        "\\": _lambda,
        "[|": _replicated_parallel,
        "[+": _replicated_parallel,
        "[": _replicated_links,
    }
