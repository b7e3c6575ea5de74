"""Stands between us and a program without a sandbox: what it starts and forgets becomes this process's child.

So it can be found and ended with the game, though it left its session and cleared its environment. Started
as a file, by a bare interpreter: it imports nothing of ours. Arguments: a descriptor for its reports, then
the program's command line. It reports in a line that the program was started, or why not, then how it ended.
"""

import ctypes
import os
import signal
import sys

SUBREAPER = 36  # prctl's number for it
STARTED = b"started\n"


def main() -> None:
    """Start the program and stay until all that it started has ended."""
    report, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(report, False)
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    trouble, told = os.pipe()  # closed when the program starts
    first = os.fork()
    if first == 0:
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which the interpreter ignores
            signal.signal(number, signal.SIG_DFL)
        try:
            os.execv(command[0], command)
        except OSError as error:
            os.write(told, str(error.strerror).encode())
        os._exit(126)
    os.close(told)
    why = os.read(trouble, 1000)
    os.write(report, why + b"\n" if why else STARTED)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    while True:
        try:
            pid, status = os.wait()
        except ChildProcessError:
            os._exit(0)
        if pid == first:
            os.write(report, b"%d\n" % os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
