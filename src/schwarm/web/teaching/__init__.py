"""Rules in pictures, lessons and puzzles."""
