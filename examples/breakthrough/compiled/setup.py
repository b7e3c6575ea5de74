"""Compile the rules with the C types of the .pxd beside them."""

from Cython.Build import cythonize
from setuptools import setup

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
}
setup(ext_modules=cythonize(["src/schwarm_breakthrough/rules.py"], compiler_directives=DIRECTIVES))
