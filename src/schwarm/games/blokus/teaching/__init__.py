"""Blokus for those who learn it: rules in pictures and lessons."""

from schwarm.games.blokus.teaching.drawings import position_of
from schwarm.teaching.face import Teaching

TEACHING = Teaching(position_of)
