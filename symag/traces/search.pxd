# cython: language_level=3
from symag.traces.successors cimport Successors

cdef int BATCH
cdef int CHUNK
cdef unsigned long long MIX
cdef unsigned long long MASK
cdef Py_ssize_t LOOK
