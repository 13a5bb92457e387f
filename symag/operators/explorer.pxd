# cython: language_level=3
from symag.model.interner cimport Interner

cdef int TICK
cdef int BATCH
