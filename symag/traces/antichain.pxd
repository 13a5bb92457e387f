# cython: language_level=3
from symag.model.growth cimport doubled
from symag.model.interner cimport Interner
from symag.traces.successors cimport Successors

cdef unsigned long long MIX
cdef unsigned long long MASK
cdef int TICK
cdef int NOTHING
