# cython: language_level=3
from symag.formats.prism.distributions cimport Distributions
from symag.formats.prism.machine cimport Machine
from symag.model.interner cimport Interner

cdef int WORK
