"""A virtual machine with control groups v2, in which all attempts on the sandbox are made for real."""
