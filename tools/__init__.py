"""For the people who work on schwarm: documents out of the sources, and the tests in one command."""
