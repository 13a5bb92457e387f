# cython: language_level=3
cimport cython
from symag.model.interner cimport Interner
from symag.simulation.changes cimport Changes
from symag.simulation.distribution_matching cimport DistributionMatcher
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
    cdef readonly DistributionMatcher distributions

    cdef Py_ssize_t failing(self, Py_ssize_t s, int meant, int d) except -1
    cdef int forget(self) except -1
    cdef Py_ssize_t _ask(self, Py_ssize_t s, int meant, int d) except -1
    cdef bint _mark_concerned(self, int meant, int d, Py_ssize_t count) except? -1
    cdef bint _answers(self, Py_ssize_t p, int meant) except? -1
