"""Any number of columns: a local search over planes, without a proof."""
