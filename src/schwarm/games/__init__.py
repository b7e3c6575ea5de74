"""Our own games, a folder each with all that is true of that game alone; `schwarm.game` finds them there."""
