# cython: language_level=3
cimport cython

cdef unsigned long long MIX
cdef unsigned long long MASK

@cython.final
cdef class Interner:
    cdef public Py_ssize_t width
    cdef public Py_ssize_t count
    cdef public unsigned long long[::1] probe
    cdef public unsigned long long[::1] keys
    cdef public int[::1] values
    cdef int[::1] slots
    cdef object watch

    @cython.locals(number=Py_ssize_t, slot=Py_ssize_t, base=Py_ssize_t, i=Py_ssize_t)
    cpdef Py_ssize_t intern(self) except -2

    @cython.locals(i=Py_ssize_t)
    cdef Py_ssize_t intern_at(self, unsigned long long[::1] words, Py_ssize_t at) except -2

    @cython.locals(slot=Py_ssize_t, number=Py_ssize_t)
    cpdef int clear(self) except -1

    @cython.locals(mixed="unsigned long long")
    cdef int guess(self, unsigned long long word) noexcept

    @cython.locals(width=Py_ssize_t, mask=Py_ssize_t, mixed="unsigned long long", slot=Py_ssize_t, number=Py_ssize_t,
                   base=Py_ssize_t, i=Py_ssize_t, same=bint)
    cdef Py_ssize_t _slot(self) noexcept

    @cython.locals(count=Py_ssize_t, width=Py_ssize_t, words=Py_ssize_t, number=Py_ssize_t, base=Py_ssize_t, i=Py_ssize_t)
    cdef int _grow(self) except -1
