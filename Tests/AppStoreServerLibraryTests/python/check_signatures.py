"""Judges what the Swift library signed with what Apple's Python library uses, and signs the same for comparison.

usage: check_signatures.py FOLDER

Reads private.pem, public.pem and signed.json from the folder and prints a JSON object of findings.
"""
import base64
import json
import sys
import uuid
from pathlib import Path

import jwt
from appstoreserverlibrary.jws_signature_creator import (
    IntroductoryOfferEligibilitySignatureCreator, PromotionalOfferV2SignatureCreator)
from appstoreserverlibrary.promotional_offer import PromotionalOfferSignatureCreator
from appstoreserverlibrary.receipt_utility import ReceiptUtility
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

folder = Path(sys.argv[1])
private = (folder / "private.pem").read_bytes()
public = serialization.load_pem_public_key((folder / "public.pem").read_bytes())
signed = json.loads((folder / "signed.json").read_text())
team = (signed["keyId"], signed["issuerId"], signed["bundleId"])


def claims(token, audience):
    """The claims of a token whose signature holds, without those that are new each time."""
    found = jwt.decode(token, public, algorithms=["ES256"], audience=audience, options={"verify_iat": False})
    uuid.UUID(found.pop("nonce"))
    assert isinstance(found.pop("iat"), int)
    return found


def same(name, audience, token):
    return claims(signed[name], audience) == claims(token, audience)


def accepts(signature, *parts):
    message = "\u2063".join((signed["bundleId"], signed["keyId"]) + parts).encode()
    try:
        public.verify(base64.b64decode(signature), message, ec.ECDSA(hashes.SHA256()))
        return True
    except InvalidSignature:
        return False


original = ("p", "o", "token", "20fba8a0-2b80-4a7d-a17f-85c1854727f8", "1800000000000")
theirs = PromotionalOfferSignatureCreator(private, signed["keyId"], signed["bundleId"]).create_signature(
    "p", "o", "TOKEN", uuid.UUID("20fba8a0-2b80-4a7d-a17f-85c1854727f8"), 1800000000000)
advanced = claims(signed["advancedCommerce"], "advanced-commerce-api")
request = json.loads(base64.b64decode(advanced.pop("request")))

print(json.dumps({
    "promotionalOffer": same(
        "promotionalOffer", "promotional-offer",
        PromotionalOfferV2SignatureCreator(private, *team).create_signature("p", "o", "t")),
    "introductoryOffer": same(
        "introductoryOffer", "introductory-offer-eligibility",
        IntroductoryOfferEligibilitySignatureCreator(private, *team).create_signature("p", True, "t")),
    "advancedCommerce": request["operation"] == "REACTIVATE_SUBSCRIPTION" and advanced == {
        "iss": signed["issuerId"], "bid": signed["bundleId"], "aud": "advanced-commerce-api"},
    "original": accepts(signed["original"], *original),
    "theirOriginal": accepts(theirs, *original),
    "appReceipt": ReceiptUtility().extract_transaction_id_from_app_receipt(signed["appReceipt"]),
    "openAppReceipt": ReceiptUtility().extract_transaction_id_from_app_receipt(signed["openAppReceipt"]),
}))
