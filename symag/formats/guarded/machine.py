# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A small stack machine for the guards and updates of one module, over the integers of one state.

A program is pairs of an operation and its argument. Nothing in it can fail or overflow: the compiler has seen to that
by intervals. What it cannot do is called from outside, exactly and in Python (`CALL`), and remembered by the values of
the variables that it mentions; so are probabilities that depend on variables. The types are in the `.pxd`.
"""

from array import array

import cython

from symag.model.interner import Interner

if not cython.compiled:
    from symag.formats.guarded.opcodes import (
        ADD,
        AND,
        CALL,
        CDIV,
        CHOOSE,
        EQ,
        FDIV,
        GE,
        GT,
        JUMP,
        LE,
        LOAD,
        LT,
        MAX,
        MIN,
        MOD,
        MUL,
        NE,
        NEG,
        NOT,
        OR,
        PUSH,
        STOP,
        SUB,
    )

__all__ = ["Machine"]

DEPTH = 256
"""Of the stack: a term is at most 128 deep, and each level leaves one value waiting."""


class Machine:
    """Fill `state`, call `unpack`, then `run` programs. `answer(f, values)` gives the numbers of the outside's `f`."""

    def __init__(self, program, answer, watch):
        self.code = program.code
        self.width = program.words
        self.variables = len(program.low)
        self.low = program.low or array("q", [0])
        self.word = program.word or array("i", [0])
        self.shift = program.shift or array("i", [0])
        self.mask = program.mask or array("Q", [0])
        self.values = array("q", [0]) * (self.variables + 1)
        self.stack = array("q", [0]) * DEPTH
        self.state = array("Q", [0]) * self.width
        self.answer = answer
        self.calls = program.calls or array("Q", [0])
        self.memos = [Interner(self.width, watch) for _ in range(len(program.calls) // self.width)]
        self.answers = array("q", [0]) * 16
        self.answered = 0
        self.result = 0

    def unpack(self):
        """The values of the variables from the code in `state`."""
        for v in range(self.variables):
            self.values[v] = self.low[v] + ((self.state[self.word[v]] >> self.shift[v]) & self.mask[v])

    def valuation(self):
        """The values of the variables, for the world outside."""
        return [self.values[v] for v in range(self.variables)]

    def recall(self, function):
        """Where in `answers` the numbers of an outside function stand for this state."""
        memo = self.memos[function]
        known = memo.count
        for w in range(self.width):
            memo.probe[w] = self.state[w] & self.calls[function * self.width + w]
        number = memo.intern()
        if number == known:
            numbers = self.answer(function, self.valuation())
            while self.answered + len(numbers) > len(self.answers):
                self._grow()
            memo.values[number] = self.answered
            for value in numbers:
                self.answers[self.answered] = value
                self.answered += 1
        return memo.values[number]

    def _grow(self):
        answers: cython.longlong[::1] = array("q", [0]) * (2 * len(self.answers))
        answers[: self.answered] = self.answers[: self.answered]
        self.answers = answers

    def run(self, at):
        """Leave in `result` what the program gives that begins there; is it anything but 0?"""
        top = -1
        while True:
            operation = self.code[at]
            argument = self.code[at + 1]
            at += 2
            if operation == LOAD:
                top += 1
                self.stack[top] = self.values[argument]
            elif operation == PUSH:
                top += 1
                self.stack[top] = argument
            elif operation == EQ:
                top -= 1
                self.stack[top] = self.stack[top] == self.stack[top + 1]
            elif operation == AND:  # leave a false one and be done
                if self.stack[top]:
                    top -= 1
                else:
                    at = argument
            elif operation == STOP:
                self.result = self.stack[0]
                return self.result != 0
            elif operation == OR:
                if self.stack[top]:
                    at = argument
                else:
                    top -= 1
            elif operation == NOT:
                self.stack[top] = not self.stack[top]
            elif operation == CHOOSE:
                top -= 1
                if not self.stack[top + 1]:
                    at = argument
            elif operation == JUMP:
                at = argument
            elif operation == NEG:
                self.stack[top] = -self.stack[top]
            elif operation == CALL:
                top += 1
                self.stack[top] = self.answers[self.recall(argument)]
            else:
                top -= 1
                self.stack[top] = self._binary(operation, self.stack[top], self.stack[top + 1])

    def _binary(self, operation, one, two):
        if operation == ADD:
            return one + two
        if operation == SUB:
            return one - two
        if operation == MUL:
            return one * two
        if operation == NE:
            return one != two
        if operation == LT:
            return one < two
        if operation == LE:
            return one <= two
        if operation == GT:
            return one > two
        if operation == GE:
            return one >= two
        if operation == MIN:
            return one if one < two else two
        if operation == MAX:
            return one if one > two else two
        if operation == MOD:
            return one - two * _floor(one, two)
        if operation == FDIV:
            return _floor(one, two)
        if operation == CDIV:
            return -_floor(-one, two)
        power = 1
        for _ in range(two):
            power *= one
        return power


@cython.cfunc
@cython.exceptval(check=False)
def _floor(one: cython.longlong, two: cython.longlong) -> cython.longlong:
    """Division by a positive number, down; C rounds towards zero."""
    if one >= 0:
        return one // two
    return -((two - 1 - one) // two)
