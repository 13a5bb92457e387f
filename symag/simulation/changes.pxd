# cython: language_level=3
cimport cython
from symag.model.growth cimport doubled
from symag.model.interner cimport Interner
from symag.simulation.row_table cimport RowTable

@cython.final
cdef class Changes:
    cdef RowTable rows
    cdef object watch
    cdef int[::1] of
    cdef Interner pairs
    # of each change: the row before, what left it, the row after, and how many states have it
    cdef int[::1] old
    cdef int[::1] gone
    cdef int[::1] new
    cdef int[::1] users

    cdef Py_ssize_t add(self, Py_ssize_t old, Py_ssize_t gone) except -1
    cdef int apply(self, Py_ssize_t number) except -1
    cdef int forget(self) except -1
