"""What differs between Linux, macOS and Windows: locks, processes, signals, folders, sockets, streams.

Besides it only the files of the sandbox, which is Linux's, import fcntl, resource, pwd, msvcrt or winreg.
"""
