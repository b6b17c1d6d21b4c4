# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A server that speaks TLS, and the authority that signs its certificates."""
import datetime
import ssl
import urllib.request

import boto3
from botocore.config import Config
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from gatehouse import Gatehouse

NOW = datetime.datetime.now(datetime.timezone.utc)
DAY = datetime.timedelta(days=1)


class Authority:
    """Signs certificates for `localhost`, through an intermediate authority."""

    def __init__(self, folder, name):
        self.folder = folder
        self.root_key, self.middle_key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
        root = self._make(f"{name} root", self.root_key, f"{name} root", self.root_key, is_authority=True)
        self.middle = self._make(f"{name} middle", self.middle_key, f"{name} root", self.root_key, is_authority=True)
        self.name, self.path = name, folder / f"{name}.pem"
        self.path.write_bytes(root.public_bytes(serialization.Encoding.PEM))

    def issue(self, name, until=NOW + 30 * DAY):
        """Writes a chain and its key; returns the settings that name them."""
        key = ec.generate_private_key(ec.SECP256R1())
        own = self._make("localhost", key, f"{self.name} middle", self.middle_key, until=until)
        chain, secret = self.folder / f"{name}.chain.pem", self.folder / f"{name}.key.pem"
        chain.write_bytes(b"".join(each.public_bytes(serialization.Encoding.PEM) for each in (own, self.middle)))
        secret.touch(mode=0o600)
        secret.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return {"GATEHOUSE_TLS_CERTIFICATE_FILE": str(chain), "GATEHOUSE_TLS_KEY_FILE": str(secret)}

    @staticmethod
    def _make(subject, key, issuer, issuer_key, is_authority=False, until=NOW + 30 * DAY):
        def name(text):
            return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])

        builder = (
            x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer))
            .public_key(key.public_key()).serial_number(x509.random_serial_number())
            .not_valid_before(NOW - 60 * DAY).not_valid_after(until)
            .add_extension(x509.BasicConstraints(is_authority, None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), critical=False
            )
        )
        if is_authority:
            usage = x509.KeyUsage(True, False, False, False, False, True, True, False, False)
            builder = builder.add_extension(usage, critical=True)
        else:
            builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        return builder.sign(issuer_key, hashes.SHA256())


class SecureGatehouse(Gatehouse):
    """`gatehouse dev` over TLS."""

    def __init__(self, folder, authority, environment):
        super().__init__(folder, environment=environment)
        self.url = f"https://localhost:{self.port}"
        self.authority = authority

    def get(self, path, headers=None):
        trust = ssl.create_default_context(cafile=self.authority.path)
        return urllib.request.urlopen(self.url + path, timeout=10, context=trust)

    def cognito(self, trust):
        return boto3.client(
            "cognito-idp", endpoint_url=self.url, region_name="us-east-1", aws_access_key_id="any",
            aws_secret_access_key="any", verify=str(trust), config=Config(retries={"total_max_attempts": 1}),
        )
