# cython: language_level=3
cimport cython
from symag.model.growth cimport doubled
from symag.model.interner cimport Interner

@cython.final
cdef class Distributions:
    cdef int[::1] goal
    cdef int[::1] share
    cdef Py_ssize_t size
    cdef bint is_sorted
    cdef Py_ssize_t count
    cdef Py_ssize_t support_count
    cdef int[::1] spread
    cdef int[::1] support
    cdef int[::1] vector
    cdef dict tables
    cdef dict vector_tables
    cdef dict wide
    cdef dict wide_vectors
    cdef list listed
    cdef dict large
    cdef readonly list vectors
    cdef Interner sums
    cdef Interner products
    cdef Interner ratios
    cdef object watch

    cpdef int start(self) except -1

    @cython.locals(one="long long", two="long long")
    cpdef int ratio(self, long long part, long long whole) except -1

    cpdef int number(self, object probability) except -1

    @cython.locals(known=Py_ssize_t, number=Py_ssize_t)
    cdef int _lowest(self, long long part, long long whole) except -1

    @cython.locals(k=Py_ssize_t, i=Py_ssize_t)
    cpdef int add(self, int state, int share) except -1

    @cython.locals(known=Py_ssize_t, number=Py_ssize_t)
    cdef int _sum(self, int one, int two) except -1

    @cython.locals(known=Py_ssize_t, number=Py_ssize_t)
    cpdef int times(self, int one, int two) except -1

    @cython.locals(k=Py_ssize_t, size=Py_ssize_t, state=int, share=int)
    cdef int _sort(self) except -1

    @cython.locals(table=Interner, k=Py_ssize_t, state="unsigned long long", share="unsigned long long",
                   known=Py_ssize_t, number=Py_ssize_t)
    cpdef Py_ssize_t target(self) except? -1

    cdef int _wide(self) except -1

    @cython.locals(k=Py_ssize_t)
    cdef int _append(self) except -1

    @cython.locals(table=Interner, k=Py_ssize_t, known=Py_ssize_t, number=Py_ssize_t)
    cdef int _vector(self) except -1

    @cython.locals(k=Py_ssize_t)
    cdef int _listed(self) except -1

    cdef Interner _table(self, dict tables)
