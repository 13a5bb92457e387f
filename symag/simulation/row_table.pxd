# cython: language_level=3
cimport cython
from symag.model.growth cimport doubled

cdef int TICK
cdef int SMALL
cdef unsigned long long MIX
cdef unsigned long long STEP
cdef unsigned long long MASK
cdef unsigned long long LOWEST_BITS

@cython.final
cdef class RowTable:
    cdef Py_ssize_t states
    # of a bitset; and the most states of a list
    cdef Py_ssize_t words
    cdef Py_ssize_t sparse
    cdef object watch
    cdef Py_ssize_t work
    cdef long long questions
    # of each number: how many states, how often it is referred to (or the next free number), its hash, and where it is:
    # from bits[at], or from lists[~at]
    cdef public int[::1] size
    cdef public int[::1] references
    cdef long long[::1] at
    cdef unsigned long long[::1] mixed
    cdef int[::1] slots
    cdef Py_ssize_t count
    cdef public Py_ssize_t alive
    cdef public Py_ssize_t most
    cdef Py_ssize_t free
    # the arenas; free bitsets and lists are chained by their first word
    cdef unsigned long long[::1] bits
    cdef object bits_store
    cdef Py_ssize_t bits_used
    cdef Py_ssize_t free_block
    cdef int[::1] lists
    cdef object lists_store
    cdef Py_ssize_t lists_used
    cdef int[::1] free_list
    cdef int[::1] room
    cdef int[::1] kind
    # scratch
    cdef int[::1] position
    cdef int[::1] listed
    cdef int[::1] unpacked

    cdef int tick(self, Py_ssize_t work) except -1
    cdef bint is_list(self, Py_ssize_t row) noexcept nogil
    cpdef bint has(self, Py_ssize_t row, Py_ssize_t p) noexcept nogil
    cpdef void acquire(self, Py_ssize_t row) noexcept
    cpdef void release(self, Py_ssize_t row) noexcept
    cpdef Py_ssize_t unpack(self, Py_ssize_t row, int[::1] into) noexcept nogil
    cdef Py_ssize_t unpack_bits(self, unsigned long long[::1] bits, Py_ssize_t at, int[::1] into) noexcept nogil
    cpdef Py_ssize_t difference(self, Py_ssize_t old, Py_ssize_t new, int[::1] into) noexcept
    cpdef Py_ssize_t intern_bits(self, unsigned long long[::1] bits) except -1
    cpdef Py_ssize_t intern_list(self, int[::1] members, Py_ssize_t size) except -1
    cpdef Py_ssize_t without(self, Py_ssize_t row, Py_ssize_t gone, Py_ssize_t users) except -1
    cdef void _leave(self, Py_ssize_t row, Py_ssize_t users) noexcept
    cdef unsigned long long _take_out(self, Py_ssize_t at, Py_ssize_t gone, unsigned long long mixed) noexcept
    cdef Py_ssize_t _same(self, Py_ssize_t at, unsigned long long mixed, Py_ssize_t size) noexcept
    cdef Py_ssize_t counted(self, unsigned long long[::1] bits) noexcept nogil
    cdef bint is_bits(self, Py_ssize_t row, unsigned long long[::1] bits) noexcept nogil
    cdef bint _is_listed(self, Py_ssize_t row, int[::1] members) noexcept
    cdef Py_ssize_t _new_row(self, unsigned long long mixed, Py_ssize_t size) except -1
    cdef void _put(self, Py_ssize_t row) noexcept
    cdef void _unlink(self, Py_ssize_t row) noexcept
    cdef int _spread_out(self) except -1
    cdef int _more_rows(self) except -1
    cdef Py_ssize_t _block(self) except -1
    cdef Py_ssize_t _list_room(self, Py_ssize_t kind) except -1
    cdef void _free_number(self, Py_ssize_t row) noexcept
    cdef void _free_bits(self, Py_ssize_t at) noexcept
    cdef void _give_back(self, Py_ssize_t row) noexcept

cdef unsigned long long _mixed_word(unsigned long long word, unsigned long long w) noexcept
cdef Py_ssize_t _home(unsigned long long mixed, Py_ssize_t slots) noexcept
