"""Games that are played here: their course, what is shown of them, who watches; bots' duels and series."""
