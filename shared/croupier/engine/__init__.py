"""What the games are made of: cards, shuffles and poker hands; standard library only."""
