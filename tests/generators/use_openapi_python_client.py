"""Uses the client that openapi-python-client makes: lists positions, quotes and builds a bet."""

import json
import os

from prediction_market_client import AuthenticatedClient
from prediction_market_client.api.bets import place_bet, quote_bet
from prediction_market_client.api.wallets import list_positions
from prediction_market_client.models import (
    PlaceBet,
    PlaceBetOutcome,
    Position,
    ProjectedBet,
    Quote,
    QuoteBetOutcome,
)

client = AuthenticatedClient(base_url=os.environ["GATEWAY_URL"], token=os.environ["API_KEY"])
market = os.environ["MARKET"]

positions = list_positions.sync(os.environ["WALLET"], client=client)
assert isinstance(positions, list) and all(isinstance(one, Position) for one in positions), positions
quote = quote_bet.sync(market, client=client, outcome=QuoteBetOutcome.NO, amount="0.5")
assert isinstance(quote, Quote), quote
built = place_bet.sync(market, client=client, body=PlaceBet(outcome=PlaceBetOutcome.NO, amount="0.5"))
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
