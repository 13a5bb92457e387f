# cython: language_level=3
cimport cython
from symag.operators.synchroniser cimport Synchroniser

@cython.final
cdef class Successors:
    cdef object watch
    cdef public Py_ssize_t width
    cdef Py_ssize_t count
    cdef Py_ssize_t movers
    cdef bint forbids
    cdef bint keeps_loops
    cdef int[::1] word
    cdef int[::1] shift
    cdef unsigned long long[::1] mask
    cdef int[::1] base
    cdef int[::1] first
    cdef int[::1] action
    cdef int[::1] taking_first
    cdef int[::1] taking
    cdef Synchroniser together
    cdef long long[::1] current
    cdef int[::1] chosen
    cdef int[::1] kind
    cdef long long[::1] delta
    cdef public unsigned long long[::1] codes
    cdef public int[::1] labels
    cdef public Py_ssize_t used
    cdef public long long moves

    @cython.locals(i=Py_ssize_t, s=Py_ssize_t, t=Py_ssize_t, end=Py_ssize_t, begin=Py_ssize_t, label=int,
                   unit="long long")
    cdef int _prepare(self, int[::1] target) except -1

    @cython.locals(i=Py_ssize_t, s=Py_ssize_t, t=Py_ssize_t, kind=int)
    cdef int expand(self, unsigned long long[::1] code, Py_ssize_t at) except -2 nogil

    @cython.locals(width=Py_ssize_t, base=Py_ssize_t, k=Py_ssize_t)
    cdef int _add(self, unsigned long long[::1] code, Py_ssize_t at, int label) except -1 nogil

    @cython.locals(used=Py_ssize_t, words=Py_ssize_t, codes="unsigned long long[::1]", labels="int[::1]")
    cdef int _grow(self) except -1

    @cython.locals(label=int, begin=Py_ssize_t, stop=Py_ssize_t, k=Py_ssize_t)
    cdef int _is_forbidden(self, unsigned long long[::1] code, Py_ssize_t at, Py_ssize_t leader, Py_ssize_t t) except -1 nogil

    @cython.locals(k=Py_ssize_t, i=Py_ssize_t, base=Py_ssize_t)
    cdef int _add_chosen(self, unsigned long long[::1] code, Py_ssize_t at, Py_ssize_t leader, Py_ssize_t t,
                         Py_ssize_t begin, Py_ssize_t stop) except -1 nogil
