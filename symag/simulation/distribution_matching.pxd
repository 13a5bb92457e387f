# cython: language_level=3
cimport cython
from symag.simulation.integer_flow cimport IntegerFlow
from symag.simulation.row_table cimport RowTable
from symag.simulation.scaled_flow cimport ScaledFlow
from symag.simulation.subset_matching cimport SubsetMatcher

cdef unsigned long long ALL
cdef Py_ssize_t TICK
cdef Py_ssize_t FEW
cdef Py_ssize_t SHORT

@cython.final
cdef class DistributionMatcher:
    cdef const int[::1] spread
    cdef const int[::1] support
    cdef const int[::1] p_first
    cdef const int[::1] p_action
    cdef const int[::1] p_target
    cdef const int[::1] p_spread
    cdef const int[::1] p_support
    # probabilities: see VectorNumbers; per distribution of L and of P, the number of its vector
    cdef int[::1] number
    cdef int[::1] p_number
    cdef int[::1] number_first
    cdef unsigned long long[::1] rounded
    # per distribution of P, where its probabilities begin in `rounded`
    cdef int[::1] p_base
    cdef RowTable rows
    cdef int[::1] row
    cdef object watch
    cdef readonly ScaledFlow problem
    cdef IntegerFlow flow
    cdef Py_ssize_t work
    # L's distribution: the different rows of its outcomes, where they are if they are bitsets, a bound on the rounded
    # mass of each, and whose are whose; the bits of the last word of a column that has all of them
    cdef Py_ssize_t d
    cdef Py_ssize_t merged
    cdef Py_ssize_t words
    cdef unsigned long long full
    cdef int[::1] merged_row
    cdef long long[::1] merged_at
    cdef unsigned long long[::1] merged_bound
    cdef int[::1] group
    cdef int[::1] group_of
    cdef Py_ssize_t known_rows
    cdef Py_ssize_t heaviest
    cdef unsigned long long heaviest_mass
    # which decides by sums, and whether it can
    cdef SubsetMatcher subsets
    cdef bint by_subsets
    # per distribution of P, twice the last question that asked for it, and the answer
    cdef unsigned long long question
    cdef unsigned long long[::1] asked
    # per state of P four words, its column: the last question that looked at it, a bound on the mass of the merged rows
    # that have it, which these are, and how many. Of more than 64, which they are is in `wide`, from that place on.
    cdef unsigned long long[::1] column
    cdef unsigned long long[::1] wide
    cdef Py_ssize_t columns
    # scratch
    cdef unsigned long long[::1] union
    cdef unsigned long long[::1] common
    cdef int[::1] place

    cdef int begin(self, Py_ssize_t d) except -1
    cdef int _sort_by_size(self, Py_ssize_t merged) except -1
    cdef void _find_heaviest(self, Py_ssize_t merged, Py_ssize_t width, Py_ssize_t base) noexcept
    cdef Py_ssize_t failing(self, int[::1] candidates, Py_ssize_t count, int meant) except -1
    cdef Py_ssize_t _first_move(self, Py_ssize_t p, int meant) noexcept
    cdef bint _matches(self, int target) except? -1
    cdef bint _has_all(self, Py_ssize_t p) except? -1
    cdef bint _is_matched(self, Py_ssize_t target) except? -1
    cdef bint _is_matched_wide(self, Py_ssize_t target) except? -1
    cdef int _judge_nested(self, Py_ssize_t start, Py_ssize_t width, Py_ssize_t base) noexcept
    cdef bint _is_part(self, Py_ssize_t one, Py_ssize_t other) noexcept
    cdef int _add_column(self, Py_ssize_t p) except -1
    cdef bint _is_straight(self, Py_ssize_t target) noexcept
    cdef bint _has_flow(self, Py_ssize_t target) except? -1
    cdef int _sort_outcomes(self, Py_ssize_t start, Py_ssize_t width) noexcept


cdef unsigned long long[::1] _extended(unsigned long long[::1] old, Py_ssize_t wanted)
