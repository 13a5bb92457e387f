# cython: language_level=3
cdef int READ
cdef int DISTRIBUTION
cdef int ODD
cdef int TICK
cdef int DIGITS
cdef unsigned long long MIX
cdef unsigned long long MASK
cdef long long LONGEST
