from schwarm.bits cimport Word

cdef extern from "Python.h":
    int set_plainly "PyObject_GenericSetAttr"(object owner, object name, object value) except -1

from schwarm.game.game cimport Game

cdef class PythonGame(Game):
    cdef object failure                  # the first error of a rule written in Python
    cdef bint bridged                    # are the rules written in Python?
    cdef bint own_candidates, own_key, own_resample

    cdef Py_ssize_t ask_list(self, object name, Py_ssize_t base) noexcept
    cdef void ask_push(self, Word move) noexcept
    cdef void ask_pop(self) noexcept
    cdef int ask_number(self, object name, int otherwise) noexcept
    cdef Word ask_key(self) noexcept
    cdef void ask_resample(self, Word word) noexcept
