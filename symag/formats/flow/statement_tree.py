"""Builds the syntax of statements and terms: the parser calls a method when it has seen a whole rule, leaves first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark import Token, Transformer

from symag.formats.flow.syntax import (
    AcceptPart,
    Arm,
    AssignPart,
    CallPart,
    CasePart,
    DelayPart,
    EventPart,
    ExitPart,
    IfPart,
    LoopPart,
    NamePart,
    NullPart,
    NumberPart,
    OperationPart,
    RangePart,
    SelectPart,
    Term,
    WayPart,
)
from symag.formats.parser import position_of
from symag.formats.positions import MAX_NESTING, Position

__all__ = ["StatementTreeBuilder", "kinds", "one_deeper", "only", "same_name", "words"]

DIGITS = 9


def one_deeper(parts: Sequence[Any], position: Position) -> int:
    """One more than the depth of the deepest part; an InputError if that is too deep."""
    depth = 1 + max((getattr(part, "depth", 0) for part in parts), default=0)
    if depth > MAX_NESTING:
        raise position.error(f"this is nested deeper than {MAX_NESTING}")
    return depth


def kinds(parts: Sequence[Any]) -> set[str]:
    return {part.type for part in parts if isinstance(part, Token)}


def words(parts: Sequence[Any]) -> list[str]:
    return [str(part) for part in parts if isinstance(part, Token) and part.type == "NAME"]


def only(kind: Any, parts: Sequence[Any]) -> Any:
    """The part of this kind, or None."""
    return next((part for part in parts if isinstance(part, kind)), None)


def same_name(parts: Sequence[Any]) -> None:
    """An InputError if what is behind the last `end` is another name than the first one."""
    names = [part for part in parts if isinstance(part, Token) and part.type == "NAME"]
    if len(names) > 1 and names[-1] != names[0]:
        raise position_of(names[-1]).error(f"this is the end of {str(names[0])!r}, not of {str(names[-1])!r}")


class StatementTreeBuilder(Transformer[Token, Any]):
    """One method for each rule of statements and terms."""

    def range(self, parts: list[Any]) -> RangePart:
        """`1 .. n`."""
        return RangePart(parts[0], parts[2] if len(parts) > 1 else None, parts[0].position)

    def statements(self, parts: list[Any]) -> list[Any]:
        """One after the other."""
        return parts

    def empty(self, parts: list[Token]) -> NullPart:
        """`null;`."""
        return NullPart(position_of(parts[0]))

    def pragma(self, parts: list[Any]) -> NullPart | EventPart:
        """`pragma Event (open);`; others change nothing here."""
        name, position = parts[1], position_of(parts[0])
        if name != "event":
            return NullPart(position)
        event = only(NamePart, parts)
        if event is None:
            raise position.error("this pragma names an event: pragma Event (open)")
        return EventPart(event, position)

    def annotation(self, parts: list[Any]) -> EventPart:
        """`--# event open`."""
        if parts[1] != "event":
            raise position_of(parts[1]).error(
                f"an annotation names an event, '--# event open', and not {str(parts[1])!r}"
            )
        return EventPart(parts[2], position_of(parts[0]))

    def assign(self, parts: list[Any]) -> AssignPart:
        """`x := e;`."""
        return AssignPart(parts[0], parts[2], parts[0].position)

    def call(self, parts: list[Any]) -> CallPart:
        """`car.open_doors;`."""
        return CallPart(parts[0], parts[0].position)

    def accept(self, parts: list[Any]) -> AcceptPart:
        """`accept open_doors do … end open_doors;`."""
        name, position = parts[1], position_of(parts[0])
        ends = next((part for part in parts[3:] if isinstance(part, Token) and part.type == "NAME"), None)
        if ends is not None and ends != name.parts[-1][0]:
            raise position_of(ends).error(f"this is the end of {name.parts[-1][0]!r}, not of {str(ends)!r}")
        body = only(list, parts) or []
        return AcceptPart(name, body, position, one_deeper(body, position))

    def otherwise(self, parts: list[Any]) -> tuple[Any, list[Any]]:
        """`else …`."""
        return parts[0], parts[1]

    def if_statement(self, parts: list[Any]) -> IfPart:
        """`if … elsif … else … end if;`."""
        position = position_of(parts[0])
        terms = [part for part in parts if isinstance(part, Term)]
        bodies = [part for part in parts if isinstance(part, list)]
        last = only(tuple, parts)
        otherwise = [] if last is None else last[1]
        inner = [one for body in (*bodies, otherwise) for one in body]
        return IfPart(
            list(zip(terms, bodies, strict=True)), otherwise, position, one_deeper([*terms, *inner], position)
        )

    def case_statement(self, parts: list[Any]) -> CasePart:
        """`case x is … end case;`."""
        position = position_of(parts[0])
        arms = [part for part in parts if isinstance(part, Arm)]
        inner = [one for arm in arms for one in arm.body]
        return CasePart(parts[1], arms, position, one_deeper([parts[1], *inner], position))

    def arm(self, parts: list[Any]) -> Arm:
        """`when 1 | 2 => …`."""
        return Arm([part for part in parts if isinstance(part, RangePart)], parts[-1], position_of(parts[0]))

    def loop_statement(self, parts: list[Any]) -> LoopPart:
        """`loop`, `while c loop`, `for i in 1 .. 3 loop`."""
        position, body, range_ = position_of(parts[0]), only(list, parts), only(RangePart, parts)
        variable = str(parts[1]) if range_ is not None else ""
        depth = one_deeper(body, position)
        ends = "".join(words(parts[-2:]))
        return LoopPart(only(Term, parts), variable, range_, "REVERSE" in kinds(parts), body, position, depth, ends)

    def labelled(self, parts: list[Any]) -> LoopPart:
        """`outer : loop … end loop outer;`."""
        loop: LoopPart = parts[2]
        loop.name = str(parts[0])
        return loop

    def exit_statement(self, parts: list[Any]) -> ExitPart:
        """`exit when c;`."""
        return ExitPart(only(Term, parts), "".join(words(parts)), position_of(parts[0]))

    def delay(self, parts: list[Any]) -> DelayPart:
        """`delay 1;`."""
        return DelayPart(position_of(parts[0]))

    def select_statement(self, parts: list[Any]) -> SelectPart:
        """`select … or … else … end select;`."""
        position = position_of(parts[0])
        ways = [part for part in parts if isinstance(part, WayPart)]
        last = only(tuple, parts)
        if last is not None:
            ways.append(WayPart("else", None, last[1], position_of(last[0])))
        inner = [one for way in ways for one in way.body]
        return SelectPart(ways, position, one_deeper(inner, position))

    def way(self, parts: list[Any]) -> WayPart:
        """`when c => accept open_doors; …`, `terminate;`."""
        guard = only(Term, parts)
        if isinstance(parts[-1], list):
            body = parts[-1]
            position = body[0].position if body else Position(1, 1)
            return WayPart("when", guard, body, position)
        return WayPart("terminate", guard, [], position_of(parts[-1]))

    def name(self, parts: list[Any]) -> NamePart:
        """`pumps (1).start`."""
        named = [part for part in parts if isinstance(part, NamePart)]
        position = named[0].position
        indices = [part.parts[0][1] for part in named]
        depth = one_deeper([one for one in indices if one is not None], position)
        return NamePart([part.parts[0] for part in named], position, depth)

    def named(self, parts: list[Any]) -> NamePart:
        """`flag (i)`."""
        return NamePart([(str(parts[0]), only(Term, parts))], position_of(parts[0]))

    def number(self, parts: list[Token]) -> NumberPart:
        """`1_000`."""
        text, position = str(parts[0]).replace("_", ""), position_of(parts[0])
        if len(text) > DIGITS:
            raise position.error(f"the number {text[:30]}… has more than {DIGITS} digits")
        return NumberPart(int(text), position)

    def inside(self, parts: list[Any]) -> Any:
        """`(x)`."""
        return parts[1]

    def unary(self, parts: list[Any]) -> OperationPart:
        """`not x`, `-x`."""
        position = position_of(parts[0])
        operator = "not" if parts[0].type == "NOT" else "negate"
        return OperationPart(operator, [parts[1]], position, one_deeper(parts[1:], position))

    def compare(self, parts: list[Any]) -> OperationPart:
        """`x = y`."""
        position = parts[0].position
        return OperationPart(str(parts[1]), [parts[0], parts[2]], position, one_deeper(parts, position))

    def member(self, parts: list[Any]) -> OperationPart:
        """`n in 1 .. 3`."""
        position, terms = parts[0].position, [part for part in parts if isinstance(part, Term)]
        found = OperationPart("in", terms, position, one_deeper(terms, position))
        return OperationPart("not", [found], position, found.depth) if "NOT" in kinds(parts) else found

    def chain(self, parts: list[Any]) -> OperationPart:
        """`a + b`; a longer chain is one operation, however long it is."""
        left, sign, right = parts
        position, operator = left.position, str(sign)
        if operator == "-":
            operator, right = "+", OperationPart("negate", [right], right.position, right.depth)
        if operator in ("+", "*") and isinstance(left, OperationPart) and left.operator == operator:
            left.operands.append(right)
            left.depth = max(left.depth, one_deeper([right], position))
            return left
        return OperationPart(operator, [left, right], position, one_deeper([left, right], position))

    def both(self, parts: list[Any], operator: str = "and") -> OperationPart:
        """`x and y and z`."""
        operands = [part for part in parts if isinstance(part, Term)]
        position = operands[0].position
        return OperationPart(operator, operands, position, one_deeper(operands, position))

    def either(self, parts: list[Any]) -> OperationPart:
        """`x or y`."""
        return self.both(parts, "or")

    def exclusive(self, parts: list[Any]) -> OperationPart:
        """`x xor y`."""
        return self.both(parts, "xor")

    def then_both(self, parts: list[Any]) -> OperationPart:
        """`x and then y`."""
        return self.both(parts, "and then")

    def else_either(self, parts: list[Any]) -> OperationPart:
        """`x or else y`."""
        return self.both(parts, "or else")
