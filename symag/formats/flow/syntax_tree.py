"""Builds the syntax tree of declarations and files, over that of their statements."""

from __future__ import annotations

from typing import Any

from lark import Token

from symag.formats.flow.statement_tree import StatementTreeBuilder, kinds, only, same_name, words
from symag.formats.flow.syntax import (
    AdaFile,
    ArrayPart,
    ConstantPart,
    EntryPart,
    EventPart,
    NamePart,
    NullPart,
    ObjectPart,
    RangePart,
    TaskBody,
    TaskHead,
    Term,
    TypePart,
)
from symag.formats.parser import position_of

__all__ = ["AdaTreeBuilder"]


class AdaTreeBuilder(StatementTreeBuilder):
    """One method for each rule of the grammar. It has no state, so that one builder serves every file."""

    def start(self, items: list[Any]) -> AdaFile:
        """The whole file."""
        declarations = [item for item in items if not isinstance(item, Token | list | NullPart | EventPart)]
        if not items or not isinstance(items[0], Token):
            return AdaFile(declarations)
        same_name(items)
        name = items[1]
        main = TaskBody(str(name), [], only(list, items), position_of(name))
        return AdaFile(declarations, main)

    def begun(self, parts: list[Any]) -> list[Any]:
        """`begin …`."""
        return list(parts[1])

    def names(self, parts: list[Token]) -> list[str]:
        """`x, y`."""
        return words(parts)

    def constant(self, parts: list[Any]) -> ConstantPart:
        """`n : constant := 3;`."""
        return ConstantPart(parts[0], "".join(words(parts)), parts[-2], position_of(parts[1]))

    def type_definition(self, parts: list[Any]) -> TypePart:
        """`type colour is (red, green);`, `subtype index is Integer range 1 .. 3;`."""
        position, range_ = position_of(parts[1]), only(RangePart, parts)
        if range_ is None and parts[0].type == "SUBTYPE":
            range_ = RangePart(NamePart([(str(parts[3]), None)], position_of(parts[3])), None, position_of(parts[3]))
        return TypePart(str(parts[1]), only(list, parts) or [], range_, position)

    def object(self, parts: list[Any]) -> ObjectPart:
        """`x, y : Boolean := false;`."""
        initial = only(Term, parts)
        return ObjectPart(parts[0], parts[2], initial, position_of(parts[1]))

    def object_type(self, parts: list[Any]) -> ArrayPart:
        """`array (1 .. n) of t`."""
        element: ArrayPart = parts[-1]
        element.index = only(RangePart, parts)
        return element

    def element(self, parts: list[Any]) -> ArrayPart:
        """`t range 1 .. 3`, `t (2)`."""
        argument = only(Term, parts)
        return ArrayPart(None, str(parts[0]), only(RangePart, parts), argument, position_of(parts[0]))

    def task_head(self, parts: list[Any]) -> TaskHead:
        """`task type customer (id : index) is … end;`."""
        same_name(parts)
        entries = [part for part in parts if isinstance(part, EntryPart)]
        name = next(part for part in parts if isinstance(part, Token) and part.type == "NAME")
        discriminant = only(str, [part for part in parts if not isinstance(part, Token)])
        return TaskHead(str(name), "TYPE" in kinds(parts), discriminant or "", entries, position_of(name))

    def discriminant(self, parts: list[Token]) -> str:
        """`(id : index)`."""
        return str(parts[1].value)

    def entry(self, parts: list[Any]) -> EntryPart:
        """`entry pay (1 .. n);`."""
        return EntryPart(str(parts[1]), only(RangePart, parts), position_of(parts[1]))

    def task_body(self, parts: list[Any]) -> TaskBody:
        """`task body car is … begin … end car;`."""
        same_name(parts)
        declarations = [p for p in parts if isinstance(p, ConstantPart | TypePart | ObjectPart | TaskHead | TaskBody)]
        return TaskBody(str(parts[2]), declarations, only(list, parts), position_of(parts[2]))
