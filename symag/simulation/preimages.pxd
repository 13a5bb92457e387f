# cython: language_level=3
cimport cython
from symag.model.growth cimport doubled
from symag.model.interner cimport Interner
from symag.simulation.changes cimport Changes
from symag.simulation.row_table cimport RowTable
from symag.simulation.shrinking_row cimport ShrinkingRow

cdef Py_ssize_t HELD
cdef int SHORT

@cython.final
cdef class Preimages:
    cdef RowTable rows
    cdef Changes changes
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
    # the answers of this round, by action and change; their bytes
    cdef Interner memo
    cdef Py_ssize_t held
    # scratch
    cdef unsigned long long[::1] bits
    cdef int[::1] found
    cdef int[::1] others
    cdef int[::1] met
    cdef int stamp

    cdef int _find_offers(self, Py_ssize_t actions) except -1
    cdef int _find_sources(self, Py_ssize_t actions) except -1
    cdef void _arrive(self, int a, int p, Py_ssize_t q) noexcept
    cdef int narrow(self, ShrinkingRow shrinking, int meant, Py_ssize_t change) except -1
    cdef int forget(self) except -1
    cdef Py_ssize_t _ask(self, Py_ssize_t candidates, int meant, Py_ssize_t change) except -2
    cdef Py_ssize_t _drop(self, int meant, Py_ssize_t gone, Py_ssize_t new) except -1
    cdef Py_ssize_t _keep(self, int meant, Py_ssize_t new) except -1
    cdef Py_ssize_t _scan(self, int meant, Py_ssize_t new) except -1
    cdef void _scan_bits(self, int meant, Py_ssize_t base) noexcept
    cdef int _walk(self, ShrinkingRow shrinking, int meant, Py_ssize_t new) except -1
    cdef bint can(self, Py_ssize_t p, int meant, Py_ssize_t row) noexcept
    cdef bint _covers(self, Py_ssize_t row, int target) noexcept
    cdef Py_ssize_t first_move(self, Py_ssize_t p, int meant) noexcept
    cdef Py_ssize_t first_source(self, int meant, Py_ssize_t q) noexcept
    cdef int mark_difference(self, int meant, Py_ssize_t change) except -1
    cdef void new_stamp(self) noexcept
    cdef void _clear_bits(self) noexcept
    cdef Py_ssize_t row_of(self, int[::1] members, Py_ssize_t count) except -1
