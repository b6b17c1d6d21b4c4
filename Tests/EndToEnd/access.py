# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A server with an administrator, `gatehouse iam` beside it, and clients with the keys of users and roles."""
import json

import boto3
import pytest
from botocore.exceptions import ClientError

from gatehouse import Gatehouse, gatehouse

ACCOUNT = "123456789012"
ADMINISTRATOR = {
    "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE",
    "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}


def policy(*statements):
    return {"Version": "2012-10-17", "Statement": list(statements)}


def allow(actions, resource="*"):
    return {"Effect": "Allow", "Action": actions, "Resource": resource}


def trust(principal, action="sts:AssumeRole", condition=None):
    return policy({"Effect": "Allow", "Action": action, "Principal": principal, "Condition": condition or {}})


@pytest.fixture
def server(tmp_path, kept_keys):
    server = Gatehouse(tmp_path, environment=dict(ADMINISTRATOR), arguments=kept_keys).start()
    yield server
    server.stop()


@pytest.fixture
def iam(server, tmp_path):
    """Runs `gatehouse iam`; a document becomes a file."""

    def run(*words, document=None, fails=False):
        if document is not None:
            file = tmp_path / "document.json"
            file.write_text(json.dumps(document))
            words += ("--document", str(file))
        ended = gatehouse("iam", *words, "--data-dir", server.data, environment=server.environment)
        assert (ended.returncode != 0) == fails, ended.stdout + ended.stderr
        return ended.stderr if fails else ended.stdout

    return run


def client(server, service, key, secret, token=None):
    return boto3.client(
        service, endpoint_url=server.url, region_name="us-east-1", aws_access_key_id=key,
        aws_secret_access_key=secret, aws_session_token=token)


def as_session(server, service, credentials):
    return client(
        server, service, credentials["AccessKeyId"], credentials["SecretAccessKey"], credentials["SessionToken"])


@pytest.fixture
def user(server, iam):
    """The access key of a user that may list user pools and assume roles."""
    iam("create", "user", "ada", document={"policies": {"own": policy(allow(["cognito-idp:List*", "sts:AssumeRole"]))}})
    lines = iam("create", "key", "ada").splitlines()
    return lines[0].removeprefix("AccessKeyId: "), lines[1].removeprefix("SecretAccessKey: ")


def code_of(call, **arguments):
    with pytest.raises(ClientError) as caught:
        call(**arguments)
    return caught.value.response["Error"]["Code"]
