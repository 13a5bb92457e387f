# cython: language_level=3
from symag.model.growth cimport doubled, grown
from symag.model.interner cimport Interner
