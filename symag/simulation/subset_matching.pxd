# cython: language_level=3
cimport cython
from symag.simulation.row_table cimport RowTable

cdef Py_ssize_t FEW
cdef unsigned long long SMALL

@cython.final
cdef class SubsetMatcher:
    # probabilities: see VectorNumbers; of each vector its scale, 0 if it is not small
    cdef const int[::1] spread
    cdef int[::1] number
    cdef const int[::1] p_spread
    cdef const int[::1] p_support
    cdef int[::1] p_number
    cdef int[::1] first
    cdef unsigned long long[::1] numerator
    cdef unsigned long long[::1] small
    cdef RowTable rows
    cdef unsigned long long[::1] bits
    cdef unsigned long long[::1] closed
    # the merged rows: where they are, and the heaviest one
    cdef long long[::1] at
    cdef Py_ssize_t merged
    cdef Py_ssize_t heaviest
    # of each subset of them the numerator over the scale, and that of P's outcomes that are in no other row; in which
    # rows each of these outcomes is
    cdef unsigned long long scale
    cdef unsigned long long[::1] capacity
    cdef unsigned long long[::1] carried
    cdef int[::1] masks

    cdef bint begin(self, Py_ssize_t d, int[::1] merged_row, Py_ssize_t merged, int[::1] group,
                    Py_ssize_t heaviest) noexcept
    cdef void open(self) noexcept
    cdef void close(self) noexcept
    cdef bint knows(self, Py_ssize_t target) noexcept
    cdef bint matches(self, Py_ssize_t target) noexcept
    cdef bint _fits_all(self, Py_ssize_t width, Py_ssize_t base, unsigned long long p_scale) noexcept
