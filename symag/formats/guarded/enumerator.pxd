# cython: language_level=3
from symag.formats.guarded.distributions cimport Distributions
from symag.formats.guarded.machine cimport Machine
from symag.formats.guarded.outcomes cimport Outcomes
from symag.model.growth cimport doubled

cdef int MOST_COMBINED
