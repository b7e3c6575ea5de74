"""What every part of the page needs: settings, refusals, texts, limits, workers, the shell of a page."""
