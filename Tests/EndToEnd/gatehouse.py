# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""A real server process for tests, the program's other commands, and the clients that talk to the server."""
import base64
import json
import os
import subprocess

import boto3
from botocore import UNSIGNED
from botocore.config import Config

from server_process import ServerProcess

BINARY = os.path.abspath(os.environ.get("GATEHOUSE", ".build/debug/gatehouse"))
PASSWORD = "Correct-Horse-7!"
# The key with which tests sign the calls of an administrator. `gatehouse dev` takes any key from this machine, and nodes
# of `gatehouse serve` have this one.
KEY, SECRET = "AKIAEXAMPLE", "any-secret-is-good-for-a-server-of-tests"


def random_key():
    """A master key."""
    return base64.b64encode(os.urandom(32)).decode()


def client_of(url, service, key=KEY, secret=SECRET, token=None, region="us-east-1", signed=True):
    """A client of a service at an address; without a signature, as an app has it, if it is not to sign."""
    return boto3.client(
        service,
        endpoint_url=url,
        region_name=region,
        aws_access_key_id=key,
        aws_secret_access_key=secret,
        aws_session_token=token,
        config=Config(retries={"total_max_attempts": 1}, signature_version=None if signed else UNSIGNED),
    )


def claims_of(token):
    """The claims of a JSON Web Token, without a check of its signature."""
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def gatehouse(*arguments, environment=None, given=None, cwd=None):
    """Runs a command of `gatehouse` up to its end; `given` is its standard input."""
    return subprocess.run(
        [BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=300, input=given, cwd=cwd,
        env={**os.environ, **(environment or {})})


class Gatehouse(ServerProcess):
    """`gatehouse dev`, and clients of it."""

    def __init__(self, folder, environment=None, port=None, arguments=()):
        super().__init__(BINARY, folder, arguments, environment=environment, port=port)

    def client(self, service, *key, **options):
        return client_of(self.url, service, *key, **options)
