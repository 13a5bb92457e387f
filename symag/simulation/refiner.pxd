# cython: language_level=3
from symag.model.growth cimport doubled
from symag.model.interner cimport Interner
from symag.simulation.successor_matching cimport SuccessorMatcher

