"""From a group of modules to the input of the compiled modules: a program of the machine, arrays of commands.

What the machine cannot do becomes a call of a Python function (`Outside`), with the mask of the variables that it
mentions. States are packed bit by bit, so that masking a code leaves the values of some variables.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from symag.formats.guarded import opcodes
from symag.formats.guarded.exact import Term
from symag.formats.guarded.opcodes import AND, CALL, CHOOSE, JUMP, LOAD, NEG, NOT, OR, PUSH, STOP
from symag.formats.guarded.quotients import over_integers, weights
from symag.formats.guarded.system import StateVariable, TypedCommand
from symag.model import Packing

__all__ = ["Program", "compiled"]

BINARY = {
    "+": opcodes.ADD, "-": opcodes.SUB, "*": opcodes.MUL, "=": opcodes.EQ, "!=": opcodes.NE, "<": opcodes.LT,
    "<=": opcodes.LE, ">": opcodes.GT, ">=": opcodes.GE, "<=>": opcodes.EQ, "min": opcodes.MIN, "max": opcodes.MAX,
    "mod": opcodes.MOD, "pow": opcodes.POW,
}  # fmt: skip
QUOTIENT = {"floor": opcodes.FDIV, "ceil": opcodes.CDIV}


@dataclass(frozen=True)
class Program:
    """A compiled group. Command `c` has the outcomes `outcome_first[c] ..`, outcome `o` the assignments
    `assign_first[o] ..`. Its probabilities are constant, with their numbers in `share`; or they are computed by the
    programs `weight[o]`, over what `whole[c]` computes; or the function `chance[c]` gives them. -1 is for none."""

    low: array[int]
    high: array[int]
    word: array[int]
    shift: array[int]
    mask: array[int]
    packing: Packing
    code: array[int] = field(default_factory=lambda: array("q"))
    calls: array[int] = field(default_factory=lambda: array("Q"))
    guard: array[int] = field(default_factory=lambda: array("q"))
    chance: array[int] = field(default_factory=lambda: array("i"))
    whole: array[int] = field(default_factory=lambda: array("q"))
    weight: array[int] = field(default_factory=lambda: array("q"))
    outcome_first: array[int] = field(default_factory=lambda: array("i", [0]))
    share: array[int] = field(default_factory=lambda: array("i"))
    assign_first: array[int] = field(default_factory=lambda: array("i", [0]))
    assigned: array[int] = field(default_factory=lambda: array("i"))
    assign: array[int] = field(default_factory=lambda: array("q"))

    @property
    def words(self) -> int:
        """Of a packed state."""
        return self.packing.words

    @property
    def widest(self) -> int:
        """The most outcomes that a command has."""
        return max((end - begin for begin, end in pairwise(self.outcome_first)), default=1)


def packed(variables: Sequence[StateVariable]) -> Program:
    """An empty program over these variables."""
    sizes = [1 << (state.high - state.low).bit_length() for state in variables]
    packing = Packing.of(sizes)
    return Program(
        low=array("q", [state.low for state in variables]),
        high=array("q", [state.high for state in variables]),
        word=array("i", packing.word),
        shift=array("i", [radix.bit_length() - 1 for radix in packing.radix]),
        mask=array("Q", [size - 1 for size in sizes]),
        packing=packing,
    )


@dataclass
class Compiler:
    """Appends to a program. `outside` has the meaning of each call: a term, or a command for its probabilities.
    `slots` says where the program has a variable of the system."""

    program: Program
    slots: Mapping[int, int]
    outside: list[Term | TypedCommand] = field(default_factory=list)

    def start(self, term: Term) -> int:
        """Compile a whole expression; where it begins."""
        at = len(self.program.code)
        self.expression(over_integers(term))
        self.emit(STOP)
        return at

    def emit(self, operation: int, argument: int = 0) -> int:
        self.program.code.extend((operation, argument))
        return len(self.program.code) - 1

    def land(self, jumps: list[int]) -> None:
        """These jumps lead here."""
        for jump in jumps:
            self.program.code[jump] = len(self.program.code)

    def function(self, meaning: Term | TypedCommand, variables: frozenset[int]) -> int:
        """A new function for calls, of these variables."""
        self.outside.append(meaning)
        program = self.program
        words = [0] * program.words
        for variable in map(self.slots.__getitem__, variables):
            words[program.word[variable]] |= program.mask[variable] << program.shift[variable]
        program.calls.extend(words)
        return len(self.outside) - 1

    def chances(self, command: TypedCommand, known: Sequence[int] | None) -> None:
        """Where the probabilities of a command come from."""
        program, terms = self.program, [update.probability for update in command.updates]
        weighed = None if known is not None else weights(terms, command.position)
        program.share.extend(known or [0] * len(terms))
        program.weight.extend([-1] * len(terms) if weighed is None else map(self.start, weighed[0]))
        program.whole.append(-1 if weighed is None else self.start(weighed[1]))
        if known is not None or weighed is not None:
            program.chance.append(-1)
            return
        mentioned = [term.variables for term in terms if term is not None]
        program.chance.append(self.function(command, frozenset[int]().union(*mentioned)))

    def expression(self, term: Term) -> None:
        """Leave the value of the term on the stack; recursive, because the depth of terms is bounded."""
        if term.bounds is None and not _is_logical(term):
            self.emit(CALL, self.function(term, term.variables))
        elif term.kind == "constant":
            self.emit(PUSH, int(term.value))
        elif term.kind == "variable":
            self.emit(LOAD, self.slots[int(term.value)])
        elif term.kind in ("not", "negative"):
            self.expression(term.args[0])
            self.emit(NOT if term.kind == "not" else NEG)
        elif term.kind == "choice":
            self.choice(term)
        elif term.kind == "chain":
            self.chain(term)
        else:
            self.call(term)

    def choice(self, term: Term) -> None:
        ends = []
        for at in range(0, len(term.args) - 1, 2):
            self.expression(term.args[at])
            otherwise = self.emit(CHOOSE)
            self.expression(term.args[at + 1])
            ends.append(self.emit(JUMP))
            self.land([otherwise])
        self.expression(term.args[-1])
        self.land(ends)

    def chain(self, term: Term) -> None:
        self.expression(term.args[0])
        ends = []
        for sign, arg in zip(term.signs, term.args[1:], strict=True):
            if sign in ("&", "|"):
                ends.append(self.emit(AND if sign == "&" else OR))
                self.expression(arg)
            elif sign == "=>":  # to the right: not this one, or what follows
                self.emit(NOT)
                ends.append(self.emit(OR))
                self.expression(arg)
            else:
                self.expression(arg)
                self.emit(BINARY[sign])
        self.land(ends)

    def call(self, term: Term) -> None:
        function = term.signs[0]
        if function in ("floor", "ceil", "round"):
            inner = term.args[0]
            if inner.bounds is not None:  # an integer already
                self.expression(inner)
                return
            for arg in inner.args:
                self.expression(arg)
            self.emit(QUOTIENT[function])
            return
        self.expression(term.args[0])
        for arg in term.args[1:]:
            self.expression(arg)
            self.emit(BINARY[function])


def _is_logical(term: Term) -> bool:
    """Can its parts be left to the machine, or called, one by one?"""
    return term.kind == "not" or (term.kind == "chain" and term.signs[0] in ("&", "|", "=>", "<=>"))


def compiled(
    variables: Sequence[StateVariable],
    slots: Mapping[int, int],
    commands: Sequence[TypedCommand],
    constant: Sequence[Sequence[int] | None],
) -> Compiler:
    """The program of these commands; `constant` has the numbers of constant probabilities."""
    compiler = Compiler(packed(variables), slots)
    program = compiler.program
    for command, known in zip(commands, constant, strict=True):
        program.guard.append(compiler.start(command.guard))
        compiler.chances(command, known)
        for update in command.updates:
            for variable, term, _ in update.assignments:
                program.assigned.append(slots[variable])
                program.assign.append(compiler.start(term))
            program.assign_first.append(len(program.assigned))
        program.outcome_first.append(len(program.share))
    return compiler
