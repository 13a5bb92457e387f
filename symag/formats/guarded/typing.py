"""From syntax to typed terms: every operator has its types, and an error names the position."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symag.errors import InputError
from symag.formats.guarded.exact import ExactValue, Term, evaluate_exactly
from symag.formats.guarded.expressions import Chain, Conditional, Expression, FunctionCall, Identifier, Literal, Unary

__all__ = ["ARTICLE", "FUNCTIONS", "NUMERIC", "Lookup", "described", "typed", "wanted"]

Lookup = Callable[[Identifier], Term]

NUMERIC = ("int", "double")
ARTICLE = {"int": "an int", "bool": "a bool", "double": "a double"}
FUNCTIONS = {"min": 0, "max": 0, "floor": 1, "ceil": 1, "round": 1, "pow": 2, "mod": 2, "log": 2}
"""The number of their arguments; 0 means one or more."""

FOLDED: dict[tuple[object, ...], ExactValue] = {}
"""What small operations on constants gave: a file says `1/2` a thousand times."""
MOST_FOLDED = 1000


def described(expression: Expression) -> str:
    """How a message calls it."""
    if isinstance(expression, Identifier):
        return f"{expression.name!r}"
    if isinstance(expression, Literal):
        return str(expression.value).lower()
    return "this"


def wanted(expression: Expression, term: Term, types: Sequence[str], operator: str) -> None:
    """Refuse a term of another type than these."""
    if term.type not in types:
        kind = "a number" if len(types) > 1 else {"bool": "a boolean", "int": "an integer"}[types[0]]
        raise expression.position.error(f"{described(expression)} is {ARTICLE[term.type]}, and {operator} needs {kind}")


def typed(expression: Expression, lookup: Lookup) -> Term:
    """The term; recursive, because the parser bounded the depth."""
    if isinstance(expression, Literal):
        value = expression.value
        type_ = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "double"
        return Term.constant(value, type_, expression.position)
    if isinstance(expression, Identifier):
        return lookup(expression)
    if isinstance(expression, Unary):
        return _unary(expression, lookup)
    if isinstance(expression, Chain):
        return _chain(expression, lookup)
    if isinstance(expression, Conditional):
        return _choice(expression, lookup)
    return _call(expression, lookup)


def _folded(term: Term) -> Term:
    """Its value, if it is known now. An error is left for later: the term may never be reached."""
    for arg in term.args:
        if arg.kind != "constant":
            return term
    key = term.kind, term.signs, *((arg.value, arg.type) for arg in term.args)
    value = FOLDED.get(key)
    if value is None:
        try:
            value = evaluate_exactly(term, {})
        except InputError:
            return term
        if len(FOLDED) < MOST_FOLDED and term.size < 8:
            FOLDED[key] = value
    return Term.constant(value, term.type, term.position)


def _unary(expression: Unary, lookup: Lookup) -> Term:
    term = typed(expression.operand, lookup)
    if expression.operator == "!":
        wanted(expression.operand, term, ("bool",), "!")
        return _folded(Term.node("not", "bool", expression.position, [term]))
    wanted(expression.operand, term, NUMERIC, "-")
    return _folded(Term.node("negative", term.type, expression.position, [term]))


def _chain(expression: Chain, lookup: Lookup) -> Term:
    terms = [typed(operand, lookup) for operand in expression.operands]
    signs = [sign for sign, _ in expression.operators]
    if signs[0] in ("&", "|", "=>", "<=>"):
        for operand, term in zip(expression.operands, terms, strict=True):
            wanted(operand, term, ("bool",), signs[0])
        return _folded(Term.node("chain", "bool", expression.position, terms, signs))
    if signs[0] in ("=", "!="):
        _same_kinds(expression, terms)
        return _folded(Term.node("chain", "bool", expression.position, terms, signs))
    compares = signs[0] in ("<", "<=", ">", ">=")
    for operand, term, sign in zip(expression.operands, terms, [signs[0], *signs], strict=True):
        wanted(operand, term, NUMERIC, sign)
    if compares and len(signs) > 1:
        position = expression.operators[1][1]
        raise position.error(f"{signs[0]} gives a bool, and {signs[1]} needs a number: write a<b & b<c")
    type_ = "bool" if compares else _number(terms, "/" in signs)
    return _folded(Term.node("chain", type_, expression.position, terms, signs))


def _same_kinds(expression: Chain, terms: list[Term]) -> None:
    """`=` compares two numbers or two booleans; what it gives is a boolean."""
    left = terms[0].type
    for (sign, position), operand, term in zip(expression.operators, expression.operands[1:], terms[1:], strict=True):
        if (left == "bool") != (term.type == "bool"):
            found = f"{ARTICLE[left]} on the left and {ARTICLE[term.type]} on the right ({described(operand)})"
            raise position.error(f"{sign} has {found}: it compares numbers with numbers, booleans with booleans")
        left = "bool"


def _number(terms: Sequence[Term], rational: bool = False) -> str:
    return "double" if rational or any(term.type == "double" for term in terms) else "int"


def _choice(expression: Conditional, lookup: Lookup) -> Term:
    terms: list[Term] = []
    values = [then for _, then in reversed(expression.backwards)] + [expression.otherwise]
    for condition, then in reversed(expression.backwards):
        test = typed(condition, lookup)
        wanted(condition, test, ("bool",), "?")
        terms += [test, typed(then, lookup)]
    terms.append(typed(expression.otherwise, lookup))
    results = [*terms[1::2], terms[-1]]
    is_bool = results[0].type == "bool"
    for value, term in zip(values, results, strict=True):
        if (term.type == "bool") != is_bool:
            other = f"and the other case {ARTICLE[results[0].type]}"
            raise value.position.error(f"{described(value)} is {ARTICLE[term.type]}, {other}")
    return _folded(Term.node("choice", "bool" if is_bool else _number(results), expression.position, terms))


def _call(expression: FunctionCall, lookup: Lookup) -> Term:
    function, count = expression.function, len(expression.arguments)
    if function not in FUNCTIONS:
        raise expression.position.error(f"there is no function {function!r}: there are {', '.join(FUNCTIONS)}")
    needed = FUNCTIONS[function]
    if count != needed and needed:
        number = {1: "one argument", 2: "two arguments"}[needed]
        raise expression.position.error(f"{function} needs {number}, not {count}")
    terms = [typed(argument, lookup) for argument in expression.arguments]
    for argument, term in zip(expression.arguments, terms, strict=True):
        wanted(argument, term, ("int",) if function == "mod" else NUMERIC, function)
    if function in ("floor", "ceil", "round", "mod"):
        type_ = "int"
    else:
        type_ = "double" if function == "log" else _number(terms)
    return _folded(Term.node("call", type_, expression.position, terms, [function]))
