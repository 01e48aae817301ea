"""Yes/no prediction markets on Solana: a client for the REST interface of a gateway."""

from . import errors, models
from .client import Client
from .error import GatewayError
from .page import Page
from .signing import sign_request, sign_transaction

__all__ = ["Client", "GatewayError", "Page", "errors", "models", "sign_request", "sign_transaction"]
