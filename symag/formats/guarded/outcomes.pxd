# cython: language_level=3
cimport cython
from symag.formats.guarded.distributions cimport Distributions
from symag.formats.guarded.machine cimport Machine
from symag.model.interner cimport Interner

cdef int WORK

@cython.final
cdef class Outcomes:
    cdef Machine machine
    cdef Distributions distributions
    cdef object outside
    cdef object watch
    cdef public Interner states
    cdef int[::1] chance
    cdef long long[::1] whole
    cdef int[::1] outcome_first
    cdef int[::1] share
    cdef long long[::1] weight
    cdef int[::1] assign_first
    cdef int[::1] assigned
    cdef long long[::1] assign
    cdef long long[::1] low
    cdef long long[::1] high
    cdef int[::1] word
    cdef int[::1] shift
    cdef unsigned long long[::1] mask
    cdef Py_ssize_t words
    cdef int[::1] known
    cdef Py_ssize_t max_states
    cdef Py_ssize_t work
    cdef Py_ssize_t parts
    cdef Py_ssize_t made
    cdef int[::1] made_share
    cdef unsigned long long[::1] cleared
    cdef unsigned long long[::1] set
    cdef int[::1] at
    cdef public int[::1] begin
    cdef public int[::1] end
    cdef int[::1] shares
    cdef unsigned long long[::1] codes

    cpdef int tick(self, Py_ssize_t work) except -1

    cpdef int check_states(self) except -1

    cpdef Py_ssize_t target(self, Py_ssize_t c) except? -1

    @cython.locals(o=Py_ssize_t, begin=Py_ssize_t, share=int)
    cpdef int spread(self, Py_ssize_t c, int factor) except -1

    @cython.locals(o=Py_ssize_t, begin=Py_ssize_t, answer=Py_ssize_t)
    cdef int _probabilities(self, Py_ssize_t c) except -1

    @cython.locals(o=Py_ssize_t, begin=Py_ssize_t, whole="long long", total="long long", negative=bint)
    cdef int _weigh(self, Py_ssize_t c) except -1

    @cython.locals(i=Py_ssize_t, v=Py_ssize_t, value="long long", code="unsigned long long", hole="unsigned long long")
    cdef Py_ssize_t _goal(self, Py_ssize_t o) except -1

    cpdef int forget(self) except -1

    @cython.locals(o=Py_ssize_t, begin=Py_ssize_t, share=int, base=Py_ssize_t, i=Py_ssize_t, v=Py_ssize_t,
                   value="long long", code="unsigned long long")
    cpdef Py_ssize_t make(self, Py_ssize_t c) except -1

    @cython.locals(words=Py_ssize_t, i=Py_ssize_t, level=Py_ssize_t, o=Py_ssize_t, code="unsigned long long")
    cpdef int combine(self, Py_ssize_t parts, int factor) except -1
