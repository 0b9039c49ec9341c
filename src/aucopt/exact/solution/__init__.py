"""What a search returns to people, and what can be asked of it."""
