def draw(game): return []
