# cython: language_level=3
cimport cython
from symag.model.growth cimport doubled
from symag.simulation.integer_flow cimport IntegerFlow
from symag.simulation.row_table cimport RowTable
from symag.simulation.scaled_flow cimport ScaledFlow

cdef unsigned long long ALL

@cython.final
cdef class DistributionMatcher:
    cdef const int[::1] spread
    cdef const int[::1] support
    cdef const int[::1] p_spread
    cdef const int[::1] p_support
    # probabilities: see VectorNumbers; per distribution of L and of P, the number of its vector
    cdef int[::1] number
    cdef int[::1] p_number
    cdef int[::1] number_first
    cdef unsigned long long[::1] rounded
    cdef RowTable rows
    cdef int[::1] row
    cdef object watch
    cdef readonly ScaledFlow problem
    cdef IntegerFlow flow
    # L's distribution: the different rows of its outcomes, a bound on the rounded mass of each, and whose are whose
    cdef Py_ssize_t d
    cdef Py_ssize_t merged
    cdef Py_ssize_t words
    cdef int[::1] merged_row
    cdef unsigned long long[::1] merged_bound
    cdef int[::1] group
    cdef int[::1] group_of
    cdef Py_ssize_t known_rows
    cdef Py_ssize_t heaviest
    cdef unsigned long long heaviest_mass
    # per distribution of P, twice the last question that asked for it, and the answer
    cdef long long question
    cdef long long[::1] asked
    # per state of P that was looked at: its column, how many merged rows have it, and a bound on their mass
    cdef int[::1] column_of
    cdef int[::1] column_state
    cdef int[::1] column_size
    cdef unsigned long long[::1] column
    cdef unsigned long long[::1] covered
    cdef Py_ssize_t columns
    # scratch
    cdef unsigned long long[::1] union
    cdef unsigned long long[::1] common
    cdef int[::1] place

    cdef int begin(self, Py_ssize_t d) except -1
    cdef int _sort_by_size(self, Py_ssize_t merged) except -1
    cdef void _find_heaviest(self, Py_ssize_t merged, Py_ssize_t width, Py_ssize_t base) noexcept
    cdef bint matches(self, int target) except? -1
    cdef bint _is_covered(self, int target) noexcept
    cdef bint _is_matched(self, Py_ssize_t target) except? -1
    cdef int _judge_nested(self, Py_ssize_t start, Py_ssize_t width, Py_ssize_t base) noexcept
    cdef Py_ssize_t _add_column(self, Py_ssize_t p) except -1
    cdef bint _is_straight(self, Py_ssize_t target) noexcept
    cdef bint _has_flow(self, Py_ssize_t target) except? -1
    cdef int _sort_outcomes(self, Py_ssize_t start, Py_ssize_t width) noexcept


cdef unsigned long long[::1] _extended(unsigned long long[::1] old, Py_ssize_t wanted)
