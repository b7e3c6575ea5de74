"""Foreign programs: start, watch, limit and end them, in a sandbox where wanted. Knows nothing of games."""

from schwarm.programs.archive import BadArchive, unpack
from schwarm.programs.program import Program, ProgramError, read_command
from schwarm.programs.sandbox import Sandbox, SandboxError, check_sandbox

__all__ = [
    "BadArchive",
    "Program",
    "ProgramError",
    "Sandbox",
    "SandboxError",
    "check_sandbox",
    "read_command",
    "unpack",
]
