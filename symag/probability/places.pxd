# cython: language_level=3
from symag.model.growth cimport grown

cdef int GOAL
cdef int LOST
cdef int TICK
