# cython: language_level=3
cdef int NUMBER
cdef int SIGNS
