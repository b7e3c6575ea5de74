"""`python -m schwarm`: the command line."""

from schwarm.cli import main

if __name__ == "__main__":
    main()
