# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The server speaks TLS with the configured certificate, reads it again on SIGHUP, and reports its faults."""
import base64
import os
import signal
import ssl
import time
import urllib.request

import pytest
from botocore.exceptions import SSLError

from conftest import make_client, make_user, sign_in
from gatehouse import BINARY
from secure_gatehouse import DAY, NOW, Authority, SecureGatehouse
from server_process import ServerProcess, free_port
from test_process import run


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
    assert server.json("/health")["status"] == "ok"
    assert server.stop() == 0


def test_a_server_without_tls_goes_on_after_sighup_and_says_that_there_is_nothing_to_read(tmp_path):
    secrets = {
        "GATEHOUSE_MASTER_KEY": base64.b64encode(os.urandom(32)).decode(),
        "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "AKIAGATEHOUSETEST001",
        "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "a-secret-of-forty-characters-0123456789ab"}
    server = ServerProcess(BINARY, tmp_path, environment=secrets, mode="serve").start()
    server.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + 10
    while "SIGHUP has no effect" not in (tmp_path / "gatehouse.log").read_text():
        assert server.process.poll() is None, "SIGHUP has ended the server"
        assert time.monotonic() < deadline, "nothing was logged"
    assert server.json("/health")["status"] == "ok"
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
