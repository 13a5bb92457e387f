# cython: language_level=3
from symag.model.interner cimport Interner
from symag.simulation.transport cimport NARROW, Transport

cdef int TICK
cdef int FEW
