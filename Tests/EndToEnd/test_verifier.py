# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Requests that requests-aws4auth and botocore sign, against an API in Swift that verifies them (Samples/VerifiedOrders)."""
import os
import subprocess
import time

import pytest
import requests
from botocore.auth import SigV4Auth, SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from requests_aws4auth import AWS4Auth

# The server and its registry, with users as fixtures.
from access import ACCOUNT, allow, client, iam, policy, server, user  # noqa: F401
from gatehouse import BINARY
from server_process import PATIENCE, free_port

KEYS_FOR_ORDERS = allow("gatehouse:GetSigningKey", f"arn:aws:gatehouse:us-east-1:{ACCOUNT}:signing-key/orders")

PATHS = [
    "/orders", "/a/b/", "/a%20b", "/%C3%A4", "/a%2Fb", "/a~b-c_d.e", "/a:b@c,d", "/a'b(c)!*", "/%25", "/...", "/a=b",
]
QUERIES = [
    "", "page=2", "b=2&a=1", "a=2&a=1&a=10", "empty=&flag", "q=a%20b%2Bc", "x=%26%3D%25", "k=~-._", "%C3%A4=%E2%82%AC",
    "a-b=1&a=2&A=3",
]
BODIES = [b"", b"{}", bytes(range(256)), b"x" * 200_000]


@pytest.fixture
def orders(server, iam):
    """The address of a running API whose service is `orders`."""
    iam("create", "user", "orders", document={"policies": {"keys": policy(KEYS_FOR_ORDERS)}})
    lines = iam("create", "key", "orders").splitlines()
    port = free_port()
    settings = {
        "GATEHOUSE_URL": server.url, "ORDERS_ACCESS_KEY_ID": lines[0].removeprefix("AccessKeyId: "),
        "ORDERS_SECRET_ACCESS_KEY": lines[1].removeprefix("SecretAccessKey: "), "ORDERS_HOST": f"127.0.0.1:{port}",
        "ORDERS_PORT": str(port),
    }
    program = os.path.join(os.path.dirname(BINARY), "VerifiedOrders")
    process = subprocess.Popen([program], env={**os.environ, **settings})
    address = f"http://127.0.0.1:{port}/signed"
    deadline = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None and time.monotonic() < deadline, "the API did not become ready"
        try:
            requests.get(address, timeout=PATIENCE)
            break
        except requests.ConnectionError:
            time.sleep(0.01)
    yield address
    process.terminate()
    process.wait(timeout=60)


@pytest.fixture(params=["user", "session"])
def holder(request, server, user):
    """The access key of a user, then temporary credentials of the same user; and the ARN of both."""
    arn = f"arn:aws:iam::{ACCOUNT}:user/ada"
    if request.param == "user":
        return Credentials(*user), arn
    given = client(server, "sts", *user).get_session_token(DurationSeconds=900)["Credentials"]
    return Credentials(given["AccessKeyId"], given["SecretAccessKey"], given["SessionToken"]), arn


def by_aws4auth(credentials, method, address, body=b"", headers=None):
    auth = AWS4Auth(
        credentials.access_key, credentials.secret_key, "us-east-1", "orders", session_token=credentials.token)
    return requests.Request(method, address, data=body, headers=headers, auth=auth).prepare()


def by_botocore(credentials, method, address, body=b"", headers=None):
    signed = AWSRequest(method=method, url=address, data=body, headers=headers)
    SigV4Auth(credentials, "orders", "us-east-1").add_auth(signed)
    return requests.Request(method, address, data=body, headers=dict(signed.headers.items())).prepare()


def presigned(credentials, method, address, body=b"", headers=None, expires=60):
    signed = AWSRequest(method=method, url=address, data=body)
    SigV4QueryAuth(credentials, "orders", "us-east-1", expires=expires).add_auth(signed)
    return requests.Request(method, signed.url, data=body).prepare()


def send(prepared):
    with requests.Session() as session:
        return session.send(prepared, timeout=PATIENCE, allow_redirects=False)


SIGNERS = pytest.mark.parametrize("sign", [by_aws4auth, by_botocore, presigned])


def accepted(prepared, arn):
    answer = send(prepared)
    assert answer.status_code == 200, f"{prepared.method} {prepared.url}: {answer.status_code} {answer.text}"
    assert answer.text.split("\n")[0] == arn
    # The API saw the address that was signed.
    assert answer.text.split("\n")[2] == prepared.path_url


@SIGNERS
def test_each_path_and_query_is_accepted(orders, holder, sign):
    credentials, arn = holder
    for path in PATHS:
        accepted(sign(credentials, "GET", orders + path), arn)
    for query in QUERIES:
        accepted(sign(credentials, "GET", orders + "/orders" + ("?" + query if query else "")), arn)


@pytest.mark.parametrize("sign", [by_aws4auth, by_botocore])
def test_each_body_and_header_is_accepted(orders, holder, sign):
    credentials, arn = holder
    for body in BODIES:
        for method in ["POST", "PUT"]:
            accepted(sign(credentials, method, orders + "/orders", body), arn)
    headers = {"X-Amz-Meta-Note": "two   blanks", "Content-Type": "application/json", "X-Other": "1"}
    accepted(sign(credentials, "POST", orders + "/orders", b"{}", headers), arn)


@SIGNERS
def test_changes_are_refused(orders, holder, sign):
    credentials, arn = holder
    address = orders + "/orders?page=2"
    accepted(sign(credentials, "GET", address), arn)

    def changed(change):
        prepared = sign(credentials, "GET", address)
        change(prepared)
        answer = send(prepared)
        return answer.status_code, answer.headers.get("x-amzn-errortype")

    def set_url(old, new):
        def change(prepared):
            assert old in prepared.url
            prepared.url = prepared.url.replace(old, new)
        return change

    wrong = (403, "InvalidSignatureException")
    assert changed(set_url("page=2", "page=3")) == wrong
    assert changed(set_url("/orders?", "/order?")) == wrong
    assert changed(lambda prepared: setattr(prepared, "method", "DELETE")) == wrong
    assert changed(lambda prepared: prepared.prepare_body(b"more", None)) == wrong
    assert changed(lambda prepared: prepared.headers.update({"Host": "other.example.com"})) == wrong
    malformed = (400, "IncompleteSignatureException")
    assert changed(lambda prepared: prepared.headers.update({"X-Amz-Added": "1"})) == malformed
    assert changed(set_url("page=2", "page=2&q=a+b")) == malformed
    assert changed(set_url("page=2", "page=2&q=%FF")) == malformed


@SIGNERS
def test_other_secrets_keys_services_and_regions_are_refused(orders, user, sign):
    def code(credentials):
        answer = send(sign(credentials, "GET", orders + "/orders"))
        return answer.status_code, answer.headers["x-amzn-errortype"]

    assert code(Credentials(user[0], "x" * 40)) == (403, "InvalidSignatureException")
    assert code(Credentials("AKIAABCDEFGHIJKLMNOP", user[1])) == (403, "UnrecognizedClientException")
    assert code(Credentials("ASIAABCDEFGHIJKLMNOP", user[1], "token")) == (403, "UnrecognizedClientException")
    assert code(Credentials(user[0], user[1], "token")) == (403, "UnrecognizedClientException")


def test_a_presigned_address_for_more_than_seven_days_is_refused(orders, user):
    assert send(presigned(Credentials(*user), "GET", orders + "/orders", expires=604_800)).status_code == 200
    assert send(presigned(Credentials(*user), "GET", orders + "/orders", expires=604_801)).status_code == 400


def test_a_request_without_a_signature_is_refused(orders):
    answer = requests.get(orders + "/orders", timeout=PATIENCE)
    assert (answer.status_code, answer.headers["x-amzn-errortype"]) == (403, "MissingAuthenticationTokenException")
    assert answer.json() == {"message": "Missing Authentication Token"}
