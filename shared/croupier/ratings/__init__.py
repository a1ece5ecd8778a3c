"""Ratings: how good players are at each game, and who leads."""
