# cython: language_level=3
from symag.model.interner cimport Interner
from symag.simulation.answerer cimport Answerer

