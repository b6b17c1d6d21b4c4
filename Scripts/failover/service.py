# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Calls of the user pool service whose answers may be lost, and the mail server to which the codes come."""
import concurrent.futures
import dataclasses
import email
import email.policy
import itertools
import re
import threading
import time

from botocore.exceptions import BotoCoreError, ClientError

from cures import ADMIN
from gatehouse import client_of
from ledger import Count
from messages import MailServer

# Seconds in which a call must get a definite answer, and a code must come: for a failover, for the start of what was
# killed, and for the minute and a half for which a node that died keeps a message.
PATIENCE = 200


class Undecided(Exception):
    """A call got no definite answer in time."""


@dataclasses.dataclass
class Answer:
    """What a call was answered: a value, the code of a refusal, or nothing definite."""

    value: dict | None = None
    refusal: str | None = None
    text: str = ""

    @property
    def is_done(self):
        return self.value is not None

    @property
    def is_unknown(self):
        """Whether the request may have been performed or not: 503, no answer, or one of the balancer's own."""
        return self.value is None and self.refusal is None


class Service:
    """The service at one address, or at several in turn; boto3's clients may be shared between threads."""

    def __init__(self, url, *others, ledger):
        self.url, self.ledger = url, ledger
        urls = (url, *others)
        self.apps = itertools.cycle([client_of(each, "cognito-idp", signed=False) for each in urls])
        self.admins = itertools.cycle([client_of(each, "cognito-idp", *ADMIN.values()) for each in urls])
        self.lock = threading.Lock()

    def call(self, operation, **arguments):
        """Calls an operation once; with a signature if it is an administrator's."""
        with self.lock:
            client = next(self.apps if operation in APP else self.admins)
        self.ledger.examine(Count.FAULTS)
        try:
            return Answer(getattr(client, operation)(**arguments))
        except ClientError as error:
            status = error.response["ResponseMetadata"]["HTTPStatusCode"]
            code, text = error.response["Error"]["Code"], str(error)
            if status == 500:
                self.ledger.breach(Count.FAULTS, f"{operation}: {text}")
            is_definite = status < 500 and code != "TooManyRequestsException"
            return Answer(refusal=code if is_definite else None, text=text)
        except BotoCoreError as error:
            return Answer(text=str(error))

    def settle(self, operation, **arguments):
        """Calls an operation until it has a definite answer; the second value is whether an answer was lost before."""
        deadline, lost = time.monotonic() + PATIENCE, False
        while (answer := self.call(operation, **arguments)).is_unknown:
            if time.monotonic() > deadline:
                raise Undecided(f"{operation} got no definite answer in {PATIENCE} seconds: {answer.text}")
            lost = True
            time.sleep(0.2)
        return answer, lost


# The operations that an app calls without a signature.
APP = {
    "sign_up", "confirm_sign_up", "resend_confirmation_code", "initiate_auth", "respond_to_auth_challenge",
    "forgot_password", "confirm_forgot_password", "get_tokens_from_refresh_token", "change_password", "get_user",
    "revoke_token", "global_sign_out", "update_user_attributes", "associate_software_token", "verify_software_token",
    "set_user_mfa_preference",
}


def twice(first, second, between=None):
    """The answers of two requests that are sent at the same time; or one after the other, with something between."""
    if between is not None:
        answers = [first()]
        between()
        return [*answers, second()]
    with concurrent.futures.ThreadPoolExecutor(2) as threads:
        return [future.result() for future in [threads.submit(first), threads.submit(second)]]


class Mailbox(MailServer):
    """A mail server that keeps the codes of each recipient."""

    def __init__(self, authority):
        super().__init__("plain", authority)
        self.codes, self.identifiers = {}, {}
        # The recipients whose mails are to be sent again later.
        self.deferred = set()
        self.arrived = threading.Condition()

    @property
    def settings(self):
        """The settings of a node that sends its mails here."""
        return {
            "GATEHOUSE_OUTBOX": "false", "GATEHOUSE_MAIL_HOST": "localhost", "GATEHOUSE_MAIL_PORT": str(self.port),
            "GATEHOUSE_MAIL_SECURITY": "plain", "GATEHOUSE_MAIL_FROM": "no-reply@example.org",
        }

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address in self.deferred:
            return "451 4.2.0 try again later"
        return await super().handle_RCPT(server, session, envelope, address, options)

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        code = re.search(r"\b\d{6}\b", message.get_body(("plain", "html")).get_content())
        with self.arrived:
            for recipient in envelope.rcpt_tos:
                self.identifiers.setdefault(recipient, []).append(message["Message-ID"])
                if code:
                    self.codes.setdefault(recipient, []).append(code.group())
            self.arrived.notify_all()
        return "250 OK"

    def code(self, recipient, after=0, patience=PATIENCE):
        """The newest code that came to a recipient after a number of others; None if none comes in time."""
        with self.arrived:
            self.arrived.wait_for(lambda: len(self.codes.get(recipient, [])) > after, timeout=patience)
            codes = self.codes.get(recipient, [])
            return codes[-1] if len(codes) > after else None

    def number(self, recipient):
        """How many codes came to a recipient."""
        with self.arrived:
            return len(self.codes.get(recipient, []))

    def sent_twice(self):
        """How many messages came more than once, by their Message-ID."""
        with self.arrived:
            return sum(len(seen) - len(set(seen)) for seen in self.identifiers.values())
