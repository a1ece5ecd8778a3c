"""Stateless scoring: the cards of a real table in a body, what they are worth in the answer."""
