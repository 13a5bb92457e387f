# cython: language_level=3
from symag.model.growth cimport doubled, grown
from symag.traces.subsets cimport Subsets

cdef int MEMBER
cdef int STRANGER
cdef int LEADS_TO_MEMBER
cdef int UNKNOWN
