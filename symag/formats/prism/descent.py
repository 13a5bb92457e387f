# cython: language_level=3
"""The fast parser: by recursive descent, written by hand and compiled. It reads what the grammar reads, and only that.

It makes the tree that Lark's parser makes, in a tenth of the time. Where it does not know how to go on, it gives up:
then Lark's parser reads the text again, and says what is wrong. So the grammar stays the definition of the language,
and the errors are those of the grammar. What files rarely have, `system … endsystem`, is left to it, too.

Expressions are read by the strength of their operators; only brackets recurse, and they are counted.
"""

import re

import cython

from symag.errors import InputError
from symag.formats.guarded.expressions import Identifier, Literal
from symag.formats.positions import Position
from symag.formats.prism.nodes import LEVELS, called, chained, chosen, implied, literal, negated, updated
from symag.formats.prism.syntax import (
    Command,
    ConstantDeclaration,
    Module,
    PrismFile,
    PrismFormula,
    PrismLabel,
    Variable,
)
from symag.model import TAU

__all__ = ["Descent", "GiveUp"]

PIECES = re.compile(
    r"[ \t\f]+|\r\n?|\n|//[^\r\n]*|[A-Za-z_][A-Za-z0-9_]*|(?:\d*\.\d+|\d+)(?:[eE][+-]?\d+)?|\"[^\"\r\n]*\""
    r"|->|\.\.|<=>|=>|<=|>=|!=|.",
    re.ASCII | re.DOTALL,
)
KINDS = {"mdp": "mdp", "dtmc": "dtmc", "nondeterministic": "mdp", "probabilistic": "dtmc"}
DEEPEST = 64
"""Brackets within brackets."""
NOT = 3
"""The level of `!` among those of the operators."""
BYTES = 48
"""Of memory, for a character of the text."""


class GiveUp(Exception):
    """This parser does not know how to go on."""


def position_at(place):
    """The position from its packed form."""
    return Position(place >> 32, place & 0xFFFFFFFF)


@cython.final
@cython.cclass
class Descent:
    """The words of a text without spaces and comments, their places, and which is the next."""

    words: list
    places: list
    at: cython.Py_ssize_t
    word: str
    depth: cython.int
    keywords: frozenset
    watch: object

    def __init__(self, text, keywords, watch):
        self.keywords, self.watch = keywords, watch
        self.words, self.places, self.at, self.depth = [], [], 0, 0
        watch.check_room(BYTES * len(text))
        self._split(text)
        self.word = self.words[0]

    def file(self):
        """The whole file, or GiveUp."""
        found = PrismFile()
        try:
            while self.word != "":
                self._item(found)
        except (InputError, RecursionError):
            raise GiveUp from None
        except GiveUp:
            if self.depth > DEEPEST:
                raise self._position().error(f"brackets are nested deeper than {DEEPEST}") from None
            raise
        found.kind = found.kind or "mdp"
        return found

    @cython.cfunc
    def _split(self, text: str):
        piece: str
        first: cython.Py_UCS4
        line: cython.longlong = 1
        begin: cython.longlong = 0
        here: cython.longlong = 0
        for piece in PIECES.findall(text):
            first = piece[0]
            if first == " " or first == "\t" or first == "\f" or (first == "/" and len(piece) > 1):
                pass
            elif first == "\n" or first == "\r":
                line += 1
                begin = here + len(piece)
            else:
                self.words.append(piece)
                self.places.append(line << 32 | (here - begin + 1))
            here += len(piece)
        for _ in range(3):
            self.words.append("")
            self.places.append(line << 32 | 1)

    @cython.cfunc
    def _next(self):
        """Go on to the next word."""
        self.at += 1
        self.word = self.words[self.at]
        if not self.at & 0x3FF:
            self.watch.tick(1000, self.at)

    @cython.cfunc
    def _take(self, word: str):
        """This word must be here."""
        if self.word != word:
            raise GiveUp
        self._next()

    @cython.cfunc
    def _position(self):
        return position_at(self.places[self.at])

    @cython.cfunc
    def _is_name(self) -> cython.bint:
        first: cython.Py_UCS4
        if self.word == "" or self.word in self.keywords:
            return False
        first = self.word[0]
        return "a" <= first <= "z" or "A" <= first <= "Z" or first == "_"

    @cython.cfunc
    def _name(self):
        word = self.word
        if not self._is_name():
            raise GiveUp
        self._next()
        return word

    @cython.cfunc
    def _item(self, found):
        """One part of the file."""
        word = self.word
        if word == "module":
            found.modules.append(self._module())
        elif word == "const" or word == "rate" or word == "prob":
            found.constants.append(self._constant())
        elif word == "formula":
            self._next()
            place = self._position()
            name = self._name()
            self._take("=")
            found.formulas.append(PrismFormula(name, self._expression(), place))
            self._take(";")
        elif word == "label":
            self._next()
            found.labels.append(self._label())
        elif word == "global":
            self._next()
            found.globals.append(self._variable())
        elif word == "rewards":
            found.rewards = found.rewards or self._position()
            self._rewards()
        elif word == "init" and found.initial is None:
            self._next()
            found.initial = self._expression()
            self._take("endinit")
        elif word in KINDS and not found.kind:
            found.kind = KINDS[word]
            self._next()
        else:
            raise GiveUp

    @cython.cfunc
    def _constant(self):
        kind = "int" if self.word == "const" else "double"
        is_old = self.word != "const"
        self._next()
        if not is_old and (self.word == "int" or self.word == "double" or self.word == "bool"):
            kind = self.word
            self._next()
        place = self._position()
        name = self._name()
        value = None
        if self.word == "=":
            self._next()
            value = self._expression()
        self._take(";")
        return ConstantDeclaration(name, kind, value, place)

    @cython.cfunc
    def _label(self):
        place, name = self._position(), self.word
        if name[:1] != '"' or len(name) < 2:
            raise GiveUp
        self._next()
        self._take("=")
        value = self._expression()
        self._take(";")
        return PrismLabel(name[1:-1], value, place)

    @cython.cfunc
    def _rewards(self):
        self._next()
        if self.word[:1] == '"':
            self._next()
        while self.word != "endrewards":
            if self.word == "[":
                self._next()
                if self.word != "]":
                    self._name()
                self._take("]")
            self._expression()
            self._take(":")
            self._expression()
            self._take(";")
        self._next()

    @cython.cfunc
    def _variable(self):
        place = self._position()
        name = self._name()
        self._take(":")
        bounds, kind = None, "int"
        if self.word == "[":
            self._next()
            low = self._expression()
            self._take("..")
            bounds = (low, self._expression())
            self._take("]")
        else:
            kind = self.word
            if kind != "int" and kind != "bool":
                raise GiveUp
            self._next()
        initial = None
        if self.word == "init":
            self._next()
            initial = self._expression()
        self._take(";")
        return Variable(name, bounds, initial, place, kind)

    @cython.cfunc
    def _module(self):
        self._next()
        place = self._position()
        name = self._name()
        if self.word == "=":
            return self._renamed(name, place)
        variables = []
        commands = []
        while self._is_name():
            variables.append(self._variable())
        while self.word == "[":
            commands.append(self._command())
        self._take("endmodule")
        return Module(name, variables, commands, place)

    @cython.cfunc
    def _renamed(self, name, place):
        self._next()
        base = self._name()
        renaming: dict = {}
        positions: dict = {}
        if self.word != "[":
            raise GiveUp
        while self.word == "[" or self.word == ",":
            self._next()
            position = self._position()
            old = self._name()
            self._take("=")
            new = self._name()
            if old in renaming or new == TAU:
                raise GiveUp
            renaming[old], positions[old] = new, position
        self._take("]")
        self._take("endmodule")
        return Module(name, [], [], place, base, renaming, positions)

    @cython.cfunc
    def _command(self):
        place = self._position()
        self._next()
        action = ""
        if self.word != "]":
            action = self._name()
            if action == TAU:
                raise GiveUp
        self._take("]")
        guard = self._expression()
        self._take("->")
        updates = []
        if self._is_update():
            updates.append(updated(None, self._update(), Position(1, 1)))
        else:
            while True:
                probability = self._expression()
                self._take(":")
                updates.append(updated(probability, self._update(), probability.position))
                if self.word != "+":
                    break
                self._next()
        self._take(";")
        return Command(action, guard, updates, place)

    @cython.cfunc
    def _is_update(self) -> cython.bint:
        """Does an update begin here, and not a probability?"""
        if self.word == "true":
            return self.words[self.at + 1] == ";"
        return self.word == "(" and self.words[self.at + 2] == "'"

    @cython.cfunc
    def _update(self):
        assignments: list = []
        if self.word == "true":
            self._next()
            return assignments
        while True:
            self._take("(")
            place = self._position()
            name = self._name()
            self._take("'")
            self._take("=")
            assignments.append((name, self._expression(), place))
            self._take(")")
            if self.word != "&":
                return assignments
            self._next()

    @cython.cfunc
    def _expression(self):
        """A choice, `a ? x : b ? y : z`, or less; nothing recurses along the cases."""
        cases: list = []
        self.depth += 1
        if self.depth > DEEPEST:
            raise GiveUp
        value = self._implication()
        while self.word == "?":
            self._next()
            then = self._expression()
            self._take(":")
            cases.append((value, then))
            value = self._implication()
        while cases:
            condition, then = cases.pop()
            value = chosen(condition, then, value)
        self.depth -= 1
        return value

    @cython.cfunc
    def _implication(self):
        left = self._binary(0)
        if self.word != "=>":
            return left
        parts: list = [left]
        places: list = []
        while self.word == "=>":
            places.append(self._position())
            self._next()
            parts.append(self._binary(0))
        value = parts.pop()
        while parts:
            value = implied(parts.pop(), places.pop(), value)
        return value

    @cython.cfunc
    def _binary(self, least: cython.int):
        """Operators of this level and stronger ones, from left to right."""
        left = self._negation() if self.word == "!" and least <= NOT else self._power()
        while True:
            sign = self.word
            found = LEVELS.get(sign)
            if found is None:
                return left
            level: cython.int = found
            if level < least:
                return left
            place = self._position()
            self._next()
            left = chained(left, sign, place, self._binary(level + 1))

    @cython.cfunc
    def _negation(self):
        places: list = []
        while self.word == "!":
            places.append(self._position())
            self._next()
        value = self._binary(NOT + 1)
        while places:
            value = negated("!", places.pop(), value)
        return value

    @cython.cfunc
    def _power(self):
        """`x ^ y ^ z`, from right to left."""
        base = self._signed()
        if self.word != "^":
            return base
        parts: list = [base]
        places: list = []
        while self.word == "^":
            places.append(self._position())
            self._next()
            parts.append(self._signed())
        value = parts.pop()
        while parts:
            value = called("pow", [parts.pop(), value], places.pop())
        return value

    @cython.cfunc
    def _signed(self):
        if self.word != "-":
            return self._atom()
        places: list = []
        while self.word == "-":
            places.append(self._position())
            self._next()
        value = self._atom()
        while places:
            value = negated("-", places.pop(), value)
        return value

    @cython.cfunc
    def _atom(self):
        word = self.word
        place = self._position()
        if word == "(":
            self._next()
            value = self._expression()
            self._take(")")
            return value
        if self._is_name() or word == "min" or word == "max":
            self._next()
            if self.word == "(":
                self._next()
                return self._call(word, place)
            if word == "min" or word == "max":
                raise GiveUp
            return Identifier(word, place)
        if word == "func":
            self._next()
            self._take("(")
            word, place = self.word, self._position()
            if not self._is_name() and word != "min" and word != "max":
                raise GiveUp
            self._next()
            self._take(",")
            return self._call(word, place)
        if word == "true" or word == "false":
            self._next()
            return Literal(word == "true", place)
        if word != "" and (word[0] == "." or "0" <= word[0] <= "9") and word != "..":
            self._next()
            return literal(word, place)
        raise GiveUp

    @cython.cfunc
    def _call(self, function, place):
        arguments: list = [self._expression()]
        while self.word == ",":
            self._next()
            arguments.append(self._expression())
        self._take(")")
        return called(function, arguments, place)
