"""The syntax tree of CSPm. Patterns are expressions, too: what they bind depends on the channels and constructors.

Chains of one operator are one node, so that the height of a tree is bounded by brackets, not by length: what walks
through a tree may recurse.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from symag.errors import InputError
from symag.formats.csp.tokens import Place

__all__ = [
    "AssertionDeclaration",
    "Binder",
    "ChannelDeclaration",
    "Clause",
    "Communication",
    "CspApplication",
    "CspDeclaration",
    "CspLambda",
    "CspLiteral",
    "CspName",
    "CspNode",
    "CspOperator",
    "DatatypeDeclaration",
    "FunctionDeclaration",
    "Generator",
    "InputField",
    "Let",
    "ModuleDeclaration",
    "NametypeDeclaration",
    "PatternDeclaration",
    "Steps",
    "TransparentDeclaration",
    "height_of",
]


@dataclass(frozen=True, eq=False)
class CspLiteral:
    """`3`, `true`, `'a'`, `"text"`: a value of the language."""

    place: Place
    value: object
    height: int = 1


@dataclass(frozen=True, eq=False)
class CspName:
    """`x`, `M::x`; `_` in patterns."""

    place: Place
    name: str
    height: int = 1


@dataclass(frozen=True, eq=False)
class CspOperator:
    """Operands that no name is bound for: `+ - * / % neg == != < > <= >= and or not # ^ () <> {} {..} <..> (|) . if`,
    and the operators on processes; `@@` in patterns."""

    place: Place
    sign: str
    operands: tuple[CspNode, ...]
    signs: tuple[str, ...] = ()
    """Of a chain such as `a + b - c`, the sign before each operand but the first."""
    height: int = 1


@dataclass(frozen=True, eq=False)
class CspApplication:
    """`f(x, y)`."""

    place: Place
    function: CspNode
    arguments: tuple[CspNode, ...]
    height: int = 1


@dataclass(frozen=True, eq=False)
class Generator:
    """`x <- S`, or `x : S`."""

    pattern: CspNode
    values: CspNode


@dataclass(frozen=True, eq=False)
class Binder:
    """Comprehensions and replicated operators: `{e | x <- S, b}`, `[] x:S @ P`, `P [[a <- b | x <- S]]`.

    The statements bind names in `inner`, not in `outer`.
    """

    place: Place
    sign: str
    outer: tuple[CspNode, ...]
    statements: tuple[Generator | CspNode, ...]
    inner: tuple[CspNode, ...]
    height: int = 1


@dataclass(frozen=True, eq=False)
class CspLambda:
    """`\\ x, y @ e`."""

    place: Place
    patterns: tuple[CspNode, ...]
    body: CspNode
    height: int = 1


@dataclass(frozen=True, eq=False)
class Let:
    """`let … within e`."""

    place: Place
    declarations: tuple[CspDeclaration, ...]
    body: CspNode
    height: int = 1


@dataclass(frozen=True, eq=False)
class InputField:
    """`!e`, `?p`, `?p:S`, `$p:S`."""

    sign: str
    value: CspNode
    """An expression or a pattern."""
    values: CspNode | None


@dataclass(frozen=True, eq=False)
class Communication:
    """`c.1?x!y`, before an arrow."""

    place: Place
    channel: CspNode
    fields: tuple[InputField, ...]


@dataclass(frozen=True, eq=False)
class Steps:
    """`b & c?x -> d!x -> P`: guards and communications, in order, and what comes after them."""

    place: Place
    steps: tuple[Communication | CspNode, ...]
    last: CspNode
    height: int = 1


CspNode = CspLiteral | CspName | CspOperator | CspApplication | Binder | CspLambda | Let | Steps


def height_of(*nodes: CspNode | Generator | Communication | CspDeclaration | None) -> int:
    """One more than the height of the highest."""
    most = 0
    for node in nodes:
        if isinstance(node, Generator):
            most = max(most, node.pattern.height, node.values.height)
        elif isinstance(node, Communication):
            fields = [part for one in node.fields for part in (one.value, one.values) if part is not None]
            most = max(most, node.channel.height, *(part.height for part in fields))
        elif isinstance(node, CspLiteral | CspName | CspOperator | CspApplication | Binder | CspLambda | Let | Steps):
            most = max(most, node.height)
        elif isinstance(node, FunctionDeclaration):
            most = max(most, *(clause.body.height for clause in node.clauses))
        elif isinstance(node, PatternDeclaration):
            most = max(most, node.pattern.height, node.value.height)
    return most + 1


@dataclass(frozen=True, eq=False)
class Clause:
    """`f(p, q)(r) = e`: a group of patterns for each pair of brackets."""

    groups: tuple[tuple[CspNode, ...], ...]
    body: CspNode
    place: Place


@dataclass(frozen=True, eq=False)
class FunctionDeclaration:
    """All clauses of a function, or the one of a constant."""

    place: Place
    name: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, eq=False)
class PatternDeclaration:
    """`(x, y) = e`."""

    place: Place
    pattern: CspNode
    value: CspNode


@dataclass(frozen=True, eq=False)
class ChannelDeclaration:
    """`channel c, d : T.U`."""

    place: Place
    names: tuple[tuple[str, Place], ...]
    type: CspNode | None


@dataclass(frozen=True, eq=False)
class DatatypeDeclaration:
    """`datatype T = A | B.U`, and `subtype`."""

    place: Place
    name: str
    constructors: tuple[tuple[str, Place, CspNode | None], ...]
    is_subtype: bool


@dataclass(frozen=True, eq=False)
class NametypeDeclaration:
    """`nametype T = …`."""

    place: Place
    name: str
    type: CspNode


@dataclass(frozen=True, eq=False)
class TransparentDeclaration:
    """`transparent normal, sbisim`, and `external`."""

    place: Place
    names: tuple[tuple[str, Place], ...]


@dataclass(frozen=True, eq=False)
class AssertionDeclaration:
    """`assert …`. If it is a refinement, `model` is what stands in `[T=`; otherwise `property` is its name."""

    place: Place
    text: str
    is_negated: bool
    left: CspNode
    right: CspNode | None = None
    """The implementation, or the trace of `has trace`."""
    model: str | None = None
    property: str | None = None
    error: InputError | None = None
    """A word of it that FDR does not know."""


@dataclass(frozen=True, eq=False)
class ModuleDeclaration:
    """`module M(p) … exports … endmodule`; an instance, `instance N = M(1)`, names its `origin`."""

    place: Place
    name: str
    parameters: tuple[CspNode, ...] = ()
    hidden: tuple[CspDeclaration, ...] = ()
    exported: tuple[CspDeclaration, ...] = ()
    origin: str | None = None
    arguments: tuple[CspNode, ...] = field(default=())


CspDeclaration = (
    FunctionDeclaration
    | PatternDeclaration
    | ChannelDeclaration
    | DatatypeDeclaration
    | NametypeDeclaration
    | TransparentDeclaration
    | AssertionDeclaration
    | ModuleDeclaration
)
