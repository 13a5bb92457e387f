"""Expressions of CSPm, by recursive descent over the strength of the operators; the strengths are those of FDR.

`<` and `>` are also brackets. Where an operand is expected, `<` begins a sequence; inside of a sequence, `>` ends it
unless an operand follows in the same line. Outside of all brackets, `(` and `<` at the beginning of a line are no
operators: they begin the next definition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NoReturn, TypeVar

from symag.formats.csp.tokens import CspToken, Place
from symag.formats.csp.tree import (
    Binder,
    Communication,
    CspApplication,
    CspDeclaration,
    CspLambda,
    CspLiteral,
    CspName,
    CspNode,
    CspOperator,
    Generator,
    InputField,
    Let,
    Steps,
    height_of,
)
from symag.formats.csp.truth import FALSE, TRUE

__all__ = ["ExpressionParser", "unquoted"]

MAX_DEPTH = 64
"""Brackets within brackets."""
MAX_HEIGHT = 120
"""Of a tree."""

STEP, FIELD, DOT, LOGIC, NOT, COMPARISON, SUM, PRODUCT, LENGTH, CONCATENATION, POSTFIX = range(9, 20)
LEVELS = {
    "\\": 1, "|||": 2, "[|": 3, "[": 3, "|~|": 4, "[]": 5, "[+": 5, "/\\": 6, "/+": 6, "[>": 7, ";": 8,
    ".": DOT, "or": LOGIC, "and": NOT, "==": COMPARISON, "!=": COMPARISON, "<": COMPARISON, ">": COMPARISON,
    "<=": COMPARISON, ">=": COMPARISON, "+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "%": PRODUCT,
    "^": CONCATENATION, "(": POSTFIX, "[[": POSTFIX,
}  # fmt: skip
CHAINED = frozenset(["|||", "|~|", "[]", ";", ".", "or", "and", "+", "-", "*", "/", "%", "^"])
"""Operators whose chains are one node; signs of one level may be mixed."""
REPLICATED = frozenset(["[]", "|~|", "|||", ";", "||"])
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
T = TypeVar("T")


def unquoted(text: str) -> str:
    """The characters of a literal in quotes."""
    found, characters = [], iter(text[1:-1])
    for character in characters:
        if character == "\\":
            character = next(characters, "\\")
            character = ESCAPES.get(character, character)
        found.append(character)
    return "".join(found)


class ExpressionParser:
    """The tokens of a text, and where we are in them. Declarations inside of `let` are read by `declarations`."""

    declarations: Callable[[], tuple[CspDeclaration, ...]]

    def __init__(self, tokens: Sequence[CspToken]) -> None:
        self.tokens = tokens
        self.at = 0
        self.token = tokens[0]
        self.depth = 0
        self.is_bracketed = False
        self.in_sequence = False

    # tokens

    def step(self) -> CspToken:
        """The token that we are at; go on to the next."""
        token = self.token
        if token.kind != "end":
            self.at += 1
            self.token = self.tokens[self.at]
        return token

    def sees(self, *signs: str) -> bool:
        """Are we at one of these signs?"""
        return self.token.kind == "sign" and self.token.text in signs

    def take(self, sign: str, after: str = "") -> CspToken:
        """This sign, and nothing else, comes here."""
        if not self.sees(sign):
            if sign == "]" and self.sees("]]"):  # `[a || b]]`: two brackets that meet
                token = self.token
                self.token = token._replace(text="]", place=token.place._replace(column=token.place.column + 1))
                return token
            self.refuse(f"{sign!r}{after}")
        return self.step()

    def refuse(self, expected: str) -> NoReturn:
        """An error here."""
        found = "the end of the script" if self.token.kind == "end" else repr(self.token.text)
        raise self.token.place.error(f"{expected} is expected here, not {found}")

    def name(self, what: str = "a name") -> CspToken:
        """A name comes here."""
        if self.token.kind != "name" or self.token.text == "_":
            self.refuse(what)
        return self.step()

    def within(self, read: Callable[[], T], in_sequence: bool = False) -> T:
        """What is read inside of brackets."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.token.place.error(f"this is nested deeper than {MAX_DEPTH}: define parts of it by themselves")
        before = self.is_bracketed, self.in_sequence
        self.is_bracketed, self.in_sequence = True, in_sequence
        found = read()
        self.is_bracketed, self.in_sequence = before
        self.depth -= 1
        return found

    def comma_list(self, *closing: str) -> tuple[CspNode, ...]:
        """Expressions with commas between them; none if a closing sign comes first."""
        if self.sees(*closing):
            return ()
        found = [self.expression()]
        while self.sees(","):
            self.step()
            found.append(self.expression())
        return tuple(found)

    # nodes

    def checked(self, node: CspNode) -> CspNode:
        """The node, unless it is too high."""
        if node.height > MAX_HEIGHT:
            raise node.place.error(f"this is nested deeper than {MAX_HEIGHT}: define parts of it by themselves")
        return node

    def operator(self, place: Place, sign: str, operands: Sequence[CspNode], signs: Sequence[str] = ()) -> CspNode:
        """An operator with its operands."""
        return self.checked(CspOperator(place, sign, tuple(operands), tuple(signs), height_of(*operands)))

    def binder(
        self,
        place: Place,
        sign: str,
        outer: Sequence[CspNode],
        statements: Sequence[Generator | CspNode],
        inner: Sequence[CspNode],
    ) -> CspNode:
        """An operator that binds names."""
        height = height_of(*outer, *statements, *inner)
        return self.checked(Binder(place, sign, tuple(outer), tuple(statements), tuple(inner), height))

    # by strength

    def expression(self, least: int = 0) -> CspNode:
        """Operators of this level and stronger ones."""
        left = self._steps() if least <= STEP else self._operand(least)
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
        right = self.expression(level + 1)
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
            pairs, statements = self.within(lambda: self._pairs("<->", first))
            self.take("]", " after the links")
            right = self.expression(LEVELS["["] + 1)
            return self.binder(place, "[a<->b]", [left, right], statements, pairs)
        self.take("||", " or '<->'")
        second = self.within(self.expression)
        self.take("]", " after the alphabets")
        return self.operator(place, "[A||B]", [left, first, second, self.expression(LEVELS["["] + 1)])

    def _pairs(self, sign: str, first: CspNode | None = None) -> tuple[list[CspNode], tuple[Generator | CspNode, ...]]:
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
            self.step()
            found.append(self._statement())
        return tuple(found)

    def _statement(self) -> Generator | CspNode:
        left = self._pattern()
        if not self.sees("<-", ":"):
            return left
        self.step()
        return Generator(left, self.expression(DOT))

    def _pattern(self) -> CspNode:
        left = self.expression(DOT)
        while self.sees("@@"):
            place = self.step().place
            left = self.operator(place, "@@", [left, self.expression(DOT)])
        return left

    def _steps(self) -> CspNode:
        """`b & c?x -> P`."""
        place, steps = self.token.place, list[Communication | CspNode]()
        while True:
            at = self.token.place
            left = self._pattern()
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
            value = self.expression(DOT) if sign == "!" else self._pattern()
            values = None
            if sign != "!" and self.sees(":"):
                self.step()
                values = self.expression(LOGIC)
            found.append(InputField(sign, value, values))
        return tuple(found)

    # operands

    def _operand(self, least: int) -> CspNode:
        place = self.token.place
        if self.sees("not"):
            self.step()
            return self.operator(place, "not", [self.expression(COMPARISON)])
        if self.sees("-"):
            self.step()
            return self.operator(place, "neg", [self.expression(max(least, PRODUCT))])
        if self.sees("#"):
            self.step()
            return self.operator(place, "#", [self.expression(CONCATENATION)])
        found = self._atom()
        while True:
            if self.sees("(") and (self.is_bracketed or not self.token.is_first):
                self.step()
                arguments = self.within(lambda: self.comma_list(")"))
                self.take(")", " after the arguments")
                found = self.checked(CspApplication(place, found, arguments, height_of(found, *arguments)))
            elif self.sees("[["):
                opening = self.step().place
                pairs, statements = ([], ()) if self.sees("]]") else self.within(lambda: self._pairs("<-"))
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
        text = unquoted(token.text)
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
        parts.append(self._nested(self.expression))
        return self.operator(place, "if", parts)

    def _nested(self, read: Callable[[], T]) -> T:
        """What is read one level deeper, but not in brackets."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.token.place.error(f"this is nested deeper than {MAX_DEPTH}: define parts of it by themselves")
        found = read()
        self.depth -= 1
        return found

    def _let(self) -> CspNode:
        place = self.step().place
        before = self.is_bracketed, self.in_sequence
        self.is_bracketed = self.in_sequence = False
        found = self._nested(self.declarations)
        self.is_bracketed, self.in_sequence = before
        self.take("within", " after the definitions of 'let'")
        body = self._nested(self.expression)
        return self.checked(Let(place, found, body, height_of(body, *found)))

    def _lambda(self) -> CspNode:
        place = self.step().place
        patterns = [self._pattern()]
        while self.sees(","):
            self.step()
            patterns.append(self._pattern())
        self.take("@", " after the parameters")
        body = self._nested(self.expression)
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
        inner = (*alphabet, self._nested(self.expression))
        return self.binder(token.place, token.text, (), statements, inner)

    def _replicated_parallel(self) -> CspNode:
        place = self.step().place
        events = self.within(self.expression)
        self.take("|]", " after the events")
        statements = self.statements()
        self.take("@", " after what the operator runs through")
        return self.binder(place, "[|A|]", (events,), statements, (self._nested(self.expression),))

    def _replicated_links(self) -> CspNode:
        place = self.step().place
        pairs, bound = self.within(lambda: self._pairs("<->"))
        self.take("]", " after the links")
        links = self.binder(place, "<->", (), bound, pairs)
        statements = self.statements()
        self.take("@", " after what the operator runs through")
        return self.binder(place, "[a<->b]@", (links,), statements, (self._nested(self.expression),))

    _READERS: ClassVar[dict[str, Callable[[ExpressionParser], CspNode]]] = {
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
        "[": _replicated_links,
    }
