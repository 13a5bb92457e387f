# cython: language_level=3
cimport cython
from symag.simulation.row_table cimport RowTable

@cython.final
cdef class ShrinkingRow:
    cdef RowTable rows
    # what is left of a row, as a bitset, or as the first `count` members; nothing is copied while all is left
    cdef unsigned long long[::1] bits
    cdef int[::1] members
    cdef Py_ssize_t row
    cdef Py_ssize_t count
    cdef bint listed
    cdef bint copied

    cdef void start(self, Py_ssize_t row) noexcept
    cdef void _copy(self) noexcept
    cdef void keep(self, Py_ssize_t other) noexcept
    cdef void drop(self, Py_ssize_t other) noexcept
    cdef void drop_list(self, int[::1] others, Py_ssize_t at, Py_ssize_t size) noexcept
    cdef void _filter(self, int[::1] others, Py_ssize_t at, Py_ssize_t size, bint kept) noexcept
    cdef Py_ssize_t unpack(self, int[::1] into) noexcept
    cdef Py_ssize_t finish(self) except -1
