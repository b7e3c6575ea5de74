def refusal(game,code): return "X","x"
