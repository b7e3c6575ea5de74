"""Runs inside the sandbox, alone: listens where the program expects the server, passes bytes on to the Unix
socket that was bound in, and starts the program under its limits. Knows nothing of the rest of the package.

python sandbox_runner.py SOCKET PORT DATA_BYTES TASKS FILE_BYTES OPEN_FILES IDLE ORIGINAL FOLDER -- COMMAND...
ORIGINAL is the folder whose contents FOLDER gets before the program starts; -: none. IDLE is 1 for a program
that gives way to all others.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import sys
import threading
import time

SIGNALS = 1024  # queued ones; a user has only so many, in all programs together
LOCKED = 64 * 1024  # bytes that cannot be swapped, or that the network reads where they lie
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


def copy_folder(source: str, target: str) -> None:
    """Copy a folder's files, folders and links, readable by everybody; what is none of these is left out."""
    os.makedirs(target, exist_ok=True)
    os.chmod(target, 0o755)
    for entry in os.scandir(source):
        place = os.path.join(target, entry.name)
        if entry.is_symlink():
            os.symlink(os.readlink(entry.path), place)
        elif entry.is_dir():
            copy_folder(entry.path, place)
        elif entry.is_file():
            copy_file(entry.path, place)
            mode = entry.stat().st_mode
            os.chmod(place, 0o755 if mode & 0o100 else 0o644)


def copy_file(source: str, target: str) -> None:
    """Copy a file's bytes."""
    with open(source, "rb") as original, open(target, "wb") as copy:
        while data := original.read(1 << 20):
            copy.write(data)


def become(command: list[str], data: int, tasks: int, file: int, files: int, nice: int) -> None:
    """Take the limits on and turn into the program."""
    import resource  # here: what copies folders is used on every system

    for what, limit in (
        # Data rather than address space: a Java machine reserves far more than it uses.
        (resource.RLIMIT_DATA, data),
        (resource.RLIMIT_NPROC, tasks),
        (resource.RLIMIT_FSIZE, file),
        (resource.RLIMIT_NOFILE, files),
        (resource.RLIMIT_SIGPENDING, SIGNALS),
        (resource.RLIMIT_MEMLOCK, LOCKED),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_CORE, 1),  # 0 would not stop a program that the machine has for dumps
    ):
        most = resource.getrlimit(what)[1]
        limit = limit if most == resource.RLIM_INFINITY else min(limit, most)
        resource.setrlimit(what, (limit, limit))
    os.nice(nice)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(127)


def main(path: str, port: str, *words: str) -> int:
    """Copy, forward and run; the program's exit code, or 128 and its signal."""
    data, tasks, file, files, nice = map(int, words[:5])
    original, folder, _, *command = words[5:]
    if original != "-":
        copy_folder(original, folder)
    listener = socket.create_server(("127.0.0.1", int(port)), backlog=16)
    program = os.fork()
    if program == 0:
        listener.close()
        become(command, data, tasks, file, files, nice)
    code = serve(listener, path, program)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
