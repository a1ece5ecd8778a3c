"""Who plays: accounts without an address, and the tokens that stand for them."""
