# cython: language_level=3
cimport cython

cdef int[::1] doubled(int[::1] old, Py_ssize_t used, object watch)

@cython.locals(new="int[::1]")
cdef int[::1] grown(int[::1] old, Py_ssize_t used, Py_ssize_t wanted, int filler, object watch)
