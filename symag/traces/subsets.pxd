# cython: language_level=3
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
