"""Games looked at afterwards: judged ply by ply, mistakes mended, positions set up, games from outside."""
