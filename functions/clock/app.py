"""What is done by the clock: matches are made for players who are away."""

import os
from typing import Any

from aws_lambda_powertools import Logger

from croupier.matchmaking import matching
from croupier.matchmaking.rules import deployed

SPARE = 15_000  # milliseconds before the function is stopped: the last queue may take ten seconds

_logger = Logger(service="croupier", location=None)


def handler(event: dict[str, Any], context: Any) -> None:
    """Go once through all queues."""
    made = matching.match_everywhere(
        deployed(),
        retention_days=int(os.environ["MATCH_RETENTION_DAYS"]),
        seconds=(context.get_remaining_time_in_millis() - SPARE) / 1000,
    )
    _logger.info("clock", matches=made)
