"""Who plays with whom: the rules of the queues, and the forming of matches."""
