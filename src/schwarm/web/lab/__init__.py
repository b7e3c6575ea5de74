"""Studies of rule variants, and the studio in which rules are put together."""
