# cython: language_level=3
cdef int GOAL
cdef int ROUNDS
cdef int TICK
