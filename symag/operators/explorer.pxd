# cython: language_level=3
from symag.model.growth cimport doubled
from symag.model.interner cimport Interner
from symag.operators.synchroniser cimport Synchroniser

cdef int TICK
cdef int BATCH
