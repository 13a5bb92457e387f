# cython: language_level=3
from symag.formats.guarded.machine cimport Machine
