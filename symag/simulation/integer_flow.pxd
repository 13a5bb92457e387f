# cython: language_level=3
cimport cython

cdef enum:
    LIMB = 62

cdef int TICK
cdef unsigned long long WORD
cdef unsigned long long BIAS
cdef unsigned long long ALL

@cython.final
cdef class IntegerFlow:
    cdef public unsigned long long[::1] mask
    cdef public unsigned long long[::1] number
    cdef Py_ssize_t words
    cdef object watch
    cdef Py_ssize_t work
    cdef int[::1] lowest
    cdef Py_ssize_t masses
    cdef Py_ssize_t rooms
    cdef readonly Py_ssize_t limbs
    cdef unsigned long long[::1] open
    cdef unsigned long long[::1] fresh
    cdef int[::1] taken
    cdef int[::1] taker
    cdef int[::1] following
    cdef Py_ssize_t entries
    cdef Py_ssize_t amounts
    cdef Py_ssize_t entries_room
    cdef Py_ssize_t number_room
    cdef int spare
    cdef int[::1] reached_from
    cdef int[::1] reached_by
    cdef int[::1] entry_of
    cdef int[::1] queue

    cpdef int begin(self, Py_ssize_t masses, Py_ssize_t rooms) except -1

    @cython.locals(i=Py_ssize_t)
    cpdef int clear_numbers(self, Py_ssize_t limbs) except -1


    cdef int _make_entries(self, Py_ssize_t wanted) except -1

    @cython.locals(x=Py_ssize_t, y=Py_ssize_t, w=Py_ssize_t)
    cpdef bint fits(self) except -1

    @cython.locals(y=Py_ssize_t, w=Py_ssize_t, base=Py_ssize_t, left="unsigned long long", low="unsigned long long")
    cdef int _fill(self, Py_ssize_t x) except -1

    @cython.locals(x=Py_ssize_t, y=Py_ssize_t, w=Py_ssize_t, base=Py_ssize_t, head=Py_ssize_t, tail=Py_ssize_t, entry=int,
                   other=int, end=Py_ssize_t, left="unsigned long long", low="unsigned long long")
    cdef bint _augment(self, Py_ssize_t source) except -1

    @cython.locals(w=Py_ssize_t, base=Py_ssize_t, left="unsigned long long", low="unsigned long long")
    cdef Py_ssize_t _open_room(self, Py_ssize_t x) noexcept

    @cython.locals(x=Py_ssize_t, y=Py_ssize_t, amount=Py_ssize_t, entry=int)
    cdef int _carry(self, Py_ssize_t source, Py_ssize_t end) except -1

    @cython.locals(entry=int)
    cdef int _take(self, Py_ssize_t x, Py_ssize_t y) except -1

    @cython.locals(entry=int)
    cdef int _enter(self, Py_ssize_t x, Py_ssize_t y) except -1

    @cython.locals(before=int)
    cdef void _drop(self, int entry, Py_ssize_t y) noexcept

    cdef void _close(self, Py_ssize_t y) noexcept
    cdef int tick(self, Py_ssize_t work) except -1

    @cython.locals(i=Py_ssize_t)
    cdef bint _is_zero(self, Py_ssize_t a) noexcept

    @cython.locals(i=Py_ssize_t, one=Py_ssize_t, other=Py_ssize_t)
    cdef Py_ssize_t _least(self, Py_ssize_t a, Py_ssize_t b) noexcept

    @cython.locals(i=Py_ssize_t, hand=Py_ssize_t)
    cdef void _copy(self, Py_ssize_t a) noexcept

    @cython.locals(i=Py_ssize_t, hand=Py_ssize_t)
    cdef void _put(self, Py_ssize_t a) noexcept

    @cython.locals(i=Py_ssize_t, hand=Py_ssize_t, base=Py_ssize_t, carry="unsigned long long")
    cdef void _add(self, Py_ssize_t a) noexcept

    @cython.locals(i=Py_ssize_t, hand=Py_ssize_t, base=Py_ssize_t, borrow="unsigned long long")
    cdef void _subtract(self, Py_ssize_t a) noexcept
