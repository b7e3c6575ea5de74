"""What pytest must not import: programs for other environments."""

collect_ignore = ["socha_player.py"]
