"""The grammar of the part of PRISM's language that symag reads, and the parser for it.

Why a grammar of our own and not the parser of Storm, which was made for the field: stormpy is 160 MB under the GPL,
has no wheels for Windows, and its errors name a line at best. Lark is pure Python of 100 kB under the MIT licence, its
LALR parser needs no recursion, and every token keeps its line and column. Storm is the oracle instead: the tests
compare this reader with its builder, state by state.

Expressions have PRISM's levels (its manual, "Expressions"): `!` binds weaker than `=`, so that `!x=1` is `!(x=1)`.

The tokens of PRISM's language.
"""

from __future__ import annotations

from symag.formats.parser import Lexer, Parser
from symag.formats.prism import PRISM
from symag.formats.prism.syntax import PrismFile
from symag.formats.prism.syntax_tree import PrismTreeBuilder
from symag.formats.prism.words import RESERVED

__all__ = ["LARK_PARSER", "PRISM_LEXER"]

_REFUSED = {
    "clock": "clocks are not read: only mdp and dtmc",
    "invariant": "invariants are not read: only mdp and dtmc, which have none",
    "observables": "observables are not read: only mdp and dtmc, which have none",
    "observable": "observables are not read: only mdp and dtmc, which have none",
} | {
    kind: f"a {kind} is not read: only mdp and dtmc" for kind in ("ctmc", "stochastic", "pta", "popta", "pomdp", "smg")
}
"""Parts of the language that symag does not read."""

_SIGNS = {
    "->": "ARROW", "..": "DOTS", "<=>": "IFF", "=>": "IMPLIES", "<=": "LE", ">=": "GE", "!=": "NE", "<": "LT",
    ">": "GT", "=": "EQ", "!": "NOT", "&": "AND", "|": "OR", "+": "PLUS", "-": "MINUS", "*": "TIMES", "/": "DIVIDE",
    "?": "QUESTION", ":": "COLON", ";": "SEMI", ",": "COMMA", "(": "LPAR", ")": "RPAR", "[": "LBRACKET",
    "]": "RBRACKET", "'": "PRIME", "^": "POWER", "{": "LBRACE", "}": "RBRACE", "||": "PARALLEL", "|||": "INTERLEAVED",
    "|[": "ALONG", "]|": "ALONG_END",
}  # fmt: skip

PRISM_LEXER = Lexer(
    PRISM.name,
    {
        "NAME": (r"[A-Za-z_][A-Za-z0-9_]*", "a name"),
        "NUMBER": (r"(?:\d*\.\d+|\d+)(?:[eE][+-]?\d+)?", "a number"),
        "STRING": (r"\"[^\"\r\n]*\"", 'a "name"'),
    },
    _SIGNS,
    RESERVED,
    _REFUSED,
    PRISM.comments,
)


_GROUPS = {
    frozenset({"LPAR", "MINUS", "TRUE", "FALSE", "MIN", "MAX", "FUNC", "NAME", "NUMBER", "STRING"}): "an expression",
    frozenset({"PLUS", "MINUS", "TIMES", "DIVIDE", "POWER"}): "an operator",
}
_OPERATORS = {"EQ", "NE", "LT", "LE", "GT", "GE", "AND", "OR", "IMPLIES", "IFF", "QUESTION", "NOT"}

_GRAMMAR = r"""
start: _item*
_item: kind | constant | formula | label | shared | module | renamed | rewards | initial_block | system

kind: MDP | DTMC | NONDETERMINISTIC | PROBABILISTIC
constant: CONST (INT | DOUBLE | BOOL)? NAME SEMI                 -> constant
        | CONST (INT | DOUBLE | BOOL)? NAME EQ expression SEMI   -> constant
        | (RATE | PROB) NAME (EQ expression)? SEMI               -> constant
formula: FORMULA NAME EQ expression SEMI
label: LABEL STRING EQ expression SEMI
shared: GLOBAL variable
initial_block: INIT expression ENDINIT

rewards: REWARDS STRING? reward* ENDREWARDS
reward: expression COLON expression SEMI                         -> ignored
      | LBRACKET NAME? RBRACKET expression COLON expression SEMI -> ignored

system: SYSTEM STRING? _composition ENDSYSTEM
_composition: interleaved
?interleaved: parallel | interleaved INTERLEAVED parallel        -> side_by_side
?parallel: along | parallel PARALLEL along                       -> side_by_side
?along: changed | changed ALONG NAME (COMMA NAME)* ALONG_END changed -> along
?changed: part | changed DIVIDE LBRACE NAME (COMMA NAME)* RBRACE -> hidden
        | changed LBRACE _newly (COMMA _newly)* RBRACE           -> changed
_newly: NAME LT MINUS NAME
?part: (NAME | STRING)                                           -> part
     | LPAR interleaved RPAR                                     -> inside

module: MODULE NAME variable* command* ENDMODULE
renamed: MODULE NAME EQ NAME LBRACKET renaming (COMMA renaming)* RBRACKET ENDMODULE
renaming: NAME EQ NAME

variable: NAME COLON LBRACKET expression DOTS expression RBRACKET SEMI                  -> integer
        | NAME COLON LBRACKET expression DOTS expression RBRACKET INIT expression SEMI  -> integer
        | NAME COLON BOOL SEMI                                                          -> boolean
        | NAME COLON BOOL INIT expression SEMI                                          -> boolean
        | NAME COLON INT SEMI                                                           -> unbounded
        | NAME COLON INT INIT expression SEMI                                           -> unbounded

command: LBRACKET NAME? RBRACKET expression ARROW _outcomes SEMI
_outcomes: sure | _chances
sure: TRUE                                                       -> sure
    | assignments                                                -> sure
_chances: chance | _chances PLUS chance
chance: expression COLON TRUE                                    -> chance
      | expression COLON assignments                             -> chance
      | LBRACKET expression COMMA expression RBRACKET COLON (TRUE | assignments) -> interval
assignments: assignment (AND assignment)*
assignment: LPAR NAME PRIME EQ expression RPAR

?expression: implication
           | implication QUESTION expression COLON expression    -> choice
?implication: equivalence | equivalence IMPLIES implication      -> implies
?equivalence: disjunction | equivalence IFF disjunction          -> chain
?disjunction: conjunction | disjunction OR conjunction           -> chain
?conjunction: negation | conjunction AND negation                -> chain
?negation: equation | NOT negation                               -> unary
?equation: relation | equation (EQ | NE) relation                -> chain
?relation: sum | relation (LT | LE | GT | GE) sum                -> chain
?sum: product | sum (PLUS | MINUS) product                       -> chain
?product: power | product (TIMES | DIVIDE) power                 -> chain
?power: signed | signed POWER power                              -> power
?signed: atom | MINUS signed                                     -> unary
?atom: NUMBER                                                    -> number
     | (TRUE | FALSE)                                            -> truth
     | NAME                                                      -> identifier
     | STRING                                                    -> identifier
     | (NAME | MIN | MAX) LPAR expression (COMMA expression)* RPAR -> call
     | FUNC LPAR (NAME | MIN | MAX) (COMMA expression)+ RPAR     -> call
     | LPAR expression RPAR                                      -> inside
"""


LARK_PARSER = Parser(PrismFile, PRISM_LEXER, _GRAMMAR, PrismTreeBuilder, _GROUPS, _OPERATORS)
