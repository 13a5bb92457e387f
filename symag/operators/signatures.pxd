# cython: language_level=3
from symag.model.growth cimport grown
from symag.model.sequences cimport Sequences, sort_words

cdef int TICK
cdef unsigned long long LOW
