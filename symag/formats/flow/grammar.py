"""The grammar of tasks, as far as symag reads Ada, and the parser for it."""

from __future__ import annotations

from symag.formats.flow.syntax import AdaFile
from symag.formats.flow.syntax_tree import AdaTreeBuilder
from symag.formats.flow.tokens import ADA_LEXER
from symag.formats.parser import Parser

__all__ = ["parse_ada"]

_GROUPS = {
    frozenset({"LPAR", "MINUS", "NOT", "NAME", "NUMBER"}): "an expression",
    frozenset({"PLUS", "MINUS", "TIMES", "SLASH", "MOD", "REM"}): "an operator",
    frozenset({"NULL", "ACCEPT", "IF", "CASE", "LOOP", "SELECT", "NAME"}): "a statement",
}
_OPERATORS = {"EQ", "DIFFERENT", "LT", "LE", "GT", "GE", "AND", "OR", "XOR", "IN", "NOT"}

_GRAMMAR = r"""
start: _declarations
     | PROCEDURE NAME IS _declarations begun END NAME? SEMI
begun: BEGIN statements
_declarations: (_declaration | pragma)*
_declaration: constant | type_definition | object | task_head | task_body

constant: names COLON CONSTANT NAME? BECOMES expression SEMI
type_definition: TYPE NAME IS LPAR names RPAR SEMI
               | TYPE NAME IS RANGE range SEMI
               | SUBTYPE NAME IS NAME SEMI
               | SUBTYPE NAME IS NAME RANGE range SEMI
object: names COLON object_type (BECOMES _initial)? SEMI
_initial: expression | LPAR OTHERS ARROW expression RPAR
object_type: element
           | ARRAY LPAR range RPAR OF element
element: NAME
       | NAME RANGE range
       | NAME LPAR expression RPAR
names: NAME (COMMA NAME)*

task_head: TASK TYPE? NAME discriminant? SEMI
         | TASK TYPE? NAME discriminant? IS entry* END NAME? SEMI
discriminant: LPAR NAME COLON NAME RPAR
entry: ENTRY NAME (LPAR range RPAR)? SEMI
task_body: TASK BODY NAME IS _declarations begun END NAME? SEMI

range: sum DOTS sum
     | sum
statements: (_statement)*
_statement: empty | pragma | annotation | assign | call | accept | delay | labelled
          | if_statement | case_statement | loop_statement | exit_statement | select_statement
empty: NULL SEMI
pragma: PRAGMA NAME (LPAR expression (COMMA expression)* RPAR)? SEMI
annotation: ANNOTATION NAME name
assign: name BECOMES expression SEMI
call: name SEMI
accept: ACCEPT name (DO statements END NAME?)? SEMI
if_statement: IF expression THEN statements (ELSIF expression THEN statements)* otherwise? END IF SEMI
otherwise: ELSE statements
case_statement: CASE expression IS arm+ END CASE SEMI
arm: WHEN _choices ARROW statements
_choices: range (BAR range)* | OTHERS
labelled: NAME COLON loop_statement
loop_statement: LOOP statements END LOOP NAME? SEMI
    | WHILE expression LOOP statements END LOOP NAME? SEMI
    | FOR NAME IN REVERSE? range LOOP statements END LOOP NAME? SEMI
exit_statement: EXIT NAME? (WHEN expression)? SEMI
delay: DELAY expression SEMI
select_statement: SELECT way (OR way)* otherwise? END SELECT SEMI
way: (WHEN expression ARROW)? statements
   | (WHEN expression ARROW)? TERMINATE SEMI

name: named (DOT named)*
named: NAME (LPAR expression RPAR)?

?expression: relation | both | either | exclusive | then_both | else_either
both: relation (AND relation)+
either: relation (OR relation)+
exclusive: relation (XOR relation)+
then_both: relation (AND THEN relation)+
else_either: relation (OR ELSE relation)+
?relation: sum
         | sum (EQ | DIFFERENT | LT | LE | GT | GE) sum                -> compare
         | sum NOT? IN sum DOTS sum                                     -> member
?sum: product | sum (PLUS | MINUS) product                             -> chain
?product: factor | product (TIMES | SLASH | MOD | REM) factor          -> chain
?factor: NUMBER                                                        -> number
       | name
       | LPAR expression RPAR                                          -> inside
       | (NOT | MINUS) factor                                          -> unary
"""

_PARSER = Parser(AdaFile, ADA_LEXER, _GRAMMAR, AdaTreeBuilder, _GROUPS, _OPERATORS)
parse_ada = _PARSER.parse
