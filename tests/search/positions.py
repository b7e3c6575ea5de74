"""Positions in which the side to move wins by force, with the number of plies it takes."""

FORCED_WINS = {
    "piranhas": [
        (
            "........../........../....2...../......46../...3.14#4./...31415../...#.114../....6...../"
            "........../.......... 59 -",
            1,
        ),
        (
            "........../........../....2...../.....64.../...3.14#4./....1415../..3#.114../....6...../"
            "........../.......... 57 -",
            3,
        ),
    ],
    "hive": [
        (
            "a...../(Qb)BB..../g..b...#/....q..#./....GG..../.....G...../........../........./......../"
            "#....../...... 17",
            1,
        ),
        (
            "a...../(Qb)BB..../...b...#/....q..#./....GG..../.........../........../........./......../"
            "#....../...... 15",
            3,
        ),
    ],
    "mississippi_queen": [
        (
            "0WWWWWWWWWWWWWWWWWWWW/0WWWBWSWBWWWWWW2WWWWW/5SWWWWWWWWWWBBWBWWWWW/4WWWWWWBWWWcBLWWWWWWW/"
            "5WBcWWWBLBLWWWWWWWWWW/4WL1BWWWBWWWWBWWWWWWW/4WWBLW0BBWWWWWWWWWWWW/4SSWWWBWBWWWBWWWWWGGG "
            "7,7,0,1,0,0,1 5,7,0,1,1,2,1 23 blue 4",
            1,
        ),
        (
            "0WWWWWWWWWWWWWWWWWWWW/0WWWWWBWWWWWBLW5WWWWW/0WWWSWBBWWWWBbWWWWWWW/0WLWBcWWWWBWWWLWWWWWW/"
            "1WWWBWLLBWWWWWW0WWWWW/0WSWBWWWWfWLWBWWWWWWW/1WWWBWWWWWWWWBSBWWWWW/2BWWWSWSWWWWWWWBWWGGG "
            "18,-2,3,1,0,1,1 19,-12,2,2,0,2,1 33 blue 7",
            3,
        ),
    ],
    "protista": [
        (
            "1b1w5/b2b1b1b1/1w7/b4wb1b/4b2b1/1b2bb3/ww4b2/9/2b1w3w/w3ww3/1w5w1/w2b2ww1/1w6w "
            "b 1 d1.i3.e5+|e9.i11.d13+ 0 29 29 -",
            1,
        ),
        (
            "1b1w5/b2b1b1b1/1bw6/b4wb1b/4b2b1/1b2bb3/ww4b2/9/2b1w3w/w1b1ww3/1w5w1/w5ww1/1w6w "
            "b 1 d1.i3.e5+|e9.i11.d13+ 0 27 27 -",
            3,
        ),
    ],
}
CASES = [(game, text, plies) for game, cases in FORCED_WINS.items() for text, plies in cases]
