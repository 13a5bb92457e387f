# cython: language_level=3
cimport cython
from symag.model.interner cimport Interner

cdef enum:
    STOP, PUSH, LOAD, CALL, NEG, NOT, AND, OR, CHOOSE, JUMP, ADD, SUB, MUL, MOD, FDIV, CDIV, POW, MIN, MAX, LT, LE
    GT, GE, EQ, NE

@cython.final
cdef class Machine:
    cdef long long[::1] code
    cdef Py_ssize_t width
    cdef readonly Py_ssize_t variables
    cdef long long[::1] low
    cdef int[::1] word
    cdef int[::1] shift
    cdef unsigned long long[::1] mask
    cdef public long long[::1] values
    cdef long long[::1] stack
    cdef public unsigned long long[::1] state
    cdef object answer
    cdef unsigned long long[::1] calls
    cdef list memos
    cdef public long long[::1] answers
    cdef Py_ssize_t answered
    cdef public long long result

    @cython.locals(v=Py_ssize_t)
    cpdef int unpack(self) except -1

    @cython.locals(v=Py_ssize_t)
    cpdef list valuation(self)

    @cython.locals(memo=Interner, known=Py_ssize_t, number=Py_ssize_t, w=Py_ssize_t)
    cpdef Py_ssize_t recall(self, Py_ssize_t function) except -1

    cdef int _grow(self) except -1

    @cython.locals(top=Py_ssize_t, operation=int, argument="long long")
    cpdef int run(self, Py_ssize_t at) except -1

    @cython.locals(power="long long", _="long long")
    cdef long long _binary(self, int operation, long long one, long long two) noexcept
