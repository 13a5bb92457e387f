# cython: language_level=3
cimport cython
from symag.model.interner cimport Interner
from symag.simulation.changes cimport Changes
from symag.simulation.distribution_matching cimport DistributionMatcher
from symag.simulation.preimages cimport Preimages
from symag.simulation.row_table cimport RowTable
from symag.simulation.shrinking_row cimport ShrinkingRow

cdef Py_ssize_t HELD

@cython.final
cdef class SuccessorMatcher:
    # the distributions of L
    cdef const int[::1] spread
    cdef const int[::1] support
    cdef const int[::1] vector
    # rows, the number of each L-state's row, what changed, who can be asked, and what was asked, by the size of the
    # support
    cdef RowTable rows
    cdef int[::1] row
    cdef Changes changes
    cdef Preimages preimages
    cdef Interner whom
    cdef dict memos
    cdef Py_ssize_t held
    cdef object watch
    # scratch
    cdef int[::1] candidates
    cdef readonly DistributionMatcher distributions

    cdef Py_ssize_t begin(self, Py_ssize_t row) except -1
    cdef unsigned long long without(self, unsigned long long whom, int kind, unsigned long long what) except? 0
    cdef Py_ssize_t failing(self, ShrinkingRow shrinking, unsigned long long whom, int meant, int d) except -1
    cdef int forget(self) except -1
    cdef Py_ssize_t _ask(self, ShrinkingRow shrinking, int meant, int d) except -1
    cdef bint _mark_concerned(self, int meant, int d, Py_ssize_t count) except? -1
