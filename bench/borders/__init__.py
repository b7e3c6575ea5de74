"""The borders of the product at which strangers' input arrives, for `python -m bench.fuzz`."""
