# cython: language_level=3
cimport cython
from symag.model.growth cimport grown
from symag.model.interner cimport Interner
from symag.operators.synchroniser cimport Synchroniser

cdef Py_ssize_t BATCH
cdef Py_ssize_t FULL
cdef int SURE
cdef int SPREAD
cdef int TOGETHER

@cython.final
cdef class Moves:
    cdef object flat
    cdef Py_ssize_t count
    cdef int[::1] base
    cdef int[::1] first
    cdef int[::1] action
    cdef int[::1] target
    cdef int[::1] taking_first
    cdef int[::1] taking
    cdef unsigned long long[::1] size
    cdef int[::1] word
    cdef long long[::1] radix
    cdef int[::1] dist_word
    cdef long long[::1] dist_radix
    cdef long long[::1] step
    cdef long long[::1] dist_step
    cdef int[::1] leading_first
    cdef int[::1] leading
    cdef int[::1] leading_label
    cdef long long[::1] leading_step
    cdef char[::1] leading_kind
    cdef bint has_hidden
    cdef int[::1] stops
    cdef bint has_stops
    cdef int[::1] urgent
    cdef bint has_urgent

    @cython.locals(i=Py_ssize_t, s=Py_ssize_t, t=Py_ssize_t, end=Py_ssize_t, goal="long long", place="long long",
                   label=int, leads=Py_ssize_t)
    cdef int _prepare(self) except -1

@cython.final
cdef class Expansion:
    cdef Moves moves
    cdef Synchroniser together
    cdef long long[::1] current
    cdef int[::1] chosen
    cdef Interner states
    cdef Interner dists
    cdef int[::1] dense
    cdef bint is_dense
    cdef Py_ssize_t width
    cdef Py_ssize_t dist_width
    cdef object watch
    # the states that were expanded, and where the row of each ends
    cdef Py_ssize_t begin
    cdef Py_ssize_t done
    cdef int[::1] row_end
    cdef Py_ssize_t row_begin
    cdef bint alone
    # the action that was begun last on which components move together, and the sure moves before it
    cdef int together_label
    cdef Py_ssize_t together_sure
    # their moves
    cdef Py_ssize_t used
    cdef int[::1] label
    cdef int[::1] target
    # the sure ones among them: their places, and the codes of the states that they lead to
    cdef Py_ssize_t sure
    cdef Py_ssize_t settled
    cdef int[::1] sure_at
    cdef unsigned long long[::1] sure_code
    cdef int[::1] found
    # those of the sure ones whose state is not known yet
    cdef Py_ssize_t new_states
    cdef int[::1] new_state
    # the moves to distributions that are not known yet: their places, and the codes
    cdef Py_ssize_t new_dists
    cdef int[::1] new_dist_at
    cdef unsigned long long[::1] new_dist_code
    # scratch
    cdef Py_ssize_t source
    cdef bint is_placed
    cdef unsigned long long[::1] dist_code
    cdef unsigned long long[::1] probe

    cpdef int run(self, Py_ssize_t begin, Py_ssize_t end, bint alone) except -1

    @cython.locals(state=Py_ssize_t, cut=int)
    cdef int _run(self, Py_ssize_t end) except -1 nogil

    @cython.locals(i=Py_ssize_t, s=Py_ssize_t, k=Py_ssize_t, end=Py_ssize_t, word=int, left="unsigned long long",
                   rest="unsigned long long", label=int, pressed=bint, is_quick=bint, code="unsigned long long")
    cdef int _expand(self, Py_ssize_t state) except -1 nogil

    cdef bint _has_room(self, Py_ssize_t more) noexcept nogil

    @cython.locals(i=Py_ssize_t, s=Py_ssize_t, t=Py_ssize_t, stays=bint)
    cdef int _hidden(self, Py_ssize_t state) except -1 nogil

    @cython.locals(i=Py_ssize_t)
    cdef bint _is_stopped(self) noexcept nogil

    @cython.locals(i=Py_ssize_t, s=Py_ssize_t, t=Py_ssize_t, k=Py_ssize_t, begin=Py_ssize_t, stop=Py_ssize_t, label=int)
    cdef bint _is_pressed(self) noexcept nogil

    @cython.locals(at=Py_ssize_t, w=Py_ssize_t)
    cdef int _move(self, Py_ssize_t i, Py_ssize_t t, int label) except -1 nogil

    @cython.locals(begin=Py_ssize_t, stop=Py_ssize_t)
    cdef int _synchronise(self, Py_ssize_t leader, Py_ssize_t t, int label) except -1 nogil

    @cython.locals(at=Py_ssize_t, w=Py_ssize_t, k=Py_ssize_t, i=Py_ssize_t, is_sure=bint)
    cdef int _combined(self, Py_ssize_t leader, Py_ssize_t t, int label, Py_ssize_t begin, Py_ssize_t stop) except -1 nogil

    cdef int _add(self, int label, int target) except -1 nogil

    @cython.locals(w=Py_ssize_t)
    cdef Py_ssize_t _add_sure(self) except -1 nogil

    @cython.locals(i=Py_ssize_t, w=Py_ssize_t)
    cdef int _place(self) noexcept nogil

    @cython.locals(number=Py_ssize_t, w=Py_ssize_t)
    cdef int _add_distribution(self, int label) except -1 nogil

    @cython.locals(words=Py_ssize_t, code="unsigned long long[::1]")
    cdef int _double_sure(self) except -1

    @cython.locals(words=Py_ssize_t, code="unsigned long long[::1]")
    cdef int _double_dists(self) except -1

    cdef int _take_back(self) noexcept nogil

    @cython.locals(q=Py_ssize_t, end=Py_ssize_t, number=Py_ssize_t)
    cdef int _settle(self) except -1 nogil
