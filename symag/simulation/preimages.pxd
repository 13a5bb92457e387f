# cython: language_level=3
cimport cython
from symag.model.interner cimport Interner
from symag.simulation.answerer cimport DROP, WALK, Answerer
from symag.simulation.changes cimport Changes
from symag.simulation.offers cimport Offers
from symag.simulation.row_table cimport RowTable
from symag.simulation.shrinking_row cimport ShrinkingRow

cdef Py_ssize_t HELD

@cython.final
cdef class Preimages:
    cdef RowTable rows
    cdef Changes changes
    cdef Offers offers
    cdef Answerer answerer
    # the answers of this round, by action and change; their bytes
    cdef Interner memo
    cdef Py_ssize_t held

    cdef Py_ssize_t question(self, int meant, Py_ssize_t change) except -1
    cdef int narrow(self, ShrinkingRow shrinking, int meant, Py_ssize_t change) except -1
    cdef bint is_full(self) noexcept
    cdef int way(self, Py_ssize_t row, int meant, Py_ssize_t change) except -1
    cdef Py_ssize_t remember(self, Py_ssize_t number, int way, Py_ssize_t row) noexcept
    cdef int forget(self) except -1
    cdef int mark_difference(self, int meant, Py_ssize_t change) except -1
    cdef Py_ssize_t row_of(self, int[::1] members, Py_ssize_t count) except -1
    cdef Py_ssize_t _answered(self) except -1
