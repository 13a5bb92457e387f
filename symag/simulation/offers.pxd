# cython: language_level=3
cimport cython
from symag.simulation.row_table cimport RowTable

@cython.final
cdef class Offers:
    cdef RowTable rows
    cdef object watch
    # P
    cdef const int[::1] p_first
    cdef const int[::1] p_action
    cdef const int[::1] p_target
    cdef const int[::1] p_spread
    cdef const int[::1] p_support
    cdef Py_ssize_t p_states
    # its transitions again, by action: offers_first[a] .. offers_first[a+1]-1; are all of them Dirac?
    cdef int[::1] offers_first
    cdef int[::1] offer_source
    cdef int[::1] offer_target
    cdef char[::1] all_sure
    # and by outcome, then action; how many there are of each action
    cdef int[::1] into_first
    cdef int[::1] into_action
    cdef int[::1] into_source
    cdef int[::1] arrivals

    cdef int _find_offers(self, Py_ssize_t actions) except -1
    cdef int _find_sources(self, Py_ssize_t actions) except -1
    cdef void _arrive(self, int a, int p, Py_ssize_t q) noexcept
    cdef bint can(self, Py_ssize_t p, int meant, Py_ssize_t row) noexcept nogil
    cdef bint covers(self, Py_ssize_t row, int target) noexcept nogil
    cdef Py_ssize_t first_move(self, Py_ssize_t p, int meant) noexcept nogil
    cdef Py_ssize_t first_source(self, int meant, Py_ssize_t q) noexcept nogil
