# cython: language_level=3
cimport cython
from symag.model.growth cimport grown

cdef unsigned long long MIX
cdef unsigned long long MASK
cdef Py_ssize_t MOST

@cython.final
cdef class Sequences:
    cdef public Py_ssize_t count
    cdef public int[::1] first
    cdef public int[::1] words
    cdef unsigned long long[::1] mixed
    cdef int[::1] slots
    cdef object watch

    @cython.locals(mask=Py_ssize_t, slot=Py_ssize_t, number=Py_ssize_t, begin=Py_ssize_t, i=Py_ssize_t)
    cpdef Py_ssize_t intern(self, int[::1] words, Py_ssize_t length) except -2

    @cython.locals(mask=Py_ssize_t, slot=Py_ssize_t, number=Py_ssize_t)
    cdef int clear(self) except -1

    @cython.locals(begin=Py_ssize_t, i=Py_ssize_t)
    cdef bint _is_same(self, Py_ssize_t number, int[::1] words, Py_ssize_t length) noexcept

    @cython.locals(count=Py_ssize_t, mask=Py_ssize_t, slot=Py_ssize_t, number=Py_ssize_t)
    cdef int _grow(self) except -1

@cython.locals(gap=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, word="unsigned long long")
cdef int sort_words(unsigned long long[::1] words, Py_ssize_t length) except -1
