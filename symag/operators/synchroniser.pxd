# cython: language_level=3
cimport cython

@cython.final
cdef class Synchroniser:
    cdef int[::1] base
    cdef int[::1] first
    cdef int[::1] action
    cdef int[::1] taking_first
    cdef int[::1] taking
    cdef long long[::1] current
    cdef int[::1] chosen
    cdef int[::1] low
    cdef int[::1] high

    @cython.locals(k=Py_ssize_t, i=Py_ssize_t)
    cdef Py_ssize_t choose(self, Py_ssize_t begin, Py_ssize_t stop, int label) noexcept nogil

    @cython.locals(k=Py_ssize_t, i=Py_ssize_t)
    cdef bint turn(self, Py_ssize_t begin, Py_ssize_t stop) noexcept nogil

    @cython.locals(low=Py_ssize_t, end=Py_ssize_t, high=Py_ssize_t, middle=Py_ssize_t)
    cdef bint _offers(self, Py_ssize_t i, int label) noexcept nogil
