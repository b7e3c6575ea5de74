"""Players that get better by playing: tuned weights and learned networks."""
