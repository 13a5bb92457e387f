# cython: language_level=3
cimport cython
from symag.model.interner cimport Interner
from symag.simulation.distribution_matching cimport DistributionMatcher

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
    cdef Py_ssize_t p_states
    # the transitions of P again, by action: offers_first[a] .. offers_first[a+1]-1; are all of them Dirac?
    cdef int[::1] offers_first
    cdef int[::1] offer_source
    cdef int[::1] offer_target
    cdef char[::1] all_sure
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
    cdef readonly DistributionMatcher distributions

    cdef int _find_offers(self, Py_ssize_t actions) except -1
    cdef bint has(self, Py_ssize_t row, Py_ssize_t p) noexcept
    cdef int tick(self, Py_ssize_t work) except -1
    cdef int answers(self, Py_ssize_t t, int meant, int goal) except -1
    cdef int _ask(self, Py_ssize_t t, int meant, int goal) except -1
    cdef int _ask_by_offer(self, Py_ssize_t before, int meant, int goal) except -1
    cdef int _ask_all(self, Py_ssize_t base, int meant) except -1
    cdef int _ask_by_candidate(self, Py_ssize_t before, int meant, int goal) except -1
    cdef bint _accepts(self, int target, int goal) except? -1
