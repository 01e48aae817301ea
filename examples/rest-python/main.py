"""Opens a market through the REST interface, bets on it in two ways, and waits for the payout."""

import datetime
import json
import os
import urllib.request

from gateway import Gateway, Wallet

gateway = Gateway(os.environ.get("GATEWAY_URL", "http://127.0.0.1:8080"))
market_seconds = int(os.environ.get("MARKET_SECONDS", "45"))


def in_seconds(seconds):
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return moment.isoformat().replace("+00:00", "Z")


# A wallet, and play money for it.
alice = Wallet()
gateway.call("POST", "/v1/localnet/faucet", {"wallet": alice.address, "currency": "SOL", "amount": "10"})
for market in gateway.call("GET", "/v1/markets?status=open&limit=3"):
    print(market["question"], market["odds"])

# A market by a question. What changes something is built by the gateway and signed here.
question = {
    "question": "Will SOL be above $20 at expiry?",
    "outcomes": ["Yes", "No"],
    "currency": "SOL",
    "expireAt": in_seconds(market_seconds),
}
market = gateway.submit(alice, "POST", "/v1/markets", question)
path = f"/v1/markets/{market['id']}"
print(f"opened {market['id']}, which expires at {market['expireAt']}")

# A quote, and a bet that Alice signs.
quote = gateway.call("GET", f"{path}/quote?outcome=Yes&amount=0.5")
bet = {"outcome": "Yes", "amount": "0.5", "minPayout": quote["payout"]}
print(gateway.submit(alice, "POST", f"{path}/bets", bet)["message"])

# A bankroll, and an API key that may bet from it: at most 1 SOL a bet and 2 SOL in all, today.
gateway.submit(alice, "POST", "/v1/bankroll/deposits", {"currency": "SOL", "amount": "3"})
key = gateway.call("POST", "/v1/keys", {"scopes": ["bet"]}, wallet=alice)
delegate = {
    "limits": {"SOL": {"perBet": "1", "total": "2"}},
    "expiresAt": in_seconds(86_400),
}
gateway.submit(alice, "PUT", f"/v1/bankroll/delegates/{key['id']}", delegate)

# A bet in one call, with the API key alone. The same Idempotency-Key never bets twice.
headers = {"Authorization": f"Bearer {key['key']}", "Idempotency-Key": f"example-{key['id']}"}
placed = gateway.call("POST", f"{path}/bets", {"outcome": "No", "amount": "0.25"}, headers=headers)
again = gateway.call("POST", f"{path}/bets", {"outcome": "No", "amount": "0.25"}, headers=headers)
print(f"in one call: {placed['transactionId']}, and again: {again['transactionId']}")

# The stream, from the first event of the market to the payout.
print("waiting for the decision", flush=True)
stream = f"{gateway.url}/v1/events?market={market['id']}&lastEventId=0"
with urllib.request.urlopen(stream) as events:
    for line in events:
        if not line.startswith(b"data: "):
            continue
        event = json.loads(line[6:])
        print(f"event {event['id']}: {event['type']}", event.get("winningOutcome", ""), flush=True)
        if event["type"] == "payout":
            break
result = gateway.call("GET", f"{path}/result", wallet=alice)
print(f"paid: {result['yourWinnings']} SOL in {result['transactionId']}")
