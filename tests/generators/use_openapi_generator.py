"""Uses the client that openapi-generator makes: lists positions, quotes and builds a bet."""

import json
import os

from openapi_client import Amount, ApiClient, BetsApi, Configuration, PlaceBet, Position, ProjectedBet, WalletsApi

configuration = Configuration(host=os.environ["GATEWAY_URL"], access_token=os.environ["API_KEY"])
market = os.environ["MARKET"]

with ApiClient(configuration) as client:
    positions = WalletsApi(client).list_positions(os.environ["WALLET"])
    assert all(isinstance(one, Position) for one in positions), positions
    quote = BetsApi(client).quote_bet(market, outcome="No", amount="0.5")
    bet = PlaceBet(outcome="No", amount=Amount("0.5"))
    built = BetsApi(client).place_bet(market, bet).actual_instance
    assert isinstance(built, ProjectedBet), built

print(
    json.dumps(
        {
            "positions": [{"market": one.market_id, "yes": one.stake.yes} for one in positions],
            "payout": quote.payout,
            "signers": built.transaction.signers,
        }
    )
)
