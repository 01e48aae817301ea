# Generated from the OpenAPI document by tools/generate-rest.ts. Do not edit.
"""The routes of the REST interface, one method each, by the names of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast
from urllib.parse import quote

from .models import (
    ApiKey,
    Asset,
    Balances,
    Bankroll,
    BankrollTransfer,
    BetConfirmation,
    Burns,
    Buy,
    Config,
    CreateKey,
    CreateMarket,
    CreateWebhook,
    CreatedWebhook,
    DecisionProof,
    Delivery,
    Event,
    Faucet,
    FaucetPayment,
    Health,
    HistoryPoint,
    Holder,
    IssuedKey,
    Leader,
    LiveMarket,
    Liveness,
    MarketDetail,
    MarketResult,
    MarketStatus,
    MarketSummary,
    MeasuredValue,
    OpenMarket,
    PendingTransaction,
    PlaceBet,
    PlacedBet,
    Position,
    ProjectedBankroll,
    ProjectedBet,
    ProjectedClaim,
    ProjectedMarket,
    ProjectedPurchase,
    PurchaseConfirmation,
    Question,
    QuestionAnswer,
    Quote,
    ReplayWebhook,
    RoundSeries,
    SetDelegate,
    SetEvent,
    SetPrice,
    SetToken,
    SimulatedPrice,
    SubmitTransaction,
    Token,
    TransactionStatus,
    WalletEvent,
    Webhook,
)
from .page import Page


class Operations:
    """Every route that answers in JSON. :class:`prediction_market.Client` sends the requests."""

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: object = None,
    ) -> Any:
        raise NotImplementedError

    def build_market(
        self,
        body: CreateMarket,
        *,
        idempotency_key: str | None = None,
    ) -> ProjectedMarket:
        """Build a market."""
        return cast(
            "ProjectedMarket",
            self._call(
                "POST",
                "/v1/markets",
                headers={"Idempotency-Key": idempotency_key},
                body=body,
            ),
        )

    def list_markets(
        self,
        *,
        status: MarketStatus | None = None,
        currency: Literal["SOL", "UTILITY"] | None = None,
        token_address: str | None = None,
        creator: str | None = None,
        type: Sequence[Literal["price", "marketCap", "supply", "migration", "holders", "event", "change"]] | None = None,
        asset: str | None = None,
        q: str | None = None,
        sort: Literal["newest", "expiring", "volume", "trending"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> Page[MarketSummary]:
        """List markets."""
        return cast(
            "Page[MarketSummary]",
            self._call(
                "GET",
                "/v1/markets",
                query={"status": status, "currency": currency, "tokenAddress": token_address, "creator": creator, "type": type, "asset": asset, "q": q, "sort": sort, "limit": limit, "offset": offset, "cursor": cursor},
            ),
        )

    def get_market(
        self,
        id: str,
    ) -> MarketDetail:
        """Get a market."""
        return cast(
            "MarketDetail",
            self._call(
                "GET",
                f'/v1/markets/{quote(str(id), safe="")}',
            ),
        )

    def place_bet(
        self,
        id: str,
        body: PlaceBet,
        *,
        build: Literal["true", "false"] | None = None,
        idempotency_key: str | None = None,
    ) -> BetConfirmation | ProjectedBet | PendingTransaction:
        """Place a bet, or build one."""
        return cast(
            "BetConfirmation | ProjectedBet | PendingTransaction",
            self._call(
                "POST",
                f'/v1/markets/{quote(str(id), safe="")}/bets',
                query={"build": build},
                headers={"Idempotency-Key": idempotency_key},
                body=body,
            ),
        )

    def list_bets(
        self,
        id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> Page[PlacedBet]:
        """List the bets of a market, newest first."""
        return cast(
            "Page[PlacedBet]",
            self._call(
                "GET",
                f'/v1/markets/{quote(str(id), safe="")}/bets',
                query={"limit": limit, "offset": offset, "cursor": cursor},
            ),
        )

    def quote_bet(
        self,
        id: str,
        *,
        outcome: Literal["Yes", "No"],
        amount: str,
    ) -> Quote:
        """Quote a bet."""
        return cast(
            "Quote",
            self._call(
                "GET",
                f'/v1/markets/{quote(str(id), safe="")}/quote',
                query={"outcome": outcome, "amount": amount},
            ),
        )

    def get_result(
        self,
        id: str,
    ) -> MarketResult:
        """Get the result of a market for the caller."""
        return cast(
            "MarketResult",
            self._call(
                "GET",
                f'/v1/markets/{quote(str(id), safe="")}/result',
            ),
        )

    def submit_transaction(
        self,
        body: SubmitTransaction,
        *,
        idempotency_key: str | None = None,
    ) -> OpenMarket | BetConfirmation | MarketResult | PurchaseConfirmation | Bankroll | TransactionStatus | PendingTransaction:
        """Submit a signed transaction."""
        return cast(
            "OpenMarket | BetConfirmation | MarketResult | PurchaseConfirmation | Bankroll | TransactionStatus | PendingTransaction",
            self._call(
                "POST",
                "/v1/transactions",
                headers={"Idempotency-Key": idempotency_key},
                body=body,
            ),
        )

    def get_transaction(
        self,
        id: str,
    ) -> TransactionStatus:
        """Get the status of a transaction."""
        return cast(
            "TransactionStatus",
            self._call(
                "GET",
                f'/v1/transactions/{quote(str(id), safe="")}',
            ),
        )

    def build_claim(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> ProjectedClaim:
        """Build a claim."""
        return cast(
            "ProjectedClaim",
            self._call(
                "POST",
                f'/v1/markets/{quote(str(id), safe="")}/claim',
                headers={"Idempotency-Key": idempotency_key},
            ),
        )

    def read_question(
        self,
        body: Question,
    ) -> QuestionAnswer:
        """Read a question."""
        return cast(
            "QuestionAnswer",
            self._call(
                "POST",
                "/v1/questions",
                body=body,
            ),
        )

    def get_proof(
        self,
        id: str,
    ) -> DecisionProof:
        """Get the proof of a decision."""
        return cast(
            "DecisionProof",
            self._call(
                "GET",
                f'/v1/markets/{quote(str(id), safe="")}/proof',
            ),
        )

    def get_market_history(
        self,
        id: str,
        *,
        interval: Literal["1s", "10s", "1m", "5m", "15m", "1h", "4h", "1d"] | None = None,
        from_: str | None = None,
        to: str | None = None,
    ) -> list[HistoryPoint]:
        """Get odds and volume of a market over time."""
        return cast(
            "list[HistoryPoint]",
            self._call(
                "GET",
                f'/v1/markets/{quote(str(id), safe="")}/history',
                query={"interval": interval, "from": from_, "to": to},
            ),
        )

    def list_holders(
        self,
        id: str,
    ) -> list[Holder]:
        """List the 50 wallets with the largest stakes in a market, largest first."""
        return cast(
            "list[Holder]",
            self._call(
                "GET",
                f'/v1/markets/{quote(str(id), safe="")}/holders',
            ),
        )

    def list_measured_values(
        self,
        id: str,
    ) -> list[MeasuredValue]:
        """List the measured values of a market over time, oldest first."""
        return cast(
            "list[MeasuredValue]",
            self._call(
                "GET",
                f'/v1/markets/{quote(str(id), safe="")}/values',
            ),
        )

    def list_live_markets(
        self,
        *,
        market: Sequence[str],
    ) -> list[LiveMarket]:
        """Get the measured value, odds over time and number of bets of several open markets."""
        return cast(
            "list[LiveMarket]",
            self._call(
                "GET",
                "/v1/live",
                query={"market": market},
            ),
        )

    def list_rounds(
        self,
    ) -> list[RoundSeries]:
        """List the series of rounds."""
        return cast(
            "list[RoundSeries]",
            self._call(
                "GET",
                "/v1/rounds",
            ),
        )

    def get_rounds(
        self,
        series: int,
        *,
        limit: int | None = None,
    ) -> RoundSeries:
        """Get a series of rounds."""
        return cast(
            "RoundSeries",
            self._call(
                "GET",
                f'/v1/rounds/{quote(str(series), safe="")}',
                query={"limit": limit},
            ),
        )

    def list_activity(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> Page[Event]:
        """List the events of everyone, newest first."""
        return cast(
            "Page[Event]",
            self._call(
                "GET",
                "/v1/activity",
                query={"limit": limit, "offset": offset, "cursor": cursor},
            ),
        )

    def list_positions(
        self,
        address: str,
        *,
        status: MarketStatus | None = None,
        market: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> Page[Position]:
        """List the positions of a wallet, newest first."""
        return cast(
            "Page[Position]",
            self._call(
                "GET",
                f'/v1/wallets/{quote(str(address), safe="")}/positions',
                query={"status": status, "market": market, "limit": limit, "offset": offset, "cursor": cursor},
            ),
        )

    def get_wallet_history(
        self,
        address: str,
        *,
        market: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> Page[WalletEvent]:
        """List the markets, bets, payouts and burns of a wallet, newest first."""
        return cast(
            "Page[WalletEvent]",
            self._call(
                "GET",
                f'/v1/wallets/{quote(str(address), safe="")}/history',
                query={"market": market, "limit": limit, "offset": offset, "cursor": cursor},
            ),
        )

    def get_balances(
        self,
        address: str,
    ) -> Balances:
        """Get the balances of a wallet."""
        return cast(
            "Balances",
            self._call(
                "GET",
                f'/v1/wallets/{quote(str(address), safe="")}/balances',
            ),
        )

    def get_leaderboard(
        self,
        *,
        by: Literal["profit", "volume", "winRate"] | None = None,
        period: Literal["day", "week", "month", "all"] | None = None,
        currency: Literal["SOL", "UTILITY"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> Page[Leader]:
        """Rank wallets."""
        return cast(
            "Page[Leader]",
            self._call(
                "GET",
                "/v1/leaderboard",
                query={"by": by, "period": period, "currency": currency, "limit": limit, "offset": offset, "cursor": cursor},
            ),
        )

    def issue_key(
        self,
        body: CreateKey,
    ) -> IssuedKey:
        """Issue an API key for the wallet that signs the request."""
        return cast(
            "IssuedKey",
            self._call(
                "POST",
                "/v1/keys",
                body=body,
            ),
        )

    def list_keys(
        self,
    ) -> list[ApiKey]:
        """List the API keys of the wallet that signs the request, newest first."""
        return cast(
            "list[ApiKey]",
            self._call(
                "GET",
                "/v1/keys",
            ),
        )

    def revoke_key(
        self,
        id: str,
    ) -> ApiKey:
        """Revoke an API key immediately and permanently."""
        return cast(
            "ApiKey",
            self._call(
                "DELETE",
                f'/v1/keys/{quote(str(id), safe="")}',
            ),
        )

    def get_bankroll(
        self,
    ) -> Bankroll:
        """Get the bankroll of the caller."""
        return cast(
            "Bankroll",
            self._call(
                "GET",
                "/v1/bankroll",
            ),
        )

    def build_deposit(
        self,
        body: BankrollTransfer,
        *,
        idempotency_key: str | None = None,
    ) -> ProjectedBankroll:
        """Build a deposit."""
        return cast(
            "ProjectedBankroll",
            self._call(
                "POST",
                "/v1/bankroll/deposits",
                headers={"Idempotency-Key": idempotency_key},
                body=body,
            ),
        )

    def build_withdrawal(
        self,
        body: BankrollTransfer,
        *,
        idempotency_key: str | None = None,
    ) -> ProjectedBankroll:
        """Build a withdrawal."""
        return cast(
            "ProjectedBankroll",
            self._call(
                "POST",
                "/v1/bankroll/withdrawals",
                headers={"Idempotency-Key": idempotency_key},
                body=body,
            ),
        )

    def build_delegate(
        self,
        key_id: str,
        body: SetDelegate,
    ) -> ProjectedBankroll:
        """Build the transaction that lets an API key bet, or changes its limits."""
        return cast(
            "ProjectedBankroll",
            self._call(
                "PUT",
                f'/v1/bankroll/delegates/{quote(str(key_id), safe="")}',
                body=body,
            ),
        )

    def build_delegate_end(
        self,
        key_id: str,
    ) -> ProjectedBankroll:
        """Build the transaction that ends the bets of an API key."""
        return cast(
            "ProjectedBankroll",
            self._call(
                "DELETE",
                f'/v1/bankroll/delegates/{quote(str(key_id), safe="")}',
            ),
        )

    def get_burns(
        self,
        *,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
    ) -> Burns:
        """Get the burned amounts and the burn auction."""
        return cast(
            "Burns",
            self._call(
                "GET",
                "/v1/burns",
                query={"limit": limit, "offset": offset, "cursor": cursor},
            ),
        )

    def build_purchase(
        self,
        body: Buy,
        *,
        idempotency_key: str | None = None,
    ) -> ProjectedPurchase:
        """Build a purchase in the burn auction."""
        return cast(
            "ProjectedPurchase",
            self._call(
                "POST",
                "/v1/burns",
                headers={"Idempotency-Key": idempotency_key},
                body=body,
            ),
        )

    def get_config(
        self,
    ) -> Config:
        """Get the configuration of this deployment."""
        return cast(
            "Config",
            self._call(
                "GET",
                "/v1/config",
            ),
        )

    def list_assets(
        self,
    ) -> list[Asset]:
        """List the assets that questions can name, with their prices."""
        return cast(
            "list[Asset]",
            self._call(
                "GET",
                "/v1/assets",
            ),
        )

    def get_health(
        self,
    ) -> Health:
        """Check readiness: whether reads of markets are current."""
        return cast(
            "Health",
            self._call(
                "GET",
                "/health",
            ),
        )

    def get_readiness(
        self,
    ) -> Health:
        """Check readiness: whether reads of markets are current."""
        return cast(
            "Health",
            self._call(
                "GET",
                "/health/ready",
            ),
        )

    def get_liveness(
        self,
    ) -> Liveness:
        """Check that the process is alive."""
        return cast(
            "Liveness",
            self._call(
                "GET",
                "/health/live",
            ),
        )

    def create_webhook(
        self,
        body: CreateWebhook,
    ) -> CreatedWebhook:
        """Register a webhook: events are sent to a URL."""
        return cast(
            "CreatedWebhook",
            self._call(
                "POST",
                "/v1/webhooks",
                body=body,
            ),
        )

    def list_webhooks(
        self,
    ) -> list[Webhook]:
        """List the webhooks of the caller, oldest first."""
        return cast(
            "list[Webhook]",
            self._call(
                "GET",
                "/v1/webhooks",
            ),
        )

    def delete_webhook(
        self,
        id: str,
    ) -> Webhook:
        """Delete a webhook and its log."""
        return cast(
            "Webhook",
            self._call(
                "DELETE",
                f'/v1/webhooks/{quote(str(id), safe="")}',
            ),
        )

    def list_deliveries(
        self,
        id: str,
    ) -> list[Delivery]:
        """List the last attempts to deliver events, newest first."""
        return cast(
            "list[Delivery]",
            self._call(
                "GET",
                f'/v1/webhooks/{quote(str(id), safe="")}/deliveries',
            ),
        )

    def replay_webhook(
        self,
        id: str,
        body: ReplayWebhook,
    ) -> Webhook:
        """Replay the events after one, and enable the webhook."""
        return cast(
            "Webhook",
            self._call(
                "POST",
                f'/v1/webhooks/{quote(str(id), safe="")}/replay',
                body=body,
            ),
        )

    def set_price(
        self,
        body: SetPrice,
        *,
        idempotency_key: str | None = None,
    ) -> SimulatedPrice:
        """Set a simulated price and hold it."""
        return cast(
            "SimulatedPrice",
            self._call(
                "POST",
                "/v1/localnet/prices",
                headers={"Idempotency-Key": idempotency_key},
                body=body,
            ),
        )

    def request_funds(
        self,
        body: Faucet,
        *,
        idempotency_key: str | None = None,
    ) -> FaucetPayment:
        """Pay out play money."""
        return cast(
            "FaucetPayment",
            self._call(
                "POST",
                "/v1/localnet/faucet",
                headers={"Idempotency-Key": idempotency_key},
                body=body,
            ),
        )

    def set_token(
        self,
        body: SetToken,
        *,
        idempotency_key: str | None = None,
    ) -> Token:
        """Create or change a token."""
        return cast(
            "Token",
            self._call(
                "POST",
                "/v1/localnet/tokens",
                headers={"Idempotency-Key": idempotency_key},
                body=body,
            ),
        )

    def set_event(
        self,
        body: SetEvent,
        *,
        idempotency_key: str | None = None,
    ) -> SetEvent:
        """Set whether the event of a market has taken place."""
        return cast(
            "SetEvent",
            self._call(
                "POST",
                "/v1/localnet/events",
                headers={"Idempotency-Key": idempotency_key},
                body=body,
            ),
        )
