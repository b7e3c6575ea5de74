"""Stands in for Cython's shadow module where Cython is not installed and nothing is compiled."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
