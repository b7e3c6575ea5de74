"""What makes the documents: the Python reference out of the docstrings, and a site out of all pages."""
