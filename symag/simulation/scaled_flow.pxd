# cython: language_level=3
cimport cython
from symag.simulation.integer_flow cimport IntegerFlow

cdef int DIGIT
cdef unsigned long long DIGITS
cdef unsigned long long LARGEST

@cython.final
cdef class ScaledFlow:
    # probabilities: see VectorNumbers
    cdef object numbers
    cdef int[::1] first
    cdef unsigned long long[::1] scale
    cdef unsigned long long[::1] numerator
    cdef unsigned long long[::1] rounded
    cdef object watch
    cdef readonly IntegerFlow flow
    cdef readonly int[::1] order
    cdef readonly int[::1] group
    # where the digits of a vector are, or -1 if they were not needed so far
    cdef unsigned long long[::1] digits
    cdef long long[::1] digits_at
    cdef int[::1] digits_length
    cdef Py_ssize_t digits_count
    cdef unsigned long long[::1] product
    # how many were asked; of these, how many took several limbs
    cdef readonly long long flows
    cdef readonly long long long_flows

    cpdef bint is_feasible(self, Py_ssize_t vector, Py_ssize_t p_vector) except? -1
    cdef bint _put_words(self, Py_ssize_t vector, Py_ssize_t p_vector) except? -1
    cdef int _put_rounded(self, Py_ssize_t vector, Py_ssize_t p_vector) except -1
    cdef int _put(self, unsigned long long[::1] values, Py_ssize_t vector, Py_ssize_t p_vector, unsigned long long factor,
                  unsigned long long p_factor, unsigned long long more) except -1
    cdef int _put_limbs(self, Py_ssize_t vector, Py_ssize_t p_vector) except -1
    cdef Py_ssize_t _find_digits(self, Py_ssize_t vector) except -1
    cdef int _add_product(self, Py_ssize_t number, Py_ssize_t at, Py_ssize_t length, Py_ssize_t factor,
                          Py_ssize_t factor_length) except -1


cdef unsigned long long _gcd(unsigned long long a, unsigned long long b) noexcept
cdef unsigned long long[::1] _extended(unsigned long long[::1] old, Py_ssize_t wanted)
