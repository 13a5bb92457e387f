# cython: language_level=3
cimport cython

cdef unsigned long long MIX
cdef unsigned long long MASK
cdef unsigned long long LOW

@cython.final
cdef class Interner:
    cdef public Py_ssize_t width
    cdef public Py_ssize_t count
    cdef public unsigned long long[::1] probe
    cdef public unsigned long long[::1] keys
    cdef public int[::1] values
    cdef unsigned long long[::1] slots
    cdef object kept
    cdef object watch

    @cython.locals(mixed="unsigned long long", mask="unsigned long long", slot="unsigned long long",
                   entry="unsigned long long", base=Py_ssize_t, i=Py_ssize_t, same=bint)
    cpdef Py_ssize_t intern(self) except -2

    @cython.locals(i=Py_ssize_t)
    cdef Py_ssize_t intern_at(self, unsigned long long[::1] words, Py_ssize_t at) except -2

    @cython.locals(slot=Py_ssize_t, number=Py_ssize_t)
    cpdef int clear(self) except -1

    @cython.locals(mixed="unsigned long long")
    cdef int guess(self, unsigned long long word) noexcept nogil

    @cython.locals(mixed="unsigned long long", mask="unsigned long long", slot="unsigned long long",
                   entry="unsigned long long")
    cdef Py_ssize_t find_word(self, unsigned long long word) noexcept nogil

    @cython.locals(mixed="unsigned long long", mask="unsigned long long", slot="unsigned long long",
                   entry="unsigned long long", k=Py_ssize_t, number=Py_ssize_t)
    cdef int find_words(self, unsigned long long[::1] words, Py_ssize_t begin, Py_ssize_t end,
                        int[::1] found) noexcept nogil

    @cython.locals(mixed="unsigned long long", mask="unsigned long long", slot="unsigned long long",
                   entry="unsigned long long", base=Py_ssize_t, i=Py_ssize_t, same=bint)
    cdef Py_ssize_t find(self, unsigned long long[::1] words, Py_ssize_t at) noexcept nogil

    @cython.locals(mask="unsigned long long", slot="unsigned long long")
    cdef Py_ssize_t _free(self, unsigned long long mixed) noexcept

    @cython.locals(count=Py_ssize_t, slot=Py_ssize_t, entry="unsigned long long")
    cdef int _grow(self) except -1
