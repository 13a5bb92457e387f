# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The probabilities of two vectors, put into a flow over a common scale.

If the two scales have a common multiple below 2^62, the numbers are single words. Otherwise they are rounded first, so
that what is carried is not too much and there is no lack of room: if that cannot be carried, the exact numbers cannot.
Only if it can, they are multiplied out, each side by the scale of the other, and the flow has numbers of several limbs.
The types are in the `.pxd` beside this file.
"""

from array import array

import cython

if not cython.compiled:
    from symag.simulation.integer_flow import IntegerFlow

from symag.simulation.vector_numbers import DIGIT

__all__ = ["ScaledFlow"]

LARGEST = 0x3FFFFFFFFFFFFFFF
"""Of the numbers that fit in one limb."""
DIGITS = 0x7FFFFFFF
"""All bits of a digit."""


class ScaledFlow:
    """Call `begin` of `flow`, fill its masks, `order` and `group`; then ask `is_feasible`.

    Masses are the outcomes of P's vector, `order` says in which order; rooms are groups of outcomes of L's vector.
    """

    def __init__(self, numbers, watch):
        """`numbers`: the `VectorNumbers` of two models."""
        self.numbers = numbers
        self.first, self.scale = numbers.first, numbers.scale
        self.numerator, self.rounded = numbers.numerator, numbers.rounded
        self.watch = watch
        self.flow = IntegerFlow(watch)
        self.order = array("i", [0]) * numbers.widest
        self.group = array("i", [0]) * numbers.widest
        self.digits = array("Q", [1]) * 64
        self.digits_at = array("q", [-1]) * (len(numbers.scale) + 1)
        self.digits_length = array("i", [0]) * (len(numbers.scale) + 1)
        self.digits_count = 1
        self.product = array("Q", [0]) * 64
        self.flows = self.long_flows = 0

    def is_feasible(self, vector, p_vector):
        """Is there a weight function from L's vector to P's?"""
        self.flows += 1
        if self._put_words(vector, p_vector):
            return self.flow.fits()
        self._put_rounded(vector, p_vector)
        if not self.flow.fits():
            return False
        self.long_flows += 1
        self._put_limbs(vector, p_vector)
        return self.flow.fits()

    def _put_words(self, vector, p_vector):
        """Exact numbers in single words, if they fit."""
        scale: cython.ulonglong = self.scale[vector]
        p_scale: cython.ulonglong = self.scale[p_vector]
        divisor: cython.ulonglong = 1
        if scale == 0 or p_scale == 0:
            return False
        if scale == p_scale:
            divisor = scale
        elif scale > LARGEST // p_scale:
            divisor = _gcd(scale, p_scale)
            if scale // divisor > LARGEST // p_scale:
                return False
        self._put(self.numerator, vector, p_vector, p_scale // divisor, scale // divisor, 0)
        return True

    def _put_rounded(self, vector, p_vector):
        """Masses rounded down, rooms up."""
        self._put(self.rounded, vector, p_vector, 1, 1, 1)

    def _put(self, values, vector, p_vector, factor, p_factor, more):
        """L's values, each with so much more, and P's values, times their factors."""
        width: cython.Py_ssize_t = self.first[vector + 1] - self.first[vector]
        p_width: cython.Py_ssize_t = self.first[p_vector + 1] - self.first[p_vector]
        j: cython.Py_ssize_t
        self.flow.clear_numbers(1)
        for j in range(p_width):
            self.flow.number[j] = values[self.first[p_vector] + self.order[j]] * p_factor
        for j in range(width):
            self.flow.number[p_width + self.group[j]] += values[self.first[vector] + j] * factor + more

    def _put_limbs(self, vector, p_vector):
        """Exact numbers of several limbs: each side times the scale of the other one, if they are not the same."""
        width: cython.Py_ssize_t = self.first[vector + 1] - self.first[vector]
        p_width: cython.Py_ssize_t = self.first[p_vector + 1] - self.first[p_vector]
        at: cython.Py_ssize_t = self._find_digits(vector)
        p_at: cython.Py_ssize_t = self._find_digits(p_vector)
        length: cython.Py_ssize_t = self.digits_length[vector]
        p_length: cython.Py_ssize_t = self.digits_length[p_vector]
        limbs: cython.Py_ssize_t
        same: cython.bint = length == p_length
        j: cython.Py_ssize_t
        for j in range(length):
            same = same and self.digits[at + j] == self.digits[p_at + j]
        limbs = (length + (1 if same else p_length) + 1) // 2
        self.flow.clear_numbers(limbs)
        for j in range(p_width):
            self._add_product(
                j, p_at + (self.order[j] + 1) * p_length, p_length, 0 if same else at, 1 if same else length
            )
        for j in range(width):
            self._add_product(
                p_width + self.group[j], at + (j + 1) * length, length, 0 if same else p_at, 1 if same else p_length
            )
        return 0

    def _find_digits(self, vector):
        """Where the digits of a vector begin, which are made when they are first needed."""
        if self.digits_at[vector] < 0:
            made: cython.ulonglong[::1] = self.numbers.digits(vector)
            size: cython.Py_ssize_t = len(made)
            if self.digits_count + size > len(self.digits):
                self.watch.check_room(16 * (self.digits_count + size))
                self.digits = _extended(self.digits, self.digits_count + size)
            self.digits[self.digits_count : self.digits_count + size] = made
            self.digits_at[vector] = self.digits_count
            self.digits_length[vector] = size // (self.first[vector + 1] - self.first[vector] + 1)
            self.digits_count += size
        return self.digits_at[vector]

    def _add_product(self, number, at, length, factor, factor_length):
        """Add to a number of the flow the product of two numbers in digits: where they begin, how many they have."""
        limbs: cython.Py_ssize_t = self.flow.limbs
        base: cython.Py_ssize_t = number * limbs
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        carry: cython.ulonglong
        self.flow.tick(length * factor_length)
        if len(self.product) < 2 * limbs:
            self.product = array("Q", [0]) * (4 * limbs)
        for i in range(2 * limbs):
            self.product[i] = 0
        for i in range(length):
            carry = 0
            for k in range(factor_length):
                carry += self.digits[at + i] * self.digits[factor + k] + self.product[i + k]
                self.product[i + k] = carry & DIGITS
                carry >>= DIGIT
            self.product[i + factor_length] = carry
        carry = 0
        for i in range(limbs):
            carry += self.flow.number[base + i] + self.product[2 * i] + (self.product[2 * i + 1] << DIGIT)
            self.flow.number[base + i] = carry & LARGEST
            carry >>= 2 * DIGIT
        return 0


def _gcd(a, b):
    """The greatest common divisor."""
    while b:
        a, b = b, a % b
    return a


def _extended(old, wanted):
    """A copy with room for so many words and as many again."""
    new: cython.ulonglong[::1] = array("Q", [0]) * (2 * wanted)
    new[: len(old)] = old
    return new
