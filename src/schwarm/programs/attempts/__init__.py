"""Programs that try to get out of the sandbox: they run inside it, alone, for `schwarm doctor` and the tests.

`main ATTEMPT FILE PORT NAME` prints one line of JSON: what it got, null if refused. FILE, PORT and NAME are
outside: a file, a TCP port of this machine, a Unix socket in the abstract namespace. An attempt only opens
and asks: nothing that succeeds changes a setting or stays behind. Inside there is no package `schwarm`, so
these modules import each other by relative names, and nothing else of ours.
"""
