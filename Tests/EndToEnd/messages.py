# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A mail server and an SMS gateway for tests, and certificates for them."""
import asyncio
import dataclasses
import pathlib
import queue
import ssl
import subprocess

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from local_server import LocalServer
from server_process import free_port

LOGIN = ("ada", "correct horse")


@dataclasses.dataclass
class Authority:
    file: pathlib.Path
    certificate: pathlib.Path
    key: pathlib.Path


def make_authority(folder):
    """An authority, and a certificate for localhost that it signed."""

    def openssl(*arguments):
        subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True, cwd=folder)

    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *curve, "-keyout", "ca.key", "-out", "ca.pem", "-days", 2, "-subj", "/CN=Test authority")
    openssl("req", *curve, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n")
    openssl(
        "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", 2,
        "-extfile", "names", "-out", "server.pem",
    )
    return Authority(folder / "ca.pem", folder / "server.pem", folder / "server.key")


@dataclasses.dataclass
class Delivered:
    mail_from: str
    rcpt_tos: list
    content: bytes
    over_tls: bool
    login: str


class MailServer:
    """A mail server on a port of its own, which keeps the mails that it accepts; it listens inside a `with`."""

    def __init__(self, security, authority):
        self.security = security
        self.port = free_port()
        self.refused = set()
        self.logins = []
        self.delay = 0
        self.taken = queue.Queue()
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(authority.certificate, authority.key)

    def __enter__(self):
        settings = dict(hostname="localhost", port=self.port, authenticator=self.authenticate, enable_SMTPUTF8=True)
        if self.security == "starttls":
            settings |= dict(tls_context=self.context, require_starttls=True, auth_required=True)
        elif self.security == "tls":
            settings |= dict(ssl_context=self.context, auth_required=True, auth_require_tls=False)
        self.controller = Controller(self, **settings)
        self.controller.start()
        return self

    def __exit__(self, *_):
        self.controller.stop()

    def authenticate(self, server, session, envelope, mechanism, data):
        self.logins.append(data.login)
        if (data.login, data.password) == tuple(part.encode() for part in LOGIN):
            session.login = data.login.decode()
            return AuthResult(success=True)
        return AuthResult(success=False, handled=False)

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address in self.refused:
            return f"550 5.1.1 <{address}>: no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        await asyncio.sleep(self.delay)
        self.taken.put(
            Delivered(
                envelope.mail_from, envelope.rcpt_tos, envelope.content,
                session.ssl is not None or self.security == "tls", getattr(session, "login", None),
            )
        )
        return "250 OK"

    def next(self, timeout=10):
        return self.taken.get(timeout=timeout)

    def is_empty(self):
        return self.taken.empty()


@dataclasses.dataclass
class Asked:
    path: str
    headers: dict
    body: bytes


class SMSServer(LocalServer):
    """An SMS gateway on a port of its own; it listens inside a `with`."""

    def __init__(self):
        super().__init__()
        self.answer = (200, b"{}")
        self.asked = queue.Queue()

    def respond(self, path, headers, body):
        self.asked.put(Asked(path, dict(headers), body))
        status, answered = self.answer
        return status, {}, answered

    def next(self, timeout=10):
        return self.asked.get(timeout=timeout)
