"""Croupier: deals, reveals, checks and scores card and bingo games, and finds players for them."""
