"""Signs requests to a gateway, and the transactions that it builds."""

import base64
import hashlib
import json
import secrets
import time
import urllib.error
import urllib.request

from nacl.signing import SigningKey

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58(data):
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = ALPHABET[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


class Wallet:
    """A key in memory."""

    def __init__(self):
        self.key = SigningKey.generate()
        self.address = base58(bytes(self.key.verify_key))

    def sign(self, message):
        return self.key.sign(message).signature

    def sign_transaction(self, transaction):
        """Signs a transaction with one signer: a byte, its signature of 64 bytes, and the message."""
        data = base64.b64decode(transaction)
        return base64.b64encode(data[:1] + self.sign(data[65:]) + data[65:]).decode()


class Gateway:
    def __init__(self, url):
        self.url = url
        self.host = url.split("//")[1]

    def call(self, method, path, body=None, wallet=None, headers=None):
        """Sends a request, which a wallet signs, and returns the answer. Raises RuntimeError for a refusal."""
        data = json.dumps(body).encode() if body is not None else b""
        sent = {"Content-Type": "application/json", **(headers or {})}
        if wallet:
            sent.update(self.signature(wallet, method, path, data))
        request = urllib.request.Request(self.url + path, data or None, sent, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise RuntimeError(f"{refusal.code}: {json.load(refusal)['error']}") from None

    def signature(self, wallet, method, path, data):
        timestamp, nonce = str(time.time_ns() // 1_000_000), secrets.token_hex(16)
        digest = hashlib.sha256(data).hexdigest()
        lines = ["prediction-market:v1", self.host, f"{method} {path}", timestamp, nonce, digest]
        signature = wallet.sign("\n".join(lines).encode())
        return {
            "X-Wallet-Address": wallet.address,
            "X-Wallet-Timestamp": timestamp,
            "X-Wallet-Nonce": nonce,
            "X-Wallet-Signature": base64.b64encode(signature).decode(),
        }

    def submit(self, wallet, method, path, body):
        """Has something built, signs its transaction, and returns the answer once it is confirmed."""
        built = self.call(method, path, body, wallet=wallet)
        signed = {"signedTransaction": wallet.sign_transaction(built["transaction"]["base64"])}
        while True:
            answer = self.call("POST", "/v1/transactions", signed)
            # The same transaction has one effect, so it is sent again until it is confirmed.
            if answer.get("status") != "pending":
                return answer
