"""The grammar of FSP as LTSA reads it (the book's appendix B), and the parser for it.

An `else` belongs to the nearest `if`, and brackets after `forall` are its ranges as long as there are any: there the
parser shifts. A range or constant is an expression without comparisons, as in LTSA: a `||` after it begins a composite.
What says nothing about behaviour, and what symag does not check, is parsed like the rest and skipped.
"""

from __future__ import annotations

from symag.formats.fsp.syntax import FspFile
from symag.formats.fsp.syntax_tree import FspTreeBuilder
from symag.formats.fsp.tokens import FSP_LEXER
from symag.formats.parser import Parser

__all__ = ["parse_fsp"]

_GROUPS = {
    frozenset({"LPAR", "MINUS", "PLUS", "NOT", "NAME", "UPPER", "NUMBER", "QUOTE", "SIZE", "SHOW"}): "an expression",
    frozenset({"PLUS", "MINUS", "TIMES", "SLASH", "PERCENT"}): "an operator",
}
_OPERATORS = {"SAME", "DIFFERENT", "LT", "LE", "GT", "GE", "AND", "OR", "XOR", "BOTH", "PARALLEL", "LOW", "HIGH"}

_GRAMMAR = r"""
start: _item*
_item: constant | range | set_definition | modified | imported | progress | menu | animation | fluent | formula

constant: CONST UPPER EQ sum
range: RANGE UPPER EQ sum DOTS sum
set_definition: SET UPPER EQ set

progress: PROGRESS UPPER index* EQ _actions                            -> skipped
        | PROGRESS UPPER index* EQ IF _actions THEN _actions           -> skipped
fluent: FLUENT UPPER index* EQ LT _actions COMMA _actions GT           -> skipped
      | FLUENT UPPER index* EQ LT _actions COMMA _actions GT INITIALLY sum -> skipped
formula: (ASSERT | CONSTRAINT | LTL_PROPERTY) UPPER EQ FORMULA (PLUS set)? -> skipped
menu: MENU UPPER EQ _actions                                           -> ignored
animation: ANIMATION UPPER EQ STRING (TARGET UPPER)? _animated? (ACTIONS _mapping)? (CONTROLS _mapping)? -> ignored
_animated: COMPOSING LBRACE UPPER relabels? (PARALLEL UPPER relabels?)* RBRACE
_mapping: LBRACE relabel (COMMA relabel)* RBRACE
imported: IMPORT UPPER EQ STRING

modified: modifier* (primitive | composite)
modifier: DETERMINISTIC | MINIMAL | COMPOSE | PROPERTY | SAFE
primitive: UPPER parameters? EQ target (COMMA local)* extension? relabels? visible? DOT
local: UPPER accepting? (index | _after_dot)* EQ target
accepting: SHOW
parameters: LPAR parameter (COMMA parameter)* RPAR
parameter: UPPER EQ expression
extension: PLUS set
visible: (HIDE | SHOW) set

?target: reference | in_order | condition | LPAR choice RPAR           -> inside
reference: UPPER index*
in_order: (instance THEREAFTER)+ reference
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
_core: instance | LPAR (_body (PARALLEL _body)*)? RPAR
instance: UPPER arguments?
arguments: LPAR expression (COMMA expression)* RPAR

relabels: SLASH LBRACE relabel (COMMA relabel)* RBRACE
relabel: _actions SLASH _actions
       | FORALL index+ LBRACE relabel (COMMA relabel)* RBRACE          -> relabel_all

labels: (word | _some | index) _piece*
named_labels: UPPER (_after_dot _piece*)?
_piece: _after_dot | index
_after_dot: DOT (word | _some | index | unknown)
unknown: UPPER                                                         -> named_set
word: NAME
_some: braces | set_name | difference
difference: (braces | set_name) HIDE set
set_name: SETNAME                                                      -> named_set
braces: LBRACE (_actions (COMMA _actions)*)? RBRACE
set: braces | set_name | UPPER                                         -> named_set
index: LBRACKET expression RBRACKET                                    -> index
     | LBRACKET expression DOTS expression RBRACKET                    -> index
     | LBRACKET (braces | set_name) RBRACKET                           -> index
     | LBRACKET NAME COLON expression RBRACKET                         -> index
     | LBRACKET NAME COLON expression DOTS expression RBRACKET         -> index
     | LBRACKET NAME COLON (braces | set_name) RBRACKET                -> index

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
     | QUOTE labels                                                    -> label_term
     | SIZE _actions                                                   -> set_size
     | SHOW LPAR _actions COMMA expression RPAR                        -> set_member
     | LPAR expression RPAR                                            -> inside
"""


_PARSER = Parser(FspFile, FSP_LEXER, _GRAMMAR, FspTreeBuilder, _GROUPS, _OPERATORS)
parse_fsp = _PARSER.parse
