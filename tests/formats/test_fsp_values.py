"""Values of FSP's expressions: functions for numbers give what the evaluation of every expression gives."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from symag import InputError
from symag.formats.fsp.plain_values import PlainValues
from symag.formats.fsp.terms import NOTHING, FspChain, FspExpression, FspUnary, Labels, LabelTerm, Name, Numeral, Word
from symag.formats.fsp.values import FspScope, FspValue, evaluate_fsp, integer
from symag.formats.positions import Position
from symag.limits import Watch

HERE = Position(1, 1)
LABEL = LabelTerm(Labels([Word("red", HERE)], HERE, 1, NOTHING, NOTHING), HERE, 1, NOTHING)
LEVELS = (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", "<=", ">", ">="), ("<<", ">>"), ("+", "-"))
SCOPE = FspScope(Watch(), {"N": 3, "i": 7, "RED": ("red",)})
ENVIRONMENT: Mapping[str, FspValue] = {"i": -2, "j": 0, "colour": ("red",)}
NAMES = ("N", "i", "j", "colour", "RED", "unknown")

leaves = st.one_of(
    st.integers(0, 9).map(lambda number: Numeral(number, HERE)),
    st.just(Numeral(10**17, HERE)),
    st.sampled_from(NAMES).map(lambda name: Name(name, HERE, frozenset([name]))),
    st.just(LABEL),
)


def larger(parts: st.SearchStrategy[FspExpression]) -> st.SearchStrategy[FspExpression]:
    """Signs before them, and chains of a level."""
    levels = st.sampled_from([*LEVELS, ("*", "/", "%")])
    chains = levels.flatmap(lambda signs: st.lists(st.tuples(st.sampled_from(signs), st.just(HERE), parts), min_size=1))
    return st.one_of(
        st.builds(FspUnary, st.sampled_from("!-+"), parts, st.just(HERE), st.just(1), st.just(NOTHING)),
        st.builds(FspChain, parts, chains, st.just(1), st.just(NOTHING)),
    )


def outcome(work: object, *arguments: object) -> object:
    """What it gives, or the message of its error."""
    try:
        return work(*arguments)  # type: ignore[operator]
    except InputError as error:
        return error.message


@given(st.recursive(leaves, larger, max_leaves=12))
def test_functions_for_numbers_give_the_same_values(expression: FspExpression) -> None:
    plain = PlainValues(SCOPE)
    for _ in range(2):
        assert outcome(plain.value, expression, ENVIRONMENT) == outcome(evaluate_fsp, expression, ENVIRONMENT, SCOPE)
    truth = outcome(integer, expression, ENVIRONMENT, SCOPE)
    expected = truth != 0 if isinstance(truth, int) else truth
    assert outcome(plain.is_true, expression, ENVIRONMENT) == expected
