"""Signs requests to a gateway, and the transactions that it builds."""

from __future__ import annotations

import base64
import hashlib
import secrets
import time
from collections.abc import Generator

import httpx
from solders.keypair import Keypair
from solders.message import to_bytes_versioned
from solders.transaction import VersionedTransaction


class WalletAuth(httpx.Auth):
    """Signs every request with a wallet, for the host that it goes to."""

    requires_request_body = True

    def __init__(self, wallet: Keypair) -> None:
        self._wallet = wallet

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers.update(
            sign_request(
                self._wallet,
                method=request.method,
                host=request.headers["host"],
                path=request.url.raw_path.decode(),
                body=request.content,
            )
        )
        yield request


def sign_request(
    wallet: Keypair,
    *,
    method: str,
    host: str,
    path: str,
    body: bytes = b"",
    timestamp: int | None = None,
    nonce: str | None = None,
) -> dict[str, str]:
    """Return the four headers that prove who sends a request.

    :param host: as in the ``Host`` header
    :param path: with the query
    :param timestamp: unix milliseconds; now by default
    :param nonce: good once; random by default
    """
    timestamp = time.time_ns() // 1_000_000 if timestamp is None else timestamp
    nonce = secrets.token_hex(16) if nonce is None else nonce
    digest = hashlib.sha256(body).hexdigest()
    lines = ["prediction-market:v1", host.lower(), f"{method.upper()} {path}", str(timestamp), nonce, digest]
    signature = wallet.sign_message("\n".join(lines).encode())
    return {
        "X-Wallet-Address": str(wallet.pubkey()),
        "X-Wallet-Timestamp": str(timestamp),
        "X-Wallet-Nonce": nonce,
        "X-Wallet-Signature": base64.b64encode(bytes(signature)).decode(),
    }


def sign_transaction(transaction: str, wallet: Keypair) -> str:
    """Sign a transaction in base64 that the gateway built.

    :raises ValueError: if it does not ask for a signature of the wallet
    """
    unsigned = VersionedTransaction.from_bytes(base64.b64decode(transaction))
    message = unsigned.message
    signers = message.account_keys[: message.header.num_required_signatures]
    if wallet.pubkey() not in signers:
        raise ValueError(f"the transaction does not ask for a signature of {wallet.pubkey()}")
    signatures = unsigned.signatures
    signatures[signers.index(wallet.pubkey())] = wallet.sign_message(to_bytes_versioned(message))
    return base64.b64encode(bytes(VersionedTransaction.populate(message, signatures))).decode()
