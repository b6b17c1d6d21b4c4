# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The AWS command line interface, run in this process, because its own start takes most of a second."""
import contextlib
import functools
import io
import json

import pytest
from awscli.clidriver import create_clidriver
from botocore import xform_name

from documents import operations_built
from gatehouse import KEY, SECRET

CREDENTIALS = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET}


class CommandFailed(Exception):
    """A command that ended with an error; the text is what it printed."""


@functools.cache
def models():
    """The models of the services, which a driver of its own would read again for each command."""
    return create_clidriver().session.get_component("data_loader")


class AWS:
    """`aws --endpoint-url <server>`; records the commands that succeeded."""

    def __init__(self, server, folder, monkeypatch):
        self.url = server.url
        self.succeeded = {"cognito-idp": set(), "cognito-identity": set(), "sts": set(), "iam": set()}
        for name, value in CREDENTIALS.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        monkeypatch.setenv("AWS_CONFIG_FILE", str(folder / "config"))
        monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(folder / "credentials"))
        monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")

    def __call__(self, service, command, **options):
        """Runs a command; options become `--user-pool-id=value`, and values other than text become JSON.

        A value of its own would be taken for an option if it begins with a hyphen, as some ids of passkeys do.
        """
        line = [service, command, "--endpoint-url", self.url, "--output", "json"]
        for name, value in options.items():
            switch = "--" + name.replace("_", "-")
            if value is True:
                line += [switch]
            else:
                line += [f"{switch}={value if isinstance(value, str) else json.dumps(value)}"]
        out, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            driver = create_clidriver()
            driver.session.register_component("data_loader", models())
            status = driver.main(line)
        if status != 0:
            raise CommandFailed(errors.getvalue().strip())
        self.succeeded[service].add(command)
        return json.loads(out.getvalue() or "{}")

    def idp(self, command, **options):
        return self("cognito-idp", command, **options)

    def identity(self, command, **options):
        return self("cognito-identity", command, **options)

    def untried(self, service, title):
        """The operations that docs/operations.md lists for a service and that no command here has called."""
        return {name for name in operations_built(title) if xform_name(name, "-") not in self.succeeded[service]}


@contextlib.contextmanager
def refused(error):
    """Expects a command to fail with the named error."""
    with pytest.raises(CommandFailed, match=rf"\({error}\)"):
        yield
