"""The whole check in one command: lint, types and all tests side by side, one report, nothing lost."""
