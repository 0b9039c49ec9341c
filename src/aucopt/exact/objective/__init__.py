"""What is maximised: an objective counts a direction, and says what a count is worth."""
