"""Python functions that the compiled modules call: exact arithmetic, and the messages of errors."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symag.errors import InputError, InternalError
from symag.formats.prism.distributions import Distributions
from symag.formats.prism.exact import MACHINE_LIMIT, Term, evaluate_exactly, said
from symag.formats.prism.modules import StateVariable, TypedCommand
from symag.formats.prism.write import valuation
from symag.limits import Watch
from symag.model.rational import check_size, check_sum, shown

__all__ = ["Outside"]


class Outside:
    """Exact arithmetic and errors for one module."""

    def __init__(self, variables: Sequence[StateVariable], commands: Sequence[TypedCommand], watch: Watch) -> None:
        self.variables = variables
        self.commands = commands
        self.watch = watch
        self.meanings: Sequence[Term | TypedCommand] = ()
        self.distributions = Distributions(max((len(command.updates) for command in commands), default=1), watch)

    def constant_shares(self, command: TypedCommand) -> list[int] | None:
        """The numbers of probabilities that do not depend on the state, if they are a distribution."""
        terms = [update.probability for update in command.updates]
        if any(term is not None and term.kind != "constant" for term in terms):
            return None
        exact = [Fraction(1) if term is None else Fraction(term.value) for term in terms]
        return [self.distributions.number(p) for p in exact] if min(exact) >= 0 and _is_one(exact) else None

    def answer(self, function: int, values: list[int]) -> list[int]:
        """The results of a call."""
        self.watch.tick()
        meaning = self.meanings[function]
        if isinstance(meaning, Term):  # only a value that no variable can take is as large as the limit
            return [max(-MACHINE_LIMIT, min(MACHINE_LIMIT, int(evaluate_exactly(meaning, values))))]
        return self.probabilities(meaning, values)

    def unfit(self, command: int, values: list[int]) -> None:
        """Something is wrong with the probabilities of this command."""
        self.probabilities(self.commands[command], values)
        raise InternalError("the machine refuses probabilities that are right")

    def probabilities(self, command: TypedCommand, values: list[int]) -> list[int]:
        """The numbers of the probabilities of a command, computed exactly."""
        total, numbers = Fraction(0), []
        for update in command.updates:
            self.watch.tick()
            exact = (
                Fraction(1) if update.probability is None else Fraction(evaluate_exactly(update.probability, values))
            )
            if exact < 0:
                raise update.position.error(
                    f"the probability {shown(exact)} is negative in the state {self.state(values)}"
                )
            try:
                total = check_size(total + exact)
            except InputError as error:
                raise update.position.error(error.message) from None
            numbers.append(self.distributions.number(exact))
        if total != 1:
            found = f"the probabilities sum to {shown(total)}, not to 1, in the state {self.state(values)}"
            raise command.updates[0].position.error(found)
        return numbers

    def state(self, values: Sequence[int]) -> str:
        """A state in a message."""
        return valuation(self.variables, values) or "0"

    def leaves(self, assignment: int, values: list[int]) -> None:
        """A variable would leave its range."""
        every = (found for command in self.commands for update in command.updates for found in update.assignments)
        number, term, position = next(found for at, found in enumerate(every) if at == assignment)
        variable = self.variables[number]
        found = f"{variable.name!r} would leave its range [{variable.low}..{variable.high}]"
        raise position.error(f"{found} with {said(evaluate_exactly(term, values))} in the state {self.state(values)}")

    def overlap(self, one: int, two: int, values: list[int]) -> None:
        """Two commands of a dtmc are enabled at once."""
        first, second = self.commands[one], self.commands[two]
        choice = "in a dtmc the choice would be probabilistic: make the guards exclusive, or write mdp"
        found = f"this command and the one in line {first.position.line} are both enabled in {self.state(values)}"
        raise second.position.error(f"{found}, with the same action; {choice}")


def _is_one(probabilities: Sequence[Fraction]) -> bool:
    try:
        check_sum(probabilities)
    except InputError:
        return False
    return True
