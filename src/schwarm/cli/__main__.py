"""`python -m schwarm.cli` is the `schwarm` command."""

from schwarm.cli import main

main()
