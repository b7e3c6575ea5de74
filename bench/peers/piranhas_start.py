"""The one start position that all Piranhas candidates are measured on."""

START = (
    ".45464454./1........2/2........1/1........3/3..#.....1"
    "/1........1/1........1/2....#...2/1........1/.45446454. 0 -"
)
