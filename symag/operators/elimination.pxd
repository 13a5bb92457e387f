# cython: language_level=3
from symag.model.growth cimport grown
from symag.model.interner cimport Interner
from symag.model.sequences cimport Sequences, sort_words

cdef int TICK
cdef int ERROR
cdef unsigned long long LOW
cdef Py_ssize_t MOST
