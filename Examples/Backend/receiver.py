"""Receives server notifications of a local App Store and checks them with Apple's own library.

usage: receiver.py PORT ROOT.der BUNDLE_ID
"""
import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier

port, root, bundle_id = int(sys.argv[1]), Path(sys.argv[2]).read_bytes(), sys.argv[3]
verifier = SignedDataVerifier([root], False, Environment.SANDBOX, bundle_id)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        notification = verifier.verify_and_decode_notification(body["signedPayload"])
        line = f"{notification.rawNotificationType} {notification.rawSubtype or ''}"
        if notification.data.signedTransactionInfo:
            transaction = verifier.verify_and_decode_signed_transaction(notification.data.signedTransactionInfo)
            line += f" {transaction.productId} {transaction.transactionId}"
        print(line, flush=True)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


print("receiving", flush=True)
HTTPServer(("127.0.0.1", port), Receiver).serve_forever()
