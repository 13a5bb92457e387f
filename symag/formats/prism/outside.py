"""What the kernels ask the world outside for: exact numbers, and errors in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symag.errors import InternalError
from symag.formats.prism.exact import evaluate, said
from symag.formats.prism.labels import valuation
from symag.formats.prism.modules import Rule, State
from symag.formats.prism.terms import LIMIT, Term
from symag.model.rational import check_size, shown

__all__ = ["Outside"]


class Outside:
    """What the kernels ask for: exact numbers, and errors in words."""

    def __init__(self, variables: Sequence[State], rules: Sequence[Rule]) -> None:
        self.variables = variables
        self.rules = rules
        self.meanings: Sequence[Term | Rule] = ()
        self.shares = {(0, 1): 0, (1, 1): 1}
        self.listed = [Fraction(0), Fraction(1)]

    def share(self, probability: Fraction) -> int:
        """The number of a probability."""
        return self.ratio(probability.numerator, probability.denominator)

    def ratio(self, part: int, whole: int) -> int:
        """The number of a probability in lowest terms; by its terms, because a Fraction takes its time to hash."""
        number = self.shares.setdefault((part, whole), len(self.listed))
        if number == len(self.listed):
            self.listed.append(Fraction(part, whole))
        return number

    def constant_shares(self, rule: Rule) -> list[int] | None:
        """The numbers of probabilities that do not depend on the state, if nothing is wrong with them."""
        terms = [share.probability for share in rule.shares]
        if any(term is not None and term.kind != "constant" for term in terms):
            return None
        exact = [Fraction(1) if term is None else Fraction(term.value) for term in terms]
        return None if min(exact) < 0 or sum(exact) != 1 else [self.share(p) for p in exact]

    def answer(self, function: int, values: list[int]) -> list[int]:
        """The numbers that a call asks for."""
        meaning = self.meanings[function]
        if isinstance(meaning, Term):  # only a value that no variable can take is as large as the limit
            return [max(-LIMIT, min(LIMIT, int(evaluate(meaning, values))))]
        return self.probabilities(meaning, values)

    def unfit(self, command: int, values: list[int]) -> None:
        """Something is wrong with the probabilities of this command."""
        self.probabilities(self.rules[command], values)
        raise InternalError("the machine refuses probabilities that are right")

    def probabilities(self, rule: Rule, values: list[int]) -> list[int]:
        """The numbers of the probabilities of a command, computed exactly."""
        total, numbers = Fraction(0), []
        for share in rule.shares:
            exact = Fraction(1) if share.probability is None else Fraction(evaluate(share.probability, values))
            if exact < 0:
                raise share.place.wrong(f"the probability {shown(exact)} is negative in the state {self.state(values)}")
            total = check_size(total + exact)
            numbers.append(self.share(exact))
        if total != 1:
            found = f"the probabilities sum to {shown(total)}, not to 1, in the state {self.state(values)}"
            raise rule.shares[0].place.wrong(found)
        return numbers

    def total(self, one: int, two: int) -> int:
        """The number of a sum."""
        return self.share(self.listed[one] + self.listed[two])

    def state(self, values: Sequence[int]) -> str:
        """A state in a message."""
        return valuation(self.variables, values) or "0"

    def leaves(self, assignment: int, values: list[int]) -> None:
        """A variable would leave its range."""
        every = (found for rule in self.rules for share in rule.shares for found in share.assignments)
        number, term, place = next(found for at, found in enumerate(every) if at == assignment)
        variable = self.variables[number]
        found = f"{variable.name!r} would leave its range [{variable.low}..{variable.high}]"
        raise place.wrong(f"{found} with {said(evaluate(term, values))} in the state {self.state(values)}")

    def overlap(self, one: int, two: int, values: list[int]) -> None:
        """Two commands of a dtmc are enabled at once."""
        first, second = self.rules[one], self.rules[two]
        choice = "in a dtmc the choice would be probabilistic: make the guards exclusive, or write mdp"
        found = f"this command and the one in line {first.place.line} are both enabled in {self.state(values)}"
        raise second.place.wrong(f"{found}, with the same action; {choice}")
