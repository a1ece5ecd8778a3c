"""DynamoDB, and the only place that knows it."""
