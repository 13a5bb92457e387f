# cython: language_level=3
cimport cython
from symag.model.interner cimport Interner
from symag.simulation.integer_flow cimport NARROW, IntegerFlow

cdef int TICK
cdef int FEW

@cython.final
cdef class SuccessorMatcher:
    # the distributions of L, and P
    cdef const int[::1] spread
    cdef const int[::1] support
    cdef const int[::1] vector
    cdef const int[::1] p_first
    cdef const int[::1] p_action
    cdef const int[::1] p_target
    cdef const int[::1] p_spread
    cdef const int[::1] p_support
    cdef const int[::1] p_vector
    cdef Py_ssize_t p_states
    # the transitions of P again, by action: offers_first[a] .. offers_first[a+1]-1; are all of them Dirac?
    cdef int[::1] offers_first
    cdef int[::1] offer_source
    cdef int[::1] offer_target
    cdef char[::1] all_sure
    # probabilities as integers over one denominator for both models, where that fits in 62 bits
    cdef bint scaled
    cdef int[::1] mass_first
    cdef long long[::1] mass
    cdef int[::1] p_mass_first
    cdef long long[::1] p_mass
    cdef object decide
    # rows, the number of each L-state's row, and what was asked: Dirac, and by the size of the support
    cdef Py_ssize_t words
    cdef Interner rows
    cdef int[::1] row
    cdef Interner sure
    cdef dict spreads
    cdef int[::1] last
    cdef long long questions
    cdef object watch
    cdef Py_ssize_t work
    # scratch
    cdef int[::1] lowest
    cdef unsigned long long[::1] answer
    cdef int[::1] merged_row
    cdef long long[::1] merged_mass
    cdef int[::1] group
    cdef IntegerFlow flow

    cdef int _find_offers(self, Py_ssize_t actions) except -1
    cdef bint has(self, Py_ssize_t row, Py_ssize_t p) noexcept
    cdef int tick(self, Py_ssize_t work) except -1
    cdef int answers(self, Py_ssize_t t, int meant, int goal) except -1
    cdef int _ask(self, Py_ssize_t t, int meant, int goal) except -1
    cdef int _size(self, Py_ssize_t row) noexcept
    cdef int _ask_by_offer(self, Py_ssize_t before, int meant, int goal, Py_ssize_t merged) except -1
    cdef int _ask_all(self, Py_ssize_t base, int meant) except -1
    cdef int _ask_by_candidate(self, Py_ssize_t before, int meant, int goal, Py_ssize_t merged) except -1
    cdef bint _accepts(self, int target, int goal, Py_ssize_t merged) except? -1
    cdef Py_ssize_t _merge(self, Py_ssize_t d) except -1
    cdef bint _covers(self, Py_ssize_t row, int target) noexcept
    cdef bint _matches(self, Py_ssize_t d, Py_ssize_t merged, int target) except? -1
