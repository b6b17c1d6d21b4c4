# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Identity providers on this machine: one of OpenID Connect, Facebook's Graph API, and Amazon's token information."""
import base64
import json
import time
from urllib.parse import parse_qs, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from local_server import LocalServer


def encoded(content):
    """JSON or bytes as base64url without padding."""
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class OpenIDProvider(LocalServer):
    """Serves its discovery document and its key set, and signs ID tokens."""

    def __init__(self):
        super().__init__()
        self.name = f"127.0.0.1:{self.port}"
        self.issuer = f"http://{self.name}"
        self.key_set = self.issuer + "/keys"
        self.key = rsa.generate_private_key(65537, 2048)

    def respond(self, path, headers, body):
        numbers = self.key.public_key().public_numbers()
        documents = {
            "/.well-known/openid-configuration": {"issuer": self.issuer, "jwks_uri": self.key_set},
            "/keys": {"keys": [{
                "kty": "RSA", "kid": "key", "use": "sig", "alg": "RS256", "e": encoded(b"\1\0\1"),
                "n": encoded(numbers.n.to_bytes(256, "big"))}]},
        }
        found = documents.get(path)
        return (200 if found else 404), {"Content-Type": "application/json"}, json.dumps(found).encode()

    def token(self, subject="alice", **claims):
        """An ID token; `claims` replace the usual ones."""
        now = int(time.time())
        claims = {"iss": self.issuer, "sub": subject, "aud": "app", "iat": now, "exp": now + 3600, **claims}
        signed = encoded({"alg": "RS256", "kid": "key", "typ": "JWT"}) + "." + encoded(claims)
        signature = self.key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        return signed + "." + encoded(signature)


class SocialProviders(LocalServer):
    """Confirms the token "good" of the Facebook app 7346 and of the Amazon client "client"."""

    def respond(self, path, headers, body):
        parts = urlsplit(path)
        if parse_qs(parts.query).get("access_token") != ["good"]:
            return 400, {}, b"{}"
        answer = {
            "/app": {"id": "7346"}, "/me": {"id": "99"},
            "/auth/o2/tokeninfo": {
                "iss": "https://www.amazon.com", "aud": "client", "app_id": "app", "user_id": "amzn1.a", "exp": 3000},
        }[parts.path]
        return 200, {"Content-Type": "application/json"}, json.dumps(answer).encode()
