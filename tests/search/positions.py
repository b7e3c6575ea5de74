"""Positions in which the side to move wins by force, with the number of plies it takes."""

FORCED_WINS = {
    "blokus": [
        (
            ".RRRRR...R..RYYY.YY./GGGG..RGG.RRRY..YY../G..RRRRGGR.R.RR.Y.YY/.G..GGGR.RR..YRY.YY./"
            "GGGRRRGR.R.RYYRY..Y./..GRRGRR.R.RYY.YYY../RRRGGGR.R.R...Y...../GR...G..RRR.Y.Y.Y.YY/"
            "GRGGG.RRGG.YY.Y.Y.YB/G.R.GGRGG..Y.YY..YYB/GRRG.RR.RGGY.B.YY..B/.GRGG..RRG..BB.Y..B./"
            "GGGRGGRR.GG.B.BYY.B./.G.RRBGGG..GBGG..YBB/BBGGGBB.G..GGBGY.YB./.BGG..BBGBBG.BGGYYYB/"
            ".BB.BB...B.G.BYY.BBB/...BB.BBB.B.GBBYB..B/BBB...B...BBBYYBB.../B.B...B.BB.B.YYBB... "
            "67 5R 4O4T4I4L5I5X/3I4T4I4Z5I5X5Y/3I4O4I4Z5V5X/23L3I4T5I G - 60",
            1,
        ),
        (
            "...G...GGGYY..YY.YY./.GGG.GG.Y.YY..Y.Y..Y/.G..GG..Y.Y...YY..YY/G.G.G..YYY.Y.Y...Y../"
            "GGGYYYY..G.Y.Y.YYYY./.YYGGGG..GGY.YY....Y/..YY.GYGG.GYY.Y..YYY/GGG.YYYGG.GB.Y.BBY../"
            "G..GGGG.G..BYYYB..../.R.G..BB.G.BYB.YBBB./RR.BBBGBGG.BGBBYY.B./RBBRB.GBBGGBGBB.YYB./"
            "R.RRB.GGGBBGB..B.B.B/BRRBRRR..GBGBB.B.BBB/B.BBB.RGGGBGB..BB.RR/BBRRB.R..GBGB...B.RR/"
            "RR..RR..RR.RRRRBRR../.R.RR.RR.RR..RBRRR../.RR..R.R.R..RBBB..RR/......RR....RRRR..R. "
            "59 5U 3I4O4I4Z5W5X/3I4O4T5V5I5X/3I4T4I4L5T5I5X/13L4O4T4Z5I5X BYG - 58",
            3,
        ),
    ],
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
