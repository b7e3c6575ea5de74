"""Positions from the middle of games that all Protista candidates list the moves of."""

POSITIONS = (
    "3b4b/b3b3w/5b2b/1b1bb4/1bb4b1/1w1B21b2w/2w6/b3b2w1/5b2w/w3ww1w1/1w2w4/1w7/1w2www1w"
    " b 1 d1.i3.e5|e9.i11.d13 0 45 45 -",
    "6bb1/b1B23b1b/b2b5/2b6/b1w2w1b1/w5w2/5b1b1/8w/w3w4/1w4b2/w1ww2w2/3w5/w1ww1w2w"
    " b 1 c3.e4.i5|i9.e10.c11 0 45 45 -",
    "1b6b/b3b4/3b3b1/bb2wb3/4b1bbb/2b6/6w2/5b2w/1w2w3w/4b1W22/w1w3bww/5w3/w2wbww1w"
    " b 1 d1.b5.i6|i8.b9.d13 0 45 45 -",
    "2bbB22b1/8b/b6b1/3b2b2/b1b1w3w/5bw1b/9/1w3w3/w1w1w3w/b6wb/w2www2w/5w3/1w5w1"
    " b 1 c2.d5.h5|d9.h9.c12 0 45 45 -",
    "bb3b3/1bb5b/wb1b2b2/2b6/b2b1b2b/2b6/4w3b/w1w4b1/w8/2wwww3/1ww2w3/w2ww2ww/w8"
    " b 1 d4.h4.f6|f8.d10.h10 0 45 45 -",
    "4b4/wb1b1b1b1/1w4b1B2/1w1b1b3/1b7/b2b1w1bb/1b1b5/8w/2w1b4/W2W22w1w2/w2ww4/3w5/8w"
    " b 1 g1.c4.i6|i8.c10.g13 0 45 45 -",
    "8b/b1b2wb2/1b7/2w1w3w/4bb3/1ww2bb1b/3w3b1/5b3/1w5w1/1w1www3/9/w1w2www1/9"
    " b 1 d1.i3+.e5|e9+.i11.d13 0 45 45 -",
    "2b4bb/1b1b5/9/b8/b1w1b4/3b2wbb/9/w8/2b1w1www/3w1w3/ww7/1w3w3/1ww5w b 1 c3.e4.i5+|i9.e10+.c11 0 45 45 -",
)
