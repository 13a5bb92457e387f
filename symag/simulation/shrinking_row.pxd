# cython: language_level=3
cimport cython
from symag.simulation.row_table cimport RowTable

@cython.final
cdef class ShrinkingRow:
    cdef RowTable rows
    cdef Py_ssize_t row
    # what is gone, a sorted list while nothing is copied
    cdef int[::1] gone
    cdef int[::1] merged
    cdef Py_ssize_t gone_count
    # what is left, once it is copied: a bitset, or the first `count` members
    cdef unsigned long long[::1] bits
    cdef int[::1] members
    cdef int[::1] unpacked
    cdef Py_ssize_t count
    cdef bint listed
    cdef bint copied

    cdef void start(self, Py_ssize_t row) noexcept nogil
    cdef void _copy(self) noexcept nogil
    cdef void keep(self, Py_ssize_t other) noexcept nogil
    cdef void drop(self, Py_ssize_t other) noexcept nogil
    cdef void drop_list(self, int[::1] others, Py_ssize_t at, Py_ssize_t size) noexcept nogil
    cdef void _add_gone(self, int[::1] others, Py_ssize_t at, Py_ssize_t size) noexcept nogil
    cdef void _filter(self, int[::1] others, Py_ssize_t at, Py_ssize_t size, bint kept) noexcept nogil
    cdef unsigned long long word(self) noexcept nogil
    cdef bint is_whole(self) noexcept nogil
    cdef Py_ssize_t unpack(self, int[::1] into) noexcept nogil
    cdef void take(self, Py_ssize_t answer) noexcept nogil
    cdef Py_ssize_t find_gone(self) noexcept nogil
    cdef Py_ssize_t _find_in_list(self) noexcept nogil
    cdef Py_ssize_t finish(self) except -1
