# cython: language_level=3
from symag.model.interner cimport Interner
from symag.operators.expansion cimport Expansion, Moves

cdef int TICK
cdef Py_ssize_t SLICE
