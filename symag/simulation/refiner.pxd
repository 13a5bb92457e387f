# cython: language_level=3
from symag.model.growth cimport doubled
from symag.simulation.changes cimport Changes
from symag.simulation.preimages cimport Preimages
from symag.simulation.row_table cimport RowTable
from symag.simulation.shared_round cimport SharedRound
from symag.simulation.shrinking_row cimport ShrinkingRow
from symag.simulation.successor_matching cimport SuccessorMatcher

cdef Py_ssize_t SHARED
