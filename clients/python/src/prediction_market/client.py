"""The client of a gateway."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from types import TracebackType
from typing import Any, cast, overload

import httpx
from solders.keypair import Keypair

from . import errors
from .error import GatewayError
from .models import (
    Bankroll,
    BetConfirmation,
    Event,
    MarketResult,
    OpenMarket,
    PendingTransaction,
    PlaceBet,
    ProjectedBankroll,
    ProjectedBet,
    ProjectedClaim,
    ProjectedMarket,
    ProjectedPurchase,
    PurchaseConfirmation,
)
from .operations import Operations
from .page import Page
from .signing import WalletAuth, sign_transaction

RETRY_SECONDS = 1.0
"""The pause before the event stream is opened again."""

SILENCE_SECONDS = 60.0
"""A stream without even a comment for so long is taken for lost."""


class Client(Operations):
    """A client for the REST interface of a gateway.

    Requests are signed by ``wallet``, or carry ``api_key``; public routes need neither. Answers are
    typed dictionaries with the names of the REST interface. A refusal is a :class:`GatewayError`, by
    its name one of ``prediction_market.errors``.

    :param base_url: the gateway without ``/v1``: ``http://127.0.0.1:8080``
    :param wallet: signs requests, unless there is an API key, and the transactions of :meth:`submit`
    :param http: sends the requests; a client of its own by default
    """

    def __init__(
        self,
        base_url: str,
        *,
        wallet: Keypair | None = None,
        api_key: str | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._wallet = wallet
        self._http = http or httpx.Client(timeout=30)
        self._auth = WalletAuth(wallet) if wallet and api_key is None else None
        self._headers = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    @overload
    def submit(self, built: ProjectedMarket, wallet: Keypair | None = None) -> OpenMarket: ...
    @overload
    def submit(self, built: ProjectedBet, wallet: Keypair | None = None) -> BetConfirmation: ...
    @overload
    def submit(self, built: ProjectedClaim, wallet: Keypair | None = None) -> MarketResult: ...
    @overload
    def submit(self, built: ProjectedPurchase, wallet: Keypair | None = None) -> PurchaseConfirmation: ...
    @overload
    def submit(self, built: ProjectedBankroll, wallet: Keypair | None = None) -> Bankroll: ...
    def submit(self, built: Any, wallet: Keypair | None = None) -> Any:
        """Sign the transaction of an answer, send it, and wait until it is confirmed.

        The same bytes have one effect however often they are sent, so they are sent again while the
        gateway still waits for them.

        :returns: the market, bet, result, purchase or bankroll as it is now
        :raises GatewayError: if the gateway or the program refuses the transaction, or it has expired
        """
        signer = wallet or self._wallet
        if signer is None:
            raise ValueError("a wallet must sign the transaction: give one to the client or to submit")
        signed = sign_transaction(built["transaction"]["base64"], signer)
        while True:
            answer = self.submit_transaction({"signedTransaction": signed})
            if answer.get("status") != "pending":
                return answer

    def bet(
        self, id: str, body: PlaceBet, *, idempotency_key: str | None = None
    ) -> BetConfirmation | PendingTransaction:
        """Place a bet: in one call with an API key of scope ``bet``, otherwise built, signed and sent.

        :returns: the bet; of one call that is not confirmed yet, its transaction
        """
        answer = self.place_bet(id, body, idempotency_key=idempotency_key)
        if "transaction" in answer:
            return self.submit(answer)
        return answer

    def stream_events(
        self,
        *,
        market: Sequence[str] | None = None,
        wallet: str | None = None,
        last_event_id: str | None = None,
    ) -> Iterator[Event]:
        """Yield events as they happen, each once, in the order of their ids.

        After a lost connection the stream goes on where it was.

        :param last_event_id: begins after this event; ``"0"`` for all, now by default
        """
        last = last_event_id
        while True:
            query = {"market": market, "wallet": wallet, "lastEventId": last}
            try:
                with self._http.stream(
                    "GET",
                    self._base_url + "/v1/events",
                    params=_present(query),
                    headers=self._headers,
                    auth=self._auth,
                    timeout=httpx.Timeout(10, read=SILENCE_SECONDS),
                ) as response:
                    if not response.is_success:
                        response.read()
                        raise _error_of(response)
                    for line in response.iter_lines():
                        if line.startswith("data: "):
                            event = cast(Event, _parse(line[len("data: ") :]))
                            last = str(event["id"])
                            yield event
            except httpx.TransportError:
                pass
            except GatewayError as error:
                if error.status < 500 and error.status != 429:
                    raise
            time.sleep(RETRY_SECONDS)

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: object = None,
    ) -> Any:
        sent = {**self._headers, **_present(headers)}
        content = None
        if body is not None:
            content = json.dumps(body, default=_exact).encode()
            sent["Content-Type"] = "application/json"
        response = self._http.request(
            method,
            self._base_url + path,
            params=_present(query),
            headers=sent,
            content=content,
            auth=self._auth,
        )
        if not response.is_success:
            raise _error_of(response)
        answer = _parse(response.text)
        if not isinstance(answer, list):
            return answer
        page = Page[Any](answer)
        page.next_cursor = response.headers.get("x-next-cursor")
        return page


def _present(values: Mapping[str, Any] | None) -> dict[str, Any]:
    return {name: value for name, value in (values or {}).items() if value is not None}


def _parse(text: str) -> Any:
    return json.loads(text, parse_float=Decimal)


def _exact(value: object) -> str:
    """A decimal as the gateway takes it, with every digit."""
    if isinstance(value, Decimal):
        return format(value, "f")
    raise TypeError(f"{type(value).__name__} is not JSON")


def _error_of(response: httpx.Response) -> GatewayError:
    code = response.headers.get("x-error-code")
    retry_after = response.headers.get("retry-after")
    try:
        message = str(response.json()["error"])
    except (ValueError, KeyError, TypeError):
        message = f"The gateway answered {response.status_code}"
    kind = errors.BY_NAME.get(code or "", GatewayError)
    seconds = float(retry_after) if retry_after and retry_after.isdigit() else None
    return kind(message, status=response.status_code, code=code, retry_after=seconds)
