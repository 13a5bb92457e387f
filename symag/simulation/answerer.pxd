# cython: language_level=3
cimport cython
from symag.simulation.changes cimport Changes
from symag.simulation.offers cimport Offers
from symag.simulation.row_table cimport RowTable
from symag.simulation.shrinking_row cimport ShrinkingRow

cdef int SHORT
cdef int KEEP
cdef int DROP
cdef int SCAN
cdef int WALK

@cython.final
cdef class Answerer:
    cdef Offers offers
    cdef RowTable rows
    cdef Changes changes
    cdef unsigned long long[::1] bits
    cdef int[::1] found
    cdef Py_ssize_t size
    cdef Py_ssize_t work
    # scratch
    cdef int[::1] others
    cdef int[::1] met
    cdef int stamp

    cdef int way(self, Py_ssize_t candidates, int meant, Py_ssize_t change) noexcept nogil
    cdef void answer(self, int way, int meant, Py_ssize_t change) noexcept nogil
    cdef void _drop(self, int meant, Py_ssize_t gone, Py_ssize_t new) noexcept nogil
    cdef void sort(self, Py_ssize_t count) noexcept nogil
    cdef void _keep(self, int meant, Py_ssize_t new) noexcept nogil
    cdef void _scan(self, int meant, Py_ssize_t new) noexcept nogil
    cdef void _scan_bits(self, int meant, Py_ssize_t base) noexcept nogil
    cdef void walk(self, ShrinkingRow shrinking, int meant, Py_ssize_t new) noexcept nogil
    cdef Py_ssize_t mark(self, int meant, Py_ssize_t gone) noexcept nogil
    cdef void new_stamp(self) noexcept nogil
    cdef void _clear_bits(self) noexcept nogil
