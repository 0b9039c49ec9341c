"""What a search writes down, and the certificate made of it."""
