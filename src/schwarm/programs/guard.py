"""Waits until the process that started it is gone, however it ended, and ends the programs that it left.

A sandbox that root made does not die with its maker: its inner part is nobody's, and root without its rights
may not end it. Nor does a program without a sandbox. Started as a file by a bare interpreter; the argument is
what the marks of its maker's programs begin with. The maker holds the other end of its input in silence.
"""

import os
import sys

sys.path.append(os.path.dirname(__file__))

from processes import end_family  # type: ignore[import-not-found]

if __name__ == "__main__":
    os.chdir("/")
    os.read(0, 1)
    end_family(None, sys.argv[1])
