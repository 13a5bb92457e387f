# cython: language_level=3
cimport cython
from symag.model.interner cimport Interner
from symag.simulation.changes cimport Changes
from symag.simulation.integer_flow cimport NARROW, IntegerFlow
from symag.simulation.preimages cimport Preimages
from symag.simulation.row_table cimport RowTable

cdef Py_ssize_t HELD

@cython.final
cdef class SuccessorMatcher:
    # the distributions of L, and P
    cdef const int[::1] spread
    cdef const int[::1] support
    cdef const int[::1] vector
    cdef const int[::1] p_first
    cdef const int[::1] p_action
    cdef const int[::1] p_target
    cdef const int[::1] p_spread
    cdef const int[::1] p_support
    cdef const int[::1] p_vector
    # probabilities as integers over one denominator for both models, where that fits in 62 bits
    cdef bint scaled
    cdef int[::1] mass_first
    cdef long long[::1] mass
    cdef int[::1] p_mass_first
    cdef long long[::1] p_mass
    cdef object decide
    # rows, the number of each L-state's row, what changed, and what was asked: Dirac, and by the size of the support
    cdef RowTable rows
    cdef int[::1] row
    cdef Changes changes
    cdef Preimages preimages
    cdef dict memos
    cdef Py_ssize_t held
    cdef object watch
    # scratch
    cdef int[::1] candidates
    cdef int[::1] merged_row
    cdef long long[::1] merged_mass
    cdef int[::1] group
    cdef IntegerFlow flow

    cdef bint has(self, Py_ssize_t row, Py_ssize_t p) noexcept
    cdef int tick(self, Py_ssize_t work) except -1
    cdef Py_ssize_t failing(self, Py_ssize_t s, int meant, int d) except -1
    cdef int forget(self) except -1
    cdef Py_ssize_t _ask(self, Py_ssize_t s, int meant, int d) except -1
    cdef bint _mark_concerned(self, int meant, int d, Py_ssize_t count) except? -1
    cdef bint _answers(self, Py_ssize_t p, int meant, int d, Py_ssize_t merged) except? -1
    cdef Py_ssize_t _merge(self, Py_ssize_t d) except -1
    cdef bint _covers(self, Py_ssize_t row, int target) noexcept
    cdef bint _matches(self, Py_ssize_t d, Py_ssize_t merged, int target) except? -1
