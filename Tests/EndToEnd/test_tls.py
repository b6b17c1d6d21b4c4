# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The server speaks TLS with the configured certificate, reads it again on SIGHUP, and reports its faults."""
import datetime
import signal
import ssl
import time
import urllib.request

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import SSLError
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from conftest import make_client, make_user, sign_in
from gatehouse import Gatehouse
from server_process import free_port
from test_process import run

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


def test_boto3_signs_in_over_tls_and_mistrusts_what_another_authority_signed(tmp_path):
    ours, theirs = Authority(tmp_path, "ours"), Authority(tmp_path, "theirs")
    server = SecureGatehouse(tmp_path, ours, ours.issue("server")).start()
    admin = server.cognito(ours.path)
    pool = admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
    client_id = make_client(admin, pool)["ClientId"]
    make_user(admin, pool, "ada")
    tokens = sign_in(admin, client_id, "ada")["AuthenticationResult"]
    assert admin.get_user(AccessToken=tokens["AccessToken"])["Username"] == "ada"
    assert server.json(f"/{pool}/.well-known/openid-configuration")["issuer"] == f"{server.url}/{pool}"
    with pytest.raises(SSLError):
        server.cognito(theirs.path).list_user_pools(MaxResults=1)
    assert server.stop() == 0


def test_a_renewed_certificate_is_read_on_sighup(tmp_path):
    authority = Authority(tmp_path, "ours")
    server = SecureGatehouse(tmp_path, authority, authority.issue("server")).start()
    before = ssl.get_server_certificate(("localhost", server.port))
    authority.issue("server")
    server.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + 10
    while ssl.get_server_certificate(("localhost", server.port)) == before:
        assert time.monotonic() < deadline, "the old certificate is still shown"
    assert server.json("/health") == {"status": "ok"}
    assert server.stop() == 0


def test_a_certificate_that_cannot_be_used_is_refused_in_one_line(tmp_path):
    authority = Authority(tmp_path, "ours")
    good, other = authority.issue("good"), authority.issue("other")
    expired = authority.issue("expired", until=NOW - DAY)
    certificate, key = good.keys()
    for environment, text in [
        ({certificate: good[certificate]}, "needs a certificate and its key"),
        ({**good, certificate: str(tmp_path / "none.pem")}, "There is no file"),
        ({**good, key: other[key]}, "is not the key of"),
        (expired, "expired on"),
    ]:
        refused = run(["dev", "--port", "0", "--data-dir", str(tmp_path / "data")], environment, tmp_path)
        assert refused.returncode == 78
        assert text in refused.stderr and "GATEHOUSE_TLS_" in refused.stderr
        assert refused.stderr.count("\n") == 1


def test_the_port_of_the_metrics_says_its_scheme_and_is_plain_on_loopback_where_that_is_set(tmp_path):
    authority = Authority(tmp_path, "ours")
    trust = ssl.create_default_context(cafile=authority.path)
    for number, (host, scheme) in enumerate([(None, "https"), ("localhost", "http")]):
        metrics, health = free_port(), free_port()
        environment = authority.issue("server") | {
            "GATEHOUSE_METRICS_PORT": str(metrics), "GATEHOUSE_HEALTH_PORT": str(health), "GATEHOUSE_HOST": "localhost"}
        if host:
            environment["GATEHOUSE_MONITORING_HOST"] = host
        folder = tmp_path / str(number)
        folder.mkdir()
        with SecureGatehouse(folder, authority, environment):
            said = (folder / "gatehouse.log").read_text()
            addresses = [
                address for address in said.split() if f":{metrics}/" in address or f":{health}/" in address]
            assert [address.split(":")[0] for address in addresses] == [scheme, "http"], said
            for address, text in zip(addresses, [b"gatehouse_", b"ok"], strict=True):
                context = trust if address.startswith("https:") else None
                with urllib.request.urlopen(address, timeout=10, context=context) as answer:
                    assert text in answer.read()
