"""Opens a market through the REST interface, bets on it in two ways, and waits for the payout."""

import datetime
import os

from prediction_market import Client
from solders.keypair import Keypair

gateway = os.environ.get("GATEWAY_URL", "http://127.0.0.1:8080")
market_seconds = int(os.environ.get("MARKET_SECONDS", "45"))


def in_seconds(seconds: int) -> str:
    moment = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=seconds)
    return moment.isoformat().replace("+00:00", "Z")


# Create a wallet that signs requests and transactions, and get play money for it.
alice = Keypair()
client = Client(gateway, wallet=alice)
client.request_funds({"wallet": str(alice.pubkey()), "currency": "SOL", "amount": "10"})
for listed in client.list_markets(status="open", limit=3):
    print(f"{listed['question']} Yes {listed['odds']['Yes']}, No {listed['odds']['No']}")

# Open a market from a question: the gateway builds the transaction, and it is signed here.
projected = client.build_market(
    {
        "question": "Will SOL be above $20 at expiry?",
        "outcomes": ["Yes", "No"],
        "currency": "SOL",
        "expireAt": in_seconds(market_seconds),
    }
)
print(f"It means: {projected['details']}")
market = client.submit(projected)
print(f"opened {market['id']}, which expires at {market['expireAt']}")

# Quote a bet, and sign it. It is refused if its payout would be below the quote.
quote = client.quote_bet(market["id"], outcome="Yes", amount="0.5")
bet = client.bet(market["id"], {"outcome": "Yes", "amount": "0.5", "minPayout": quote["payout"]})
print(f"bet: {bet['transactionId']}")

# Set up a bankroll and an API key that may bet with it: at most 1 SOL a bet and 2 SOL in total, for a day.
client.submit(client.build_deposit({"currency": "SOL", "amount": "3"}))
key = client.issue_key({"scopes": ["bet"]})
delegate = client.build_delegate(
    key["id"],
    {"limits": {"SOL": {"perBet": "1", "total": "2"}}, "expiresAt": in_seconds(86_400)},
)
client.submit(delegate)

# Bet in one call, with the API key alone. The same Idempotency-Key never bets twice.
bot = Client(gateway, api_key=key["key"])
once = f"example-{key['id']}"
placed = bot.bet(market["id"], {"outcome": "No", "amount": "0.25"}, idempotency_key=once)
again = bot.bet(market["id"], {"outcome": "No", "amount": "0.25"}, idempotency_key=once)
print(f"in one call: {placed['transactionId']}, and again: {again['transactionId']}")

# Follow the stream, from the first event of the market to the payout.
print("waiting for the decision", flush=True)
for event in client.stream_events(market=[market["id"]], last_event_id="0"):
    print(f"event {event['id']}: {event['type']}", flush=True)
    if event["type"] == "resolution":
        print(f"decided: {event['winningOutcome']}")
    if event["type"] == "payout":
        break
result = client.get_result(market["id"])
print(f"paid: {result['yourWinnings']} SOL in {result['transactionId']}")
