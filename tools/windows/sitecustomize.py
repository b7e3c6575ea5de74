"""An embeddable Python has no PYTHONPATH and no folder of its own to look into; this one is to have both."""

import os
import sys

options = sys.orig_argv[1 : len(sys.orig_argv) - len(sys.argv)]  # before `-m MODULE`, `-c CODE` or a file
asked = {letter for one in options if one.startswith("-") for letter in one}
if "I" not in asked:
    first = sys.argv[0] if sys.argv else ""
    here = os.getcwd() if first in ("", "-", "-c", "-m") else os.path.dirname(os.path.abspath(first))
    more = [] if "E" in asked else os.environ.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:0] = [here, *filter(None, more)]
