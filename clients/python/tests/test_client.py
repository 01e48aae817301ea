"""The client against the gateway at GATEWAY_URL, which a localnet is behind."""

import datetime
import os
import time
from collections.abc import Iterator
from decimal import Decimal

import pytest
from prediction_market import Client, GatewayError, errors
from prediction_market.models import CreateMarket, OpenMarket, SetDelegate
from solders.keypair import Keypair

GATEWAY_URL = os.environ["GATEWAY_URL"]


def in_seconds(seconds: int) -> str:
    moment = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=seconds)
    return moment.isoformat().replace("+00:00", "Z")


def paid_wallet() -> Keypair:
    wallet = Keypair()
    with Client(GATEWAY_URL) as client:
        client.request_funds({"wallet": str(wallet.pubkey()), "currency": "SOL", "amount": "20"})
    return wallet


@pytest.fixture(scope="module")
def alice() -> Keypair:
    return paid_wallet()


@pytest.fixture
def client(alice: Keypair) -> Iterator[Client]:
    with Client(GATEWAY_URL, wallet=alice) as client:
        yield client


@pytest.fixture(scope="module")
def market(alice: Keypair) -> OpenMarket:
    terms: CreateMarket = {
        "question": "Will SOL be above $20 at expiry?",
        "outcomes": ["Yes", "No"],
        "currency": "SOL",
        "expireAt": in_seconds(86_400),
    }
    with Client(GATEWAY_URL, wallet=alice) as client:
        return client.submit(client.build_market(terms))


def test_lists_and_quotes(client: Client, market: OpenMarket) -> None:
    listed = client.list_markets(status="open", currency="SOL", limit=100)
    assert market["id"] in [item["id"] for item in listed]
    assert isinstance(client.list_rounds(), list)
    detail = client.get_market(market["id"])
    assert detail["status"] == "open" and detail["question"] == market["question"]
    quote = client.quote_bet(market["id"], outcome="Yes", amount="0.5")
    assert quote["amount"] == Decimal("0.5")
    assert quote["outcome"] == "Yes"


def test_pages(client: Client, alice: Keypair, market: OpenMarket) -> None:
    one = client.bet(market["id"], {"outcome": "Yes", "amount": "0.1"})
    other = client.bet(market["id"], {"outcome": "No", "amount": "0.1"})
    # The history follows the chain within a moment.
    deadline = time.monotonic() + 60
    while len(client.list_bets(market["id"])) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    first = client.list_bets(market["id"], limit=1)
    assert first.next_cursor is not None
    second = client.list_bets(market["id"], limit=1, cursor=first.next_cursor)
    listed = [bet["transactionId"] for bet in [*first, *second]]
    assert listed == [other["transactionId"], one["transactionId"]]


def test_bets_by_signing(client: Client, market: OpenMarket) -> None:
    bob = paid_wallet()
    with Client(GATEWAY_URL, wallet=bob) as bobs:
        bet = bobs.bet(market["id"], {"outcome": "Yes", "amount": Decimal("1.000000001")})
        # What is built with an API key is signed by the wallet.
        key = bobs.issue_key({"scopes": ["build"]})
        with Client(GATEWAY_URL, api_key=key["key"], wallet=bob) as builder:
            builder.bet(market["id"], {"outcome": "No", "amount": 2})
    assert "amountStaked" in bet and bet["amountStaked"] == Decimal("1.000000001")
    # The list comes from the history, which is there a moment later: the stream tells when.
    events = client.stream_events(market=[market["id"]], wallet=str(bob.pubkey()), last_event_id="0")
    first, second = next(events), next(events)
    assert first["type"] == "bet" and first["outcome"] == "Yes"
    assert second["type"] == "bet" and second["amount"] == 2
    [position] = client.list_positions(str(bob.pubkey()), market=market["id"])
    assert position["stake"] == {"Yes": Decimal("1.000000001"), "No": 2}


def test_bets_in_one_call(client: Client, market: OpenMarket) -> None:
    client.submit(client.build_deposit({"currency": "SOL", "amount": "3"}))
    key = client.issue_key({"scopes": ["read", "bet"]})
    with Client(GATEWAY_URL, api_key=key["key"]) as bot:
        with pytest.raises(errors.NotDelegate):
            bot.bet(market["id"], {"outcome": "No", "amount": "0.25"})
        limits: SetDelegate = {
            "limits": {"SOL": {"perBet": "1", "total": "2"}},
            "expiresAt": in_seconds(3_600),
        }
        bankroll = client.submit(client.build_delegate(key["id"], limits))
        assert [delegate["keyId"] for delegate in bankroll["delegates"]] == [key["id"]]
        placed = bot.bet(market["id"], {"outcome": "No", "amount": "0.25"}, idempotency_key="one")
        again = bot.bet(market["id"], {"outcome": "No", "amount": "0.25"}, idempotency_key="one")
        assert placed["transactionId"] == again["transactionId"]
        with pytest.raises(errors.DelegatePerBetExceeded):
            bot.bet(market["id"], {"outcome": "No", "amount": "1.5"})


def test_refusals_have_names(client: Client, market: OpenMarket) -> None:
    with pytest.raises(errors.PayoutTooLow) as refused:
        client.bet(market["id"], {"outcome": "Yes", "amount": "0.1", "minPayout": "1000"})
    assert (refused.value.status, refused.value.code) == (409, "PayoutTooLow")
    with pytest.raises(errors.InvalidInput, match="amount"):
        client.bet(market["id"], {"outcome": "Yes", "amount": "0.0000000001"})
    with pytest.raises(errors.MarketNotFound):
        client.get_market(f"market_{Keypair().pubkey()}")
    with pytest.raises(errors.MarketUndecided):
        client.get_result(market["id"])
    with Client(GATEWAY_URL, wallet=Keypair()) as poor, pytest.raises(errors.NoSol):
        poor.bet(market["id"], {"outcome": "Yes", "amount": "1"})
    with Client(GATEWAY_URL) as nobody, pytest.raises(errors.Unauthorized) as unknown:
        nobody.get_bankroll()
    assert (unknown.value.status, unknown.value.code) == (401, "Unauthorized")
    with pytest.raises(GatewayError) as stream:
        next(client.stream_events(market=["nothing"]))
    assert stream.value.status == 400
