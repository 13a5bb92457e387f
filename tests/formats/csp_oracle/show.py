"""Terms as CSPm text, in a random layout: line breaks, comments, parentheses more than needed. The strengths of the
operators are those of FDR."""

from __future__ import annotations

from random import Random

from tests.formats.csp_oracle.terms import Data, Definition, Field, Term

LEVELS = {
    "\\": 1, "|||": 2, "[|A|]": 3, "[A||B]": 3, "[A<->B]": 3, "[|A|>": 3, "|~|": 4, "[]": 5, "/\\": 6, "[>": 7,
    "&": 7.5, ";": 8, "prefix": 9, "[[]]": 10, "STOP": 11, "SKIP": 11, "CHAOS": 11, "RUN": 11, "call": 11,
}  # fmt: skip
"""The others reach as far to the right as they can."""
ASSOCIATIVE = frozenset(["|||", "|~|", "[]", ";", "\\"])


class Printer:
    """Writes terms that use these local definitions."""

    def __init__(self, random: Random, local: dict[str, Definition], plain: bool = False) -> None:
        self.random = random
        self.local = local
        self.plain = plain

    def _gap(self) -> str:
        """Between an operator and an operand."""
        choice = 1.0 if self.plain else self.random.random()
        if choice < 0.06:
            return "\n    "
        if choice < 0.08:
            return " {- [] -} "
        if choice < 0.10:
            return " -- |~|\n  "
        return " "

    def process(self, term: Term, level: float = 0, is_last: bool = True) -> str:
        """As an operand that needs this strength; `is_last` if nothing follows it inside of its brackets."""
        strength = LEVELS.get(term.op, level if is_last else -1)
        more = not self.plain and self.random.random() < 0.06
        if strength < level or strength < 0 or more:
            return f"({self._text(term, True)})"
        return self._text(term, is_last)

    def _text(self, term: Term, is_last: bool) -> str:
        parts, data, op = term.parts, term.data, term.op
        level = LEVELS.get(op, 0)
        if op in ("STOP", "SKIP"):
            return op
        if op in ("CHAOS", "RUN"):
            return f"{op}({data[0].text})"
        if op == "call":
            return term.names[0] + (f"({', '.join(one.text for one in data)})" if data else "")
        if op == "prefix":
            text = term.names[0] + "".join(map(_field, term.fields))
            return f"{text}{self._gap()}->{self._gap()}{self.process(parts[0], level, is_last)}"
        if op == "&":
            return f"{_atom(data[0])} &{self._gap()}{self.process(parts[0], 9, is_last)}"
        if op in ("\\", "[[]]"):
            left = self.process(parts[0], level, False)
            return f"{left} \\{self._gap()}{_atom(data[0])}" if op == "\\" else f"{left}[[{data[0].text}]]"
        if op in ("if", "let", "letrec"):
            return self._open(term)
        if op.startswith("rep "):
            return self._replicated(term)
        sign = {"[|A|]": "[| {} |]", "[A||B]": "[{} || {}]", "[A<->B]": "[{}]", "[|A|>": "[| {} |>"}.get(op, op)
        sign = sign.format(*[one.text for one in data])
        left = self.process(parts[0], level if op in ASSOCIATIVE else level + 1, False)
        right = self.process(parts[1], level + 1, is_last)
        return f"{left}{self._gap()}{sign}{self._gap()}{right}"

    def _open(self, term: Term) -> str:
        last = self.process(term.parts[-1])
        if term.op == "if":
            first = self.process(term.parts[0])
            return f"if {term.data[0].text} then{self._gap()}{first}{self._gap()}else{self._gap()}{last}"
        if term.op == "let":
            return f"let {term.names[0]} = {term.data[0].text} within{self._gap()}{last}"
        return f"let\n{self.definition(self.local[term.names[0]], '    ')}  within{self._gap()}{last}"

    def _replicated(self, term: Term) -> str:
        sign, name = term.op[4:], term.names[0]
        body = self.process(term.parts[0], 9)
        if sign == "[|A|]":
            sign = f"[| {term.data[1].text} |]"
        elif sign == "<->":
            sign = f"[{term.data[1].text}]"
        elif sign == "||":
            body = f"[{term.data[1].text}] {body}"
        return f"{sign} {name}:{term.data[0].text} @{self._gap()}{body}"

    def definition(self, definition: Definition, indent: str = "") -> str:
        """In as many lines as it has clauses, or more."""
        found = ""
        for clause in definition.clauses:
            shown = [n if p is None else str(p) for n, p in zip(clause.names, clause.patterns, strict=True)]
            head = definition.name + (f"({', '.join(shown)})" if shown else "")
            found += f"{indent}{head} ={self._gap()}{self.process(clause.body)}\n"
        return found


def _atom(data: Data) -> str:
    return data.text if data.is_atom else f"({data.text})"


def _field(field: Field) -> str:
    if field.sign in (".", "!"):
        return field.sign + _atom(field.values)
    return field.sign + field.name + (f":{_atom(field.values)}" if field.is_restricted else "")
