# This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
# SPDX-License-Identifier: Apache-2.0
"""Asks a store what a developer's server asks the App Store, with Apple's own client, and lets Apple's verifier judge
everything that the store signs.

usage: test_server_api.py PATH-OF-OPENSTOREKIT [unittest option]...
"""

import http.server
import json
import pathlib
import queue
import re
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import uuid
import zlib

import jwt
import requests
from appstoreserverlibrary.api_client import (
    APIError,
    APIException,
    AppStoreServerAPIClient,
    GetTransactionHistoryVersion,
)
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.AutoRenewStatus import AutoRenewStatus
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.DefaultConfigurationRequest import DefaultConfigurationRequest
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.ImageSize import ImageSize
from appstoreserverlibrary.models.ImageState import ImageState
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.MessageState import MessageState
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.PerformanceTestRequest import PerformanceTestRequest
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.RealtimeUrlRequest import RealtimeUrlRequest
from appstoreserverlibrary.models.RefundPreference import RefundPreference
from appstoreserverlibrary.models.RefundPreferenceV1 import RefundPreferenceV1
from appstoreserverlibrary.models.SendAttemptResult import SendAttemptResult
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.Subtype import Subtype
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest
from appstoreserverlibrary.models.TransactionReason import TransactionReason
from appstoreserverlibrary.models.Type import Type
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UploadMessageRequestBody import UploadMessageRequestBody
from appstoreserverlibrary.models.UserStatus import UserStatus
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException, VerificationStatus
from cryptography.hazmat.primitives.asymmetric import ec

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHOP = ROOT / "Examples" / "Shop" / "Shop.storekit"
BUNDLE_ID = "com.example.python"
APP_APPLE_ID = 1234567890
COINS = "com.example.shop.coins.100"
FAMILY = "com.example.shop.plus.family"
PATIENCE = 20  # seconds that anything may take before it counts as missing


class Receiver:
    """A developer's server: keeps the notifications that are posted to it, in order."""

    def __init__(self):
        payloads = self.payloads = queue.Queue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()
                payloads.put(body["signedPayload"])

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/notifications"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self):
        return self.payloads.get(timeout=PATIENCE)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Store:
    """A store that the command runs."""

    def __init__(self, tool, notify, *options):
        self.directory = tempfile.TemporaryDirectory(prefix="openstorekit-")
        command = [tool, "store", SHOP, "--port", "0", "--json", "--bundle-id", BUNDLE_ID]
        command += ["--data", self.directory.name, "--notify", notify, "--quiet", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.place = json.loads(self.process.stdout.readline())

    def control(self, path, base=None, **body):
        answer = requests.post(f"{base or self.place['url']}/control/v1/{path}", json=body, timeout=PATIENCE)
        answer.raise_for_status()
        return answer.json()

    def buy(self, product, account=None):
        return self.control("purchases", productId=product, **({"account": account} if account else {}))

    def close(self):
        self.process.terminate()
        status = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        self.directory.cleanup()
        return status


class ServerAPITestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.receiver = Receiver()
        cls.store = Store(TOOL, cls.receiver.url)
        place = cls.store.place
        cls.key = pathlib.Path(place["keyFile"]).read_bytes()
        # The client has no parameter for a server's address.
        cls.client = AppStoreServerAPIClient(
            cls.key, place["keyID"], place["issuerID"], BUNDLE_ID, Environment.LOCAL_TESTING
        )
        cls.client._base_url = place["url"]
        cls.root = pathlib.Path(place["rootCertificate"]).read_bytes()
        cls.verifier = SignedDataVerifier([cls.root], False, Environment.SANDBOX, BUNDLE_ID, APP_APPLE_ID)
        cls.populate()

    @classmethod
    def tearDownClass(cls):
        status = cls.store.close()
        cls.receiver.close()
        if status != 0:
            raise AssertionError(f"the store ended with status {status}")

    @classmethod
    def populate(cls):
        """Buys what the tests of a class ask about."""

    def notification(self):
        return self.verifier.verify_and_decode_notification(self.receiver.next())

    def refused(self, status, error, call, *arguments):
        with self.assertRaises(APIException) as caught:
            call(*arguments)
        self.assertEqual(caught.exception.http_status_code, status)
        self.assertEqual(caught.exception.api_error, error)


class TransactionTests(ServerAPITestCase):
    @classmethod
    def populate(cls):
        cls.coins = cls.store.buy(COINS)
        cls.family = cls.store.buy(FAMILY)

    def info(self, bought):
        answer = self.client.get_transaction_info(bought["transactionId"])
        return self.verifier.verify_and_decode_signed_transaction(answer.signedTransactionInfo)

    def test_a_consumable_is_described(self):
        transaction = self.info(self.coins)
        self.assertEqual(transaction.transactionId, self.coins["transactionId"])
        self.assertEqual(transaction.productId, COINS)
        self.assertEqual(transaction.type, Type.CONSUMABLE)
        self.assertEqual(transaction.environment, Environment.SANDBOX)
        self.assertEqual((transaction.price, transaction.currency, transaction.storefront), (990, "USD", "USA"))
        self.assertIsNone(transaction.expiresDate)

    def test_a_subscription_is_described(self):
        transaction = self.info(self.family)
        self.assertEqual(transaction.type, Type.AUTO_RENEWABLE_SUBSCRIPTION)
        self.assertEqual(transaction.transactionReason, TransactionReason.PURCHASE)
        self.assertEqual(transaction.expiresDate, self.family["expiresDate"])
        self.assertIn((transaction.expiresDate - transaction.purchaseDate) // 86_400_000, range(28, 32))

    def test_a_transaction_that_is_not_there(self):
        self.refused(404, APIError.TRANSACTION_ID_NOT_FOUND, self.client.get_transaction_info, "9999999999999999")

    def test_an_identifier_that_is_none(self):
        self.refused(400, APIError.INVALID_TRANSACTION_ID, self.client.get_transaction_info, "abc")

    def test_another_root_vouches_for_nothing(self):
        with Foreign() as foreign:
            signed = self.client.get_transaction_info(self.coins["transactionId"]).signedTransactionInfo
            verifier = SignedDataVerifier([foreign], False, Environment.SANDBOX, BUNDLE_ID, APP_APPLE_ID)
            with self.assertRaises(VerificationException):
                verifier.verify_and_decode_signed_transaction(signed)

    def test_another_app_is_told_apart(self):
        signed = self.client.get_transaction_info(self.coins["transactionId"]).signedTransactionInfo
        verifier = SignedDataVerifier([self.root], False, Environment.SANDBOX, "com.example.another", APP_APPLE_ID)
        with self.assertRaises(VerificationException) as caught:
            verifier.verify_and_decode_signed_transaction(signed)
        self.assertEqual(caught.exception.status, VerificationStatus.INVALID_APP_IDENTIFIER)


class Foreign:
    """The root certificate of another store."""

    def __enter__(self):
        self.receiver = Receiver()
        self.store = Store(TOOL, self.receiver.url)
        return pathlib.Path(self.store.place["rootCertificate"]).read_bytes()

    def __exit__(self, *_):
        self.store.close()
        self.receiver.close()


class HistoryTests(ServerAPITestCase):
    @classmethod
    def populate(cls):
        cls.bought = [cls.store.buy(COINS)["transactionId"] for _ in range(45)]
        cls.family = cls.store.buy(FAMILY)["transactionId"]
        cls.stranger = cls.store.buy(COINS, account="another customer")["transactionId"]

    def history(self, request, transaction_id=None):
        """The transactions of each page."""
        pages, revision = [], None
        while True:
            answer = self.client.get_transaction_history(
                transaction_id or self.family, revision, request, GetTransactionHistoryVersion.V2
            )
            self.assertEqual(answer.bundleId, BUNDLE_ID)
            self.assertEqual(answer.environment, Environment.SANDBOX)
            pages.append(
                [self.verifier.verify_and_decode_signed_transaction(text) for text in answer.signedTransactions]
            )
            revision = answer.revision
            if not answer.hasMore:
                return pages

    def identifiers(self, pages):
        return [transaction.transactionId for page in pages for transaction in page]

    def test_pages_hold_twenty_and_together_everything_once(self):
        pages = self.history(TransactionHistoryRequest())
        self.assertEqual([len(page) for page in pages], [20, 20, 6])
        self.assertEqual(self.identifiers(pages), self.bought + [self.family])

    def test_the_newest_first(self):
        pages = self.history(TransactionHistoryRequest(sort=Order.DESCENDING))
        self.assertEqual(self.identifiers(pages), [self.family] + self.bought[::-1])

    def test_only_one_kind_of_product(self):
        pages = self.history(TransactionHistoryRequest(productTypes=[ProductType.AUTO_RENEWABLE]))
        self.assertEqual(self.identifiers(pages), [self.family])

    def test_only_one_product(self):
        pages = self.history(TransactionHistoryRequest(productIds=[FAMILY]))
        self.assertEqual(self.identifiers(pages), [self.family])

    def test_only_what_was_taken_back(self):
        pages = self.history(TransactionHistoryRequest(revoked=True))
        self.assertEqual(self.identifiers(pages), [])

    def test_customers_are_kept_apart(self):
        pages = self.history(TransactionHistoryRequest(), self.stranger)
        self.assertEqual(self.identifiers(pages), [self.stranger])

    def test_a_revision_that_was_never_given_out(self):
        self.refused(
            400, APIError.INVALID_REQUEST_REVISION, self.client.get_transaction_history, self.family, "never",
            TransactionHistoryRequest(), GetTransactionHistoryVersion.V2,
        )


class SubscriptionTests(ServerAPITestCase):
    def statuses(self, transaction_id, wanted=None):
        answer = self.client.get_all_subscription_statuses(transaction_id, wanted)
        self.assertEqual(answer.bundleId, BUNDLE_ID)
        self.assertEqual(answer.environment, Environment.SANDBOX)
        return [item for group in answer.data for item in group.lastTransactions]

    def test_a_subscription_from_purchase_to_end(self):
        bought = self.store.buy(FAMILY)
        original = bought["transactionId"]
        notice = self.notification()
        expected = (NotificationTypeV2.SUBSCRIBED, Subtype.INITIAL_BUY)
        self.assertEqual((notice.notificationType, notice.subtype), expected)

        (item,) = self.statuses(original)
        self.assertEqual(item.status, Status.ACTIVE)
        renewal = self.verifier.verify_and_decode_renewal_info(item.signedRenewalInfo)
        self.assertEqual(renewal.autoRenewStatus, AutoRenewStatus.ON)
        self.assertEqual(renewal.renewalDate, bought["expiresDate"])

        self.store.control("clock", to=bought["expiresDate"])
        notice = self.notification()
        self.assertEqual(notice.notificationType, NotificationTypeV2.DID_RENEW)
        (item,) = self.statuses(original)
        transaction = self.verifier.verify_and_decode_signed_transaction(item.signedTransactionInfo)
        self.assertEqual(transaction.originalTransactionId, original)
        self.assertEqual(transaction.transactionReason, TransactionReason.RENEWAL)
        self.assertEqual(transaction.purchaseDate, bought["expiresDate"])
        carried = self.verifier.verify_and_decode_signed_transaction(notice.data.signedTransactionInfo)
        self.assertEqual(carried.transactionId, transaction.transactionId)

        self.store.control(f"subscriptions/{original}/autoRenew", enabled=False)
        notice = self.notification()
        self.assertEqual(notice.subtype, Subtype.AUTO_RENEW_DISABLED)
        self.store.control("clock", to=transaction.expiresDate)
        notice = self.notification()
        self.assertEqual((notice.notificationType, notice.subtype), (NotificationTypeV2.EXPIRED, Subtype.VOLUNTARY))
        (item,) = self.statuses(original, [Status.EXPIRED])
        self.assertEqual(item.status, Status.EXPIRED)
        self.assertEqual(self.statuses(original, [Status.ACTIVE]), [])

    def test_a_status_that_is_none(self):
        transaction_id = self.store.buy(COINS, account="somebody else")["transactionId"]
        self.notification()
        answer = requests.get(
            f"{self.store.place['url']}/inApps/v1/subscriptions/{transaction_id}", params={"status": 9},
            headers=self.client._get_headers(), timeout=PATIENCE,
        )
        self.assertEqual(answer.status_code, 400)
        self.assertEqual(answer.json()["errorCode"], APIError.INVALID_STATUS.value)


class OrderTests(ServerAPITestCase):
    def test_an_order_leads_to_what_was_bought(self):
        bought = self.store.buy(COINS)
        answer = self.client.look_up_order_id(bought["orderId"])
        self.assertEqual(answer.status, OrderLookupStatus.VALID)
        (signed,) = answer.signedTransactions
        transaction = self.verifier.verify_and_decode_signed_transaction(signed)
        self.assertEqual(transaction.transactionId, bought["transactionId"])

    def test_an_order_that_is_not_there(self):
        answer = self.client.look_up_order_id("NOPE")
        self.assertEqual(answer.status, OrderLookupStatus.INVALID)
        self.assertIsNone(answer.signedTransactions)

    def test_both_versions_of_consumption_information_are_taken(self):
        coins = self.store.buy(COINS)["transactionId"]
        self.client.send_consumption_information(
            coins,
            ConsumptionRequest(
                customerConsented=True, sampleContentProvided=False, deliveryStatus=DeliveryStatus.DELIVERED,
                consumptionPercentage=50_000, refundPreference=RefundPreference.DECLINE,
            ),
        )
        self.client.send_consumption_data(
            coins,
            ConsumptionRequestV1(
                customerConsented=True, consumptionStatus=ConsumptionStatus.NOT_CONSUMED, platform=Platform.APPLE,
                sampleContentProvided=False, deliveryStatus=DeliveryStatusV1.DELIVERED_AND_WORKING_PROPERLY,
                appAccountToken="", accountTenure=AccountTenure.UNDECLARED, playTime=PlayTime.UNDECLARED,
                lifetimeDollarsRefunded=LifetimeDollarsRefunded.UNDECLARED,
                lifetimeDollarsPurchased=LifetimeDollarsPurchased.UNDECLARED, userStatus=UserStatus.ACTIVE,
                refundPreference=RefundPreferenceV1.NO_PREFERENCE,
            ),
        )

    def test_a_server_names_the_customer(self):
        bought = self.store.buy(FAMILY)["transactionId"]
        token = str(uuid.uuid4())
        self.client.set_app_account_token(bought, UpdateAppAccountTokenRequest(appAccountToken=token))
        signed = self.client.get_transaction_info(bought).signedTransactionInfo
        self.assertEqual(self.verifier.verify_and_decode_signed_transaction(signed).appAccountToken, token)
        self.refused(
            400, APIError.INVALID_APP_ACCOUNT_TOKEN_UUID_ERROR, self.client.set_app_account_token, bought,
            UpdateAppAccountTokenRequest(appAccountToken="x"),
        )

    def test_the_former_history_and_a_filter_for_what_is_shared(self):
        bought = self.store.buy(COINS, account="alone")["transactionId"]
        request = TransactionHistoryRequest(inAppOwnershipType=InAppOwnershipType.PURCHASED, revoked=False)
        answer = self.client.get_transaction_history(bought, None, request, GetTransactionHistoryVersion.V1)
        self.assertEqual(len(answer.signedTransactions), 1)
        request = TransactionHistoryRequest(inAppOwnershipType=InAppOwnershipType.FAMILY_SHARED)
        answer = self.client.get_transaction_history(bought, None, request, GetTransactionHistoryVersion.V2)
        self.assertEqual(answer.signedTransactions, [])

    def test_the_rest_of_what_a_customer_has(self):
        bought = self.store.buy(COINS, account="another")["transactionId"]
        signed = self.client.get_app_transaction_info(bought).signedAppTransactionInfo
        download = self.verifier.verify_and_decode_app_transaction(signed)
        self.assertEqual(download.bundleId, BUNDLE_ID)
        self.assertEqual(self.client.get_refund_history(download.appTransactionId, None).signedTransactions, [])
        self.store.control(f"transactions/{bought}/refund")
        (signed,) = self.client.get_refund_history(bought, None).signedTransactions
        self.assertIsNotNone(self.verifier.verify_and_decode_signed_transaction(signed).revocationDate)
        self.client.finish_transaction(bought)


class ExtensionTests(ServerAPITestCase):
    def test_one_renewal_date_moves(self):
        bought = self.store.buy(FAMILY)
        request = ExtendRenewalDateRequest(
            extendByDays=10, extendReasonCode=ExtendReasonCode.SERVICE_ISSUE_OR_OUTAGE, requestIdentifier="outage"
        )
        answer = self.client.extend_subscription_renewal_date(bought["transactionId"], request)
        self.assertTrue(answer.success)
        self.assertEqual(answer.originalTransactionId, bought["transactionId"])
        self.assertEqual(answer.effectiveDate, bought["expiresDate"] + 10 * 86_400_000)
        self.assertEqual(self.notification().notificationType, NotificationTypeV2.SUBSCRIBED)
        self.assertEqual(self.notification().notificationType, NotificationTypeV2.RENEWAL_EXTENDED)
        request.extendByDays = 91
        self.refused(
            400, APIError.INVALID_EXTEND_BY_DAYS, self.client.extend_subscription_renewal_date,
            bought["transactionId"], request,
        )


class MassExtensionTests(ServerAPITestCase):
    def test_all_renewal_dates_move(self):
        self.store.buy(FAMILY, account="one")
        self.store.buy(FAMILY, account="two")
        request = MassExtendRenewalDateRequest(
            extendByDays=1, extendReasonCode=ExtendReasonCode.OTHER, requestIdentifier="for all",
            storefrontCountryCodes=["USA"], productId=FAMILY,
        )
        answer = self.client.extend_renewal_date_for_all_active_subscribers(request)
        self.assertEqual(answer.requestIdentifier, "for all")
        status = self.client.get_status_of_subscription_renewal_date_extensions("for all", FAMILY)
        self.assertTrue(status.complete)
        self.assertGreaterEqual(status.succeededCount, 2)
        self.assertEqual(status.failedCount, 0)


class NotificationHistoryTests(ServerAPITestCase):
    def test_everything_announced_comes_again_in_pages(self):
        for _ in range(25):
            self.store.buy(COINS)
        received = [self.receiver.next() for _ in range(25)]
        now = int(time.time() * 1000)
        request = NotificationHistoryRequest(startDate=now - 86_400_000, endDate=now + 86_400_000)
        pages, token = [], None
        while True:
            answer = self.client.get_notification_history(token, request)
            pages.append([item.signedPayload for item in answer.notificationHistory])
            token = answer.paginationToken
            if not answer.hasMore:
                break
        self.assertEqual([len(page) for page in pages], [20, 5])
        self.assertEqual([text for page in pages for text in page], received)
        request.onlyFailures = True
        self.assertEqual(self.client.get_notification_history(None, request).notificationHistory, [])
        request.startDate = now + 2 * 86_400_000
        self.refused(400, APIError.INVALID_START_DATE, self.client.get_notification_history, None, request)


def png(width, height):
    """A white picture without transparency."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\xff" * 3 * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class RetentionTests(ServerAPITestCase):
    def test_a_message_from_its_image_to_its_end(self):
        client, image, message = self.client, uuid.uuid4(), uuid.uuid4()
        client.upload_image(image, png(3840, 160), ImageSize.FULL_SIZE)
        (item,) = client.get_image_list().imageIdentifiers
        self.assertEqual((str(item.imageIdentifier), item.imageState), (str(image), ImageState.APPROVED))
        client.upload_message(message, UploadMessageRequestBody(header="Stay", body="It is worth it."))
        (item,) = client.get_message_list().messageIdentifiers
        self.assertEqual((str(item.messageIdentifier), item.messageState), (str(message), MessageState.APPROVED))
        client.configure_default_message(FAMILY, "en-US", DefaultConfigurationRequest(messageIdentifier=message))
        self.assertEqual(str(client.get_default_message(FAMILY, "en-US").messageIdentifier), str(message))
        client.delete_default_message(FAMILY, "en-US")
        self.refused(
            404, APIError.DEFAULT_MESSAGE_NOT_FOUND, client.get_default_message, FAMILY, "en-US"
        )
        client.delete_message(message)
        client.delete_image(image)
        self.refused(404, APIError.IMAGE_NOT_FOUND, client.delete_image, image)

    def test_a_realtime_address_and_its_performance_test(self):
        client, address = self.client, "https://example.com/retention"
        bought = self.store.buy(FAMILY)["transactionId"]
        client.configure_realtime_url(RealtimeUrlRequest(realtimeURL=address))
        self.assertEqual(client.get_realtime_url().realtimeURL, address)
        test = client.initiate_performance_test(PerformanceTestRequest(originalTransactionId=bought))
        self.assertIsNotNone(client.get_performance_test_results(test.requestId).result)
        client.delete_realtime_url()
        self.refused(404, APIError.REALTIME_URL_NOT_FOUND, client.get_realtime_url)


class EnvironmentTests(unittest.TestCase):
    """Sandbox and Production from one process: the same keys and certificates, nothing else in common."""

    @classmethod
    def setUpClass(cls):
        cls.receiver = Receiver()
        cls.store = Store(
            TOOL, cls.receiver.url, "--production-port", "0", "--notify-production", cls.receiver.url + "/production"
        )

    @classmethod
    def tearDownClass(cls):
        cls.store.close()
        cls.receiver.close()

    def client(self, base):
        place = self.store.place
        key = pathlib.Path(place["keyFile"]).read_bytes()
        client = AppStoreServerAPIClient(key, place["keyID"], place["issuerID"], BUNDLE_ID, Environment.LOCAL_TESTING)
        client._base_url = base
        return client

    def test_each_knows_its_own(self):
        root = pathlib.Path(self.store.place["rootCertificate"]).read_bytes()
        bases = {
            Environment.SANDBOX: self.store.place["url"],
            Environment.PRODUCTION: self.store.place["productionURL"],
        }
        bought = {
            environment: self.store.control("purchases", base, productId=COINS)["transactionId"]
            for environment, base in bases.items()
        }
        for environment, base in bases.items():
            verifier = SignedDataVerifier([root], False, environment, BUNDLE_ID, APP_APPLE_ID)
            for origin, transaction_id in bought.items():
                with self.subTest(asked=environment, bought=origin):
                    if origin is environment:
                        signed = self.client(base).get_transaction_info(transaction_id).signedTransactionInfo
                        transaction = verifier.verify_and_decode_signed_transaction(signed)
                        self.assertEqual(transaction.environment, environment)
                        continue
                    with self.assertRaises(APIException) as caught:
                        self.client(base).get_transaction_info(transaction_id)
                    self.assertEqual(caught.exception.api_error, APIError.TRANSACTION_ID_NOT_FOUND)

    def test_an_app_that_was_never_released_is_unknown_in_production(self):
        store = Store(TOOL, self.receiver.url, "--released", "false", "--production-port", "0")
        self.addCleanup(store.close)
        place = store.place
        for base, status in ((place["url"], 404), (place["productionURL"], 401)):
            client = AppStoreServerAPIClient(
                pathlib.Path(place["keyFile"]).read_bytes(), place["keyID"], place["issuerID"], BUNDLE_ID,
                Environment.LOCAL_TESTING,
            )
            client._base_url = base
            with self.assertRaises(APIException) as caught:
                client.get_transaction_info("1")
            self.assertEqual(caught.exception.http_status_code, status)


class TestNotificationTests(ServerAPITestCase):
    def test_a_test_notification_arrives_and_its_status_tells_so(self):
        token = self.client.request_test_notification().testNotificationToken
        received = self.receiver.next()
        notice = self.verifier.verify_and_decode_notification(received)
        self.assertEqual(notice.notificationType, NotificationTypeV2.TEST)
        self.assertEqual(notice.data.bundleId, BUNDLE_ID)
        self.assertIsNone(notice.data.signedTransactionInfo)
        status = self.delivered(token)
        self.assertEqual(status.signedPayload, received)
        (attempt,) = status.sendAttempts
        self.assertEqual(attempt.sendAttemptResult, SendAttemptResult.SUCCESS)

    def delivered(self, token):
        """The status once the attempt is in it: the receiver has the notification before the store has its answer."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                status = self.client.get_test_notification_status(token)
                if status.sendAttempts:
                    return status
            except APIException as error:
                self.assertEqual(error.api_error, APIError.TEST_NOTIFICATION_NOT_FOUND)
        self.fail("no attempt was recorded")

    def test_a_token_that_was_never_given_out(self):
        self.refused(
            404, APIError.TEST_NOTIFICATION_NOT_FOUND, self.client.get_test_notification_status, f"{uuid.uuid4()}_1"
        )


class AuthenticationTests(ServerAPITestCase):
    @classmethod
    def populate(cls):
        cls.coins = cls.store.buy(COINS)["transactionId"]

    def status(self, authorization):
        answer = requests.get(
            f"{self.store.place['url']}/inApps/v1/transactions/{self.coins}",
            headers={"Authorization": authorization} if authorization else {}, timeout=PATIENCE,
        )
        return answer.status_code

    def token(self, key=None, headers=None, **changes):
        now = int(time.time())
        claims = {
            "iss": self.store.place["issuerID"],
            "aud": "appstoreconnect-v1",
            "bid": BUNDLE_ID,
            "iat": now,
            "exp": now + 600,
        }
        claims.update(changes)
        claims = {name: value for name, value in claims.items() if value is not None}
        head = {"kid": self.store.place["keyID"], **(headers or {})}
        return "Bearer " + jwt.encode(claims, key or self.key, algorithm="ES256", headers=head)

    def test_a_token_as_apple_describes_it_is_let_in(self):
        self.assertEqual(self.status(self.token()), 200)

    def test_the_time_of_issue_may_be_left_out(self):
        self.assertEqual(self.status(self.token(iat=None)), 200)

    def test_everything_else_is_kept_out(self):
        now = int(time.time())
        other_key = ec.generate_private_key(ec.SECP256R1())
        cases = {
            "no token": None,
            "no bearer": "Basic YTpi",
            "garbage": "Bearer a.b.c",
            "expired": self.token(iat=now - 7200, exp=now - 3600),
            "valid for more than an hour": self.token(exp=now + 7200),
            "no end": self.token(exp=None),
            "another audience": self.token(aud="somebody"),
            "another app": self.token(bid="com.example.another"),
            "another issuer": self.token(iss=str(uuid.uuid4())),
            "another key": self.token(key=other_key),
            "an unknown key": self.token(headers={"kid": "UNKNOWN000"}),
            "not signed": "Bearer " + jwt.encode({"bid": BUNDLE_ID, "exp": now + 600}, None, algorithm="none"),
        }
        for name, authorization in cases.items():
            with self.subTest(name):
                self.assertEqual(self.status(authorization), 401)


class ReadmeTestCase(unittest.TestCase):
    """The receiver and the requests that the README shows do what it says."""

    def test_receiver_checks_what_the_readme_causes(self):
        readme = (ROOT / "README.md").read_text()
        requests_shown = re.findall(r"^curl -d '(.+)' http://127.0.0.1:8080(/\S+)$", readme, re.MULTILINE)
        self.assertEqual(len(requests_shown), 2)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        store = Store(TOOL, f"http://127.0.0.1:{port}/")
        self.addCleanup(store.close)
        receiver = subprocess.Popen(
            [sys.executable, ROOT / "Examples/Backend/receiver.py", str(port), store.place["rootCertificate"], BUNDLE_ID],
            stdout=subprocess.PIPE, text=True,
        )
        self.addCleanup(receiver.stdout.close)
        self.addCleanup(receiver.wait)
        self.addCleanup(receiver.kill)
        self.assertEqual(receiver.stdout.readline(), "receiving\n")
        for body, path in requests_shown:
            requests.post(store.place["url"] + path, data=body, timeout=PATIENCE).raise_for_status()
        lines = [receiver.stdout.readline().split() for _ in range(2)]
        self.assertEqual(lines[0][:3], ["SUBSCRIBED", "INITIAL_BUY", "com.example.shop.plus.monthly"])
        self.assertEqual(lines[1][:2], ["DID_RENEW", "com.example.shop.plus.monthly"])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    TOOL = sys.argv.pop(1)
    unittest.main(verbosity=2)
