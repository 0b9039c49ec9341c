"""What a panel of columns is worth: on new rows, beside its rivals, and how surely the same one is chosen."""
