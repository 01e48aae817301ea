"""The error of a refused request."""

from __future__ import annotations


class GatewayError(Exception):
    """A request that the gateway refused: one of ``prediction_market.errors``, by its name."""

    def __init__(self, message: str, *, status: int, code: str | None = None, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        """The HTTP status."""
        self.code = code
        """The name in ``X-Error-Code``; ``None`` if something between here and the gateway answered."""
        self.retry_after = retry_after
        """Seconds after which another attempt makes sense; ``None`` if the gateway does not say."""
