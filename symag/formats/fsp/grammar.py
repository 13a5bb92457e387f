"""The grammar of the part of FSP that symag reads (the book's appendix B), and the parser for it.

An `else` belongs to the nearest `if`, and brackets after `forall` are its ranges as long as there are any: there the
parser shifts. A range or constant is an expression without comparisons, as in LTSA: a `||` after it begins a composite.

The tokens of FSP.
"""

from __future__ import annotations

from symag.formats.fsp import FSP
from symag.formats.fsp.syntax import FspFile
from symag.formats.fsp.syntax_tree import FspTreeBuilder
from symag.formats.parser import Lexer, Parser

__all__ = ["FSP_LEXER", "parse_fsp"]

_KEYWORDS = frozenset(["const", "range", "set", "property", "progress", "menu", "when", "if", "then", "else", "forall"])

_QUESTION = "symag reads models and properties; take it out of the file"
_REFUSED = {
    "END": "END and sequential composition are not read: write STOP, or go on with a local process",
    ";": "sequential composition ';' is not read: go on with a local process instead",
    "assert": f"'assert' (linear temporal logic) is not read: {_QUESTION}",
    "fluent": f"'fluent' (linear temporal logic) is not read: {_QUESTION}",
    "ltl_property": f"'ltl_property' is not read: {_QUESTION}",
    "constraint": f"'constraint' is not read: {_QUESTION}",
    "minimal": "'minimal' is not read: take the word out; symag reduces by itself where that keeps the answer",
    "deterministic": "'deterministic' is not read: it changes the process; write the process that you mean",
    "compose": "'compose' is not read: take the word out; symag composes by itself",
    "import": "'import' is not read: symag reads one file",
    "#": "'#' (the size of a set) is not read: write the number",
    "'": "labels in expressions ('a) are not read: index by numbers where they are compared",
}
"""Parts of the language that symag does not read."""

_SIGNS = {
    "->": "ARROW", "..": "DOTS", "||": "PARALLEL", "&&": "BOTH", "==": "SAME", "!=": "DIFFERENT", "<=": "LE",
    ">=": "GE", "<<": "HIGH", ">>": "LOW", "::": "SHARE", "<": "LT", ">": "GT", "=": "EQ", "!": "NOT", "&": "AND",
    "|": "OR", "^": "XOR", "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "SLASH", "%": "PERCENT", ":": "COLON",
    ",": "COMMA", ".": "DOT", "(": "LPAR", ")": "RPAR", "[": "LBRACKET", "]": "RBRACKET", "{": "LBRACE", "}": "RBRACE",
    "\\": "HIDE", "@": "SHOW",
}  # fmt: skip

FSP_LEXER = Lexer(
    FSP.name,
    {
        "UPPER": (r"[A-Z][A-Za-z0-9_]*", "an upper-case name"),
        "NAME": (r"[a-z_][A-Za-z0-9_]*", "a lower-case name"),
        "NUMBER": (r"\d+", "a number"),
    },
    _SIGNS,
    _KEYWORDS,
    _REFUSED,
    FSP.comments,
)


_GROUPS = {
    frozenset({"LPAR", "MINUS", "PLUS", "NOT", "NAME", "UPPER", "NUMBER"}): "an expression",
    frozenset({"PLUS", "MINUS", "TIMES", "SLASH", "PERCENT"}): "an operator",
}
_OPERATORS = {"SAME", "DIFFERENT", "LT", "LE", "GT", "GE", "AND", "OR", "XOR", "BOTH", "PARALLEL", "LOW", "HIGH"}

_GRAMMAR = r"""
start: _item*
_item: constant | range | set_definition | primitive | property | composite | progress | menu

constant: CONST UPPER EQ sum
range: RANGE UPPER EQ sum DOTS sum
set_definition: SET UPPER EQ set
progress: PROGRESS UPPER index* EQ set                                 -> skipped
        | PROGRESS UPPER index* EQ IF set THEN set                     -> skipped
menu: MENU UPPER EQ set                                                -> skipped

property: PROPERTY primitive
primitive: UPPER parameters? EQ target (COMMA local)* extension? relabels? visible? DOT
local: UPPER index* EQ target
parameters: LPAR parameter (COMMA parameter)* RPAR
parameter: UPPER EQ expression
extension: PLUS set
visible: (HIDE | SHOW) set

?target: reference | condition | LPAR choice RPAR                      -> inside
reference: UPPER index*
condition: IF expression THEN target
         | IF expression THEN target ELSE target
choice: branch (OR branch)*
branch: _actions ARROW _next
      | WHEN expression _actions ARROW _next                           -> guarded
_next: target | prefix
prefix: _actions ARROW _next
_actions: labels | named_labels

composite: PARALLEL UPPER parameters? EQ _body priority? visible? DOT
priority: (HIGH | LOW) set
_body: parallel | replicated | either
replicated: FORALL index+ _body
either: IF expression THEN _body
      | IF expression THEN _body ELSE _body
parallel: (shared prefixed | shared | prefixed)? _core relabels?
shared: _owners SHARE
prefixed: _owners COLON
_owners: labels | owner
owner: UPPER                                                           -> named_labels
_core: instance | LPAR _body (PARALLEL _body)* RPAR
instance: UPPER arguments?
arguments: LPAR expression (COMMA expression)* RPAR

relabels: SLASH LBRACE relabel (COMMA relabel)* RBRACE
relabel: _actions SLASH _actions
       | FORALL index+ LBRACE relabel (COMMA relabel)* RBRACE          -> relabel_all

labels: (word | braces | index) _piece*
named_labels: UPPER (DOT (word | braces | inner) _piece*)?
_piece: DOT (word | braces | index | inner) | index
inner: UPPER                                                           -> named_set
word: NAME
braces: LBRACE (_actions (COMMA _actions)*)? RBRACE
set: braces | UPPER                                                    -> named_set
index: LBRACKET expression RBRACKET                                    -> index
     | LBRACKET expression DOTS expression RBRACKET                    -> index
     | LBRACKET braces RBRACKET                                        -> index
     | LBRACKET NAME COLON expression RBRACKET                         -> index
     | LBRACKET NAME COLON expression DOTS expression RBRACKET         -> index
     | LBRACKET NAME COLON braces RBRACKET                             -> index

?expression: conjunction | expression PARALLEL conjunction             -> chain
?conjunction: bits | conjunction BOTH bits                             -> chain
?bits: exclusive | bits OR exclusive                                   -> chain
?exclusive: common | exclusive XOR common                              -> chain
?common: equation | common AND equation                                -> chain
?equation: relation | equation (SAME | DIFFERENT) relation             -> chain
?relation: shift | relation (LT | LE | GT | GE) shift                  -> chain
?shift: sum | shift (HIGH | LOW) sum                                   -> chain
?sum: product | sum (PLUS | MINUS) product                             -> chain
?product: signed | product (TIMES | SLASH | PERCENT) signed            -> chain
?signed: atom | (PLUS | MINUS | NOT) signed                            -> unary
?atom: NUMBER                                                          -> number
     | NAME                                                            -> name
     | UPPER                                                           -> name
     | LPAR expression RPAR                                            -> inside
"""


_PARSER = Parser(FspFile, FSP_LEXER, _GRAMMAR, FspTreeBuilder, _GROUPS, _OPERATORS)
parse_fsp = _PARSER.parse
