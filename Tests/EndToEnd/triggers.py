# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Functions for pools: a program, an HTTP endpoint and a Lambda API, and the file that names them."""
import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.parse

import aws_encryption_sdk
from aws_encryption_sdk.identifiers import CommitmentPolicy, EncryptionKeyType, WrappingAlgorithm
from aws_encryption_sdk.internal.crypto.wrapping_keys import WrappingKey
from aws_encryption_sdk.key_providers.raw import RawMasterKeyProvider

from local_server import LocalServer

SECRET = "an-endpoint-secret-0123456789-abcdef"
ARN = "arn:aws:lambda:us-east-1:123456789012:function:"
KEY_ARN = "arn:aws:kms:us-east-1:123456789012:key/codes"
CODE_KEY = bytes(range(32))

PROGRAM = '''#!%s
import json, sys
event = json.load(sys.stdin)
with open("events", "a") as log:
    log.write(json.dumps(event) + "\\n")
%s
json.dump(event, sys.stdout)
'''


class Program:
    """A trigger in Python: `body` works on `event`, which is returned; the events are recorded."""

    def __init__(self, folder, name, body=""):
        self.path = folder / name
        self.path.write_text(PROGRAM % (sys.executable, body))
        self.path.chmod(0o700)
        self.log = folder / "events"

    def events(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []


class Endpoint(LocalServer):
    """An HTTP server of functions; `answer` makes status, headers and body of each event that it trusts."""

    def __init__(self, answer, check):
        super().__init__()
        self.events = []
        self.refused = 0
        self.answer = answer
        self.check = check
        self.url = f"http://127.0.0.1:{self.port}"

    def respond(self, path, headers, body):
        if not self.check(path, headers, body):
            self.refused += 1
            return 403, {}, b""
        event = json.loads(body)
        self.events.append(event)
        return self.answer(event)


def is_genuine(path, headers, body):
    """The check that docs/triggers.md shows."""
    timestamp = headers["Gatehouse-Timestamp"]
    expected = hmac.new(SECRET.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return abs(time.time() - int(timestamp)) < 300 and hmac.compare_digest(
        headers["Gatehouse-Signature"], f"v1={expected}"
    )


def is_invocation(path, headers, body):
    """A request to the Lambda API."""
    parts = path.split("/")
    return (
        parts[1:3] == ["2015-03-31", "functions"] and parts[4] == "invocations"
        and urllib.parse.unquote(parts[3]).startswith(ARN)
        and "Credential=AKIATEST/" in headers["Authorization"] and "/lambda/aws4_request" in headers["Authorization"]
        and headers["X-Amz-Invocation-Type"] == "RequestResponse"
    )


def write_triggers(folder, functions):
    """The file of triggers, which only its owner can read."""
    document = {
        "functions": {ARN + name: route for name, route in functions.items()},
        "keys": {
            KEY_ARN: {"namespace": "house", "name": "codes", "key": base64.b64encode(CODE_KEY).decode()},
        },
    }
    path = folder / "functions.json"
    with open(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
        json.dump(document, file)
    return path


class CodeKeys(RawMasterKeyProvider):
    provider_id = "house"

    def _get_raw_key(self, key_id):
        return WrappingKey(
            WrappingAlgorithm.AES_256_GCM_IV12_TAG16_NO_PADDING, CODE_KEY, EncryptionKeyType.SYMMETRIC
        )


def opened(code):
    """The code in a sender's event, as the AWS Encryption SDK decrypts it, and its encryption context."""
    provider = CodeKeys()
    provider.add_master_key("codes")
    client = aws_encryption_sdk.EncryptionSDKClient(
        commitment_policy=CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT
    )
    text, header = client.decrypt(source=base64.b64decode(code), key_provider=provider)
    return text.decode(), header.encryption_context
