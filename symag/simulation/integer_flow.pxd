# cython: language_level=3
cimport cython

cdef enum:
    NARROW = 62

@cython.final
cdef class IntegerFlow:
    cdef public long long[::1] mass
    cdef public long long[::1] room
    cdef public unsigned long long[::1] mask
    cdef long long[::1] carried
    cdef int[::1] parent_left
    cdef int[::1] parent_right
    cdef int[::1] queue

    @cython.locals(g=Py_ssize_t, j=Py_ssize_t, amount="long long")
    cpdef bint fits(self, Py_ssize_t groups, Py_ssize_t width) noexcept

    @cython.locals(g=Py_ssize_t, h=Py_ssize_t, j=Py_ssize_t, head=Py_ssize_t, tail=Py_ssize_t)
    cdef bint _augment(self, Py_ssize_t source, Py_ssize_t groups, Py_ssize_t width) noexcept

    @cython.locals(g=Py_ssize_t, j=Py_ssize_t, amount="long long")
    cdef void _carry(self, Py_ssize_t source, Py_ssize_t end) noexcept
