"""Python functions that the compiled modules call: exact arithmetic, and the messages of errors."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction

from symag.errors import InputError, InternalError
from symag.formats.guarded.distributions import Distributions
from symag.formats.guarded.exact import MACHINE_LIMIT, ExactValue, Term, evaluate_exactly, said
from symag.formats.guarded.system import StateVariable, TypedCommand
from symag.limits import Watch
from symag.model.rational import check_size, check_sum, shown

__all__ = ["Outside", "valuation"]


class Outside:
    """Exact arithmetic and errors for one group: its variables, and their numbers in the system."""

    def __init__(
        self,
        numbers: Sequence[int],
        variables: Sequence[StateVariable],
        commands: Sequence[TypedCommand],
        distributions: Distributions,
        watch: Watch,
    ) -> None:
        self.numbers = numbers
        self.variables = variables
        self.commands = commands
        self.distributions = distributions
        self.watch = watch
        self.meanings: Sequence[Term | TypedCommand] = ()
        self.shares: dict[tuple[ExactValue, ...], list[int] | None] = {}

    def constant_shares(self, command: TypedCommand) -> list[int] | None:
        """The numbers of probabilities that do not depend on the state, if they are a distribution."""
        terms = [update.probability for update in command.updates]
        if any(term is not None and term.kind != "constant" for term in terms):
            return None
        values = tuple(1 if term is None else term.value for term in terms)
        if values not in self.shares:
            exact = [Fraction(value) for value in values]
            fits = min(exact) >= 0 and _is_one(exact)
            self.shares[values] = [self.distributions.number(p) for p in exact] if fits else None
        return self.shares[values]

    def answer(self, function: int, values: list[int]) -> list[int]:
        """The results of a call."""
        self.watch.tick()
        meaning = self.meanings[function]
        if isinstance(meaning, Term):  # only a value that no variable can take is as large as the limit
            return [max(-MACHINE_LIMIT, min(MACHINE_LIMIT, int(evaluate_exactly(meaning, self.named(values)))))]
        return self.probabilities(meaning, values)

    def named(self, values: Sequence[int]) -> dict[int, int]:
        """The values by the numbers of the variables in the system."""
        return dict(zip(self.numbers, values, strict=False))

    def unfit(self, command: int, values: list[int]) -> None:
        """Something is wrong with the probabilities of this command."""
        self.probabilities(self.commands[command], values)
        raise InternalError("the machine refuses probabilities that are right")

    def probabilities(self, command: TypedCommand, values: list[int]) -> list[int]:
        """The numbers of the probabilities of a command, computed exactly."""
        total, numbers, named = Fraction(0), [], self.named(values)
        for update in command.updates:
            self.watch.tick()
            exact = Fraction(1) if update.probability is None else Fraction(evaluate_exactly(update.probability, named))
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
        return valuation(self.variables[: len(self.numbers)], values[: len(self.numbers)]) or "0"

    def leaves(self, assignment: int, values: list[int]) -> None:
        """A variable would leave its range."""
        every = (found for command in self.commands for update in command.updates for found in update.assignments)
        number, term, position = next(found for at, found in enumerate(every) if at == assignment)
        variable = self.variables[self.numbers.index(number)]
        range_ = f"its range [{variable.low}..{variable.high}]"
        found = f"{variable.name!r} would leave {range_ if variable.is_bounded else 'the 32 bits that symag gives it'}"
        value = said(evaluate_exactly(term, self.named(values)))
        raise position.error(f"{found} with {value} in the state {self.state(values)}")

    def overlap(self, one: int, two: int, values: list[int]) -> None:
        """Two commands of a dtmc with different labels are enabled at once."""
        first, second = self.commands[one], self.commands[two]
        found = f"this command and the one in line {first.position.line} are both enabled in {self.state(values)}"
        choice = "in a dtmc the choice between them is uniform, and a distribution here has one action"
        todo = "write mdp, or give them one action, or one command with probabilities"
        raise second.position.error(f"{found}, with different actions; {choice}: {todo}")


def _is_one(probabilities: Sequence[Fraction]) -> bool:
    try:
        check_sum(probabilities)
    except InputError:
        return False
    return True


def valuation(variables: Sequence[StateVariable], values: Sequence[int], alone: bool = True) -> str:
    """`s=1,ready=true`. Of a variable with names that is `alone` it is the name; one with a single name is left out."""
    if alone and len(variables) == 1 and variables[0].names:
        return variables[0].names[values[0]]
    pairs = zip(variables, values, strict=True)
    return ",".join(f"{v.name}={_shown(v, value)}" for v, value in pairs if len(v.names) != 1)


def _shown(variable: StateVariable, value: int) -> str:
    if variable.names:
        name = variable.names[value]
        return json.dumps(name, ensure_ascii=False) if set(name) & {",", '"'} else name  # no two labels are the same
    return ("false", "true")[value] if variable.type == "bool" else str(value)
