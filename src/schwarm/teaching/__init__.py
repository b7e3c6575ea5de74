"""Learning a game: its rules in pictures, lessons to play, and puzzles."""
