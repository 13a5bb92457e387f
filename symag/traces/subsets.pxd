# cython: language_level=3
cimport cython
from symag.model.growth cimport grown
from symag.model.interner cimport Interner
from symag.traces.successors cimport Successors

cdef int TICK
cdef unsigned long long MIX
cdef unsigned long long MASK
cdef int ERROR
cdef int UNKNOWN
cdef int OPEN
cdef int LOST
cdef int SAFE

@cython.final
cdef class Subsets:
    cdef Successors successors
    cdef Py_ssize_t last_word
    cdef int last_shift
    cdef unsigned long long last_mask
    cdef unsigned char[::1] fate
    cdef int[::1] letter_of
    cdef unsigned char[::1] foreign
    cdef Py_ssize_t letters
    cdef Interner states
    cdef int[::1] moves_first
    cdef int[::1] moves_end
    cdef int[::1] move_letter
    cdef int[::1] move_goal
    cdef Py_ssize_t move_count
    cdef Py_ssize_t sets
    cdef int[::1] set_first
    cdef int[::1] members_of
    cdef int[::1] after
    cdef dict known
    cdef list same
    cdef int[::1] stamp
    cdef int now
    cdef int[::1] found
    cdef Py_ssize_t found_count
    cdef unsigned long long[::1] code
    cdef object watch
    cdef Py_ssize_t work
    cdef Py_ssize_t max_states
    cdef Py_ssize_t start

    cdef Py_ssize_t walk_from(self, Py_ssize_t number, tuple word) except -3
    cdef Py_ssize_t _next(self, Py_ssize_t number, Py_ssize_t letter) except -3
    cdef Py_ssize_t _closed(self) except -3
    cdef Py_ssize_t _follow(self, Py_ssize_t state, Py_ssize_t letter) except -3
    cdef int _add(self, Py_ssize_t state) except -1
    cdef Py_ssize_t _number(self) except -3
    cdef bint _is_found(self, Py_ssize_t number) noexcept
    cdef int _keep(self) except -1
    cdef int _tick(self, Py_ssize_t work) except -1
    cdef int _expand(self, Py_ssize_t state) except -1
    cdef int _fate(self, unsigned long long[::1] codes, Py_ssize_t at) noexcept
