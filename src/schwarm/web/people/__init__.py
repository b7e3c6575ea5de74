"""Who plays: names without accounts, the lobby, ratings, and sitting down at a table."""
