"""Runs inside the sandbox, alone: listens where the program expects the server, passes bytes on to the Unix
socket that was bound in, and starts the program under its limits. Knows nothing of the rest of the package.

python inside.py SOCKET PORT DATA_BYTES TASKS FILE_BYTES CORE -- COMMAND...   (0 or -: no limit)
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import socket
import sys
import threading
import time

LAST_BYTES_S = 1.0  # what the program sent just before its end has this long to get out


def pump(source: socket.socket, target: socket.socket) -> None:
    """Copy bytes until one side has closed, then tell the other side."""
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for side, how in ((target, socket.SHUT_WR), (source, socket.SHUT_RD)):
        with contextlib.suppress(OSError):
            side.shutdown(how)


def forward(listener: socket.socket, path: str) -> list[threading.Thread]:
    """Join each waiting connection with one to the Unix socket; returns the threads that carry bytes out."""
    outward: list[threading.Thread] = []
    while True:
        try:
            program, _ = listener.accept()
        except BlockingIOError:
            return outward
        program.setblocking(True)
        program.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(path)
        except OSError:
            program.close()
            continue
        threading.Thread(target=pump, args=(server, program), daemon=True).start()
        outward.append(threading.Thread(target=pump, args=(program, server), daemon=True))
        outward[-1].start()


def serve(listener: socket.socket, path: str, program: int) -> int:
    """Forward until the program ends; how it ended. What it has sent by then still goes out."""
    listener.setblocking(False)
    ended, at_end = os.pipe()
    status: list[int] = []

    def wait() -> None:
        status.append(os.waitpid(program, 0)[1])
        os.close(at_end)

    threading.Thread(target=wait, daemon=True).start()
    outward: list[threading.Thread] = []
    while not status:
        select.select([listener.fileno(), ended], [], [])
        outward += forward(listener, path)
    give_up = time.monotonic() + LAST_BYTES_S
    for thread in outward + forward(listener, path):
        thread.join(max(0.0, give_up - time.monotonic()))
    return os.waitstatus_to_exitcode(status[0])


def become(command: list[str], data: int, tasks: int, file: int, core: str) -> None:
    """Take the limits on and turn into the program."""
    for what, limit in (
        # Data rather than address space: a Java machine reserves far more than it uses.
        (resource.RLIMIT_DATA, data),
        (resource.RLIMIT_NPROC, tasks),
        (resource.RLIMIT_FSIZE, file),
    ):
        if limit:
            resource.setrlimit(what, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if core != "-":
        os.sched_setaffinity(0, {int(core)})
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(127)


def main(path: str, port: str, data: str, tasks: str, file: str, core: str, dash: str, *command: str) -> int:
    """Forward and run; the program's exit code, or 128 and its signal."""
    listener = socket.create_server(("127.0.0.1", int(port)), backlog=16)
    program = os.fork()
    if program == 0:
        listener.close()
        become(list(command), int(data), int(tasks), int(file), core)
    code = serve(listener, path, program)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
