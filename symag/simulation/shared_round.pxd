# cython: language_level=3
cimport cython
from symag.model.growth cimport grown
from symag.model.interner cimport Interner
from symag.simulation.answerer cimport WALK, Answerer
from symag.simulation.changes cimport Changes
from symag.simulation.preimages cimport Preimages
from symag.simulation.row_table cimport RowTable
from symag.simulation.shrinking_row cimport ShrinkingRow

cdef Py_ssize_t STATES
cdef Py_ssize_t BYTES
cdef Py_ssize_t WORK
cdef Py_ssize_t PIECE
cdef int PENDING

@cython.final
cdef class Slice:
    cdef const int[::1] first
    cdef const int[::1] action
    cdef const int[::1] target
    cdef int[::1] meaning
    cdef int[::1] row
    cdef Preimages preimages
    cdef Changes changes
    cdef Interner memo
    cdef int[::1] work
    cdef Py_ssize_t asked
    cdef Py_ssize_t planned
    cdef int[::1] number
    cdef int[::1] way

@cython.final
cdef class Part:
    cdef Slice whole
    cdef RowTable rows
    cdef object watch
    cdef Answerer answerer
    cdef ShrinkingRow shrinking
    cdef int[::1] scratch
    # what was found: how many states each row has, -1 if it is a bitset, and where it begins
    cdef Py_ssize_t count
    cdef int[::1] size
    cdef long long[::1] at
    cdef int[::1] lists
    cdef Py_ssize_t lists_used
    cdef unsigned long long[::1] bits
    cdef Py_ssize_t bits_used

    cpdef int answer(self, Py_ssize_t begin, Py_ssize_t end) except -1
    cpdef int shrink(self, Py_ssize_t begin, Py_ssize_t end) except -1
    cdef int _begin(self, Py_ssize_t wanted) except -1
    cdef int _answer(self, Py_ssize_t begin, Py_ssize_t end) except -1 nogil
    cdef int _shrink(self, Py_ssize_t begin, Py_ssize_t end) except -1 nogil
    cdef Py_ssize_t _refine(self, Py_ssize_t s) noexcept nogil
    cdef int _add_list(self, int[::1] members, Py_ssize_t count) except -1 nogil
    cdef int _add_bits(self, unsigned long long[::1] bits) except -1 nogil

    @cython.locals(bits="unsigned long long[::1]")
    cdef int _double_bits(self) except -1
    cdef Py_ssize_t row_at(self, Py_ssize_t place) except -1

@cython.final
cdef class SharedRound:
    cdef RowTable rows
    cdef Preimages preimages
    cdef object watch
    cdef object crew
    cdef Slice whole
    cdef list parts
    cdef Py_ssize_t most
    cdef int[::1] gone

    cdef Py_ssize_t refine(self, int[::1] work, Py_ssize_t begin, Py_ssize_t end) except -1
    cdef int _collect(self, Py_ssize_t s) except -1
    cdef int _share(self, str step, Py_ssize_t begin, Py_ssize_t end) except -1
    cdef int _remember(self, Py_ssize_t question, Py_ssize_t row) except -1
