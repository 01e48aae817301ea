"""What is signed, against the test vectors of the SDK and without a gateway."""

import base64
import json
import os
from pathlib import Path

import pytest
from prediction_market import sign_request, sign_transaction
from solders.hash import Hash
from solders.keypair import Keypair
from solders.message import MessageV0, to_bytes_versioned
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction

VECTORS = Path(os.environ["REQUEST_VECTORS"])


def test_requests_are_signed_as_the_vectors_say() -> None:
    vectors = json.loads(VECTORS.read_text())["vectors"]
    assert vectors
    for vector in vectors:
        headers = sign_request(
            Keypair.from_seed(bytes.fromhex(vector["seed"])),
            method=vector["method"],
            host=vector["host"],
            path=vector["path"],
            body=(vector["body"] or "").encode(),
            timestamp=vector["timestamp"],
            nonce=vector["nonce"],
        )
        assert headers["X-Wallet-Address"] == vector["address"]
        assert headers["X-Wallet-Signature"] == vector["signatureBase64"]


def test_a_wallet_signs_in_its_own_place() -> None:
    payer, owner = Keypair(), Keypair()
    instructions = [
        transfer(TransferParams(from_pubkey=key, to_pubkey=Pubkey.new_unique(), lamports=1))
        for key in (payer.pubkey(), owner.pubkey())
    ]
    message = MessageV0.try_compile(payer.pubkey(), instructions, [], Hash.default())
    unsigned = VersionedTransaction.populate(message, [Signature.default()] * 2)
    text = base64.b64encode(bytes(unsigned)).decode()
    signed = VersionedTransaction.from_bytes(base64.b64decode(sign_transaction(text, owner)))
    place = list(message.account_keys).index(owner.pubkey())
    assert signed.signatures[place].verify(owner.pubkey(), to_bytes_versioned(message))
    assert signed.signatures[1 - place] == Signature.default()
    with pytest.raises(ValueError, match="does not ask"):
        sign_transaction(text, Keypair())
