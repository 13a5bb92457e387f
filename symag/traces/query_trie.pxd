# cython: language_level=3
from symag.model.interner cimport Interner

cdef int MEMBER
cdef int STRANGER
cdef int LEADS_TO_MEMBER
cdef int UNKNOWN
