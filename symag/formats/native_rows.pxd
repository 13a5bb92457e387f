# cython: language_level=3
cdef int TICK
