# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Glewlwyd, a server of OAuth 2.0 and OpenID Connect, with its data in a folder; Python alone is enough for it."""
import http.client
import json
import pathlib
import sqlite3
import subprocess

from foreign_process import ForeignProcess
from server_process import free_port

SCHEMA = pathlib.Path("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3")
# The administrator that the schema brings; its hash has fewer rounds than those of users made later.
ADMINISTRATOR = {"username": "admin", "password": "password"}


class Glewlwyd(ForeignProcess):
    MODULES = ("user", "user_middleware", "client", "user_auth_scheme", "plugin")

    def __init__(self, folder):
        self.folder, self.port, self.cookie = folder, free_port(), None
        self.url = f"http://localhost:{self.port}"
        database = sqlite3.connect(folder / "glewlwyd.db")
        database.executescript(SCHEMA.read_text())
        database.close()
        configuration = folder / "glewlwyd.conf"
        configuration.write_text(self.configuration())
        super().__init__(["glewlwyd", f"--config-file={configuration}"], self.port, folder / "glewlwyd.log")

    def configuration(self):
        paths = {name: name.replace("user_auth_scheme", "scheme") for name in self.MODULES}
        modules = "".join(
            f'{name}_module_path="/usr/lib/glewlwyd/{path}"\n'
            for name, path in paths.items()
        )
        return (
            f'port={self.port}\nbind_address="127.0.0.1"\nexternal_url="{self.url}"\n'
            'api_prefix="api"\nlog_mode="console"\nlog_level="ERROR"\ncookie_secure=0\nhash_algorithm="SHA512"\n'
            f'{modules}database = {{ type = "sqlite3" path = "{self.folder / "glewlwyd.db"}" }}\n'
        )

    def send(self, path, content, method="POST"):
        """Sends to the API; as the administrator, after sending `ADMINISTRATOR` to `auth/`."""
        headers = {"Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request(method, f"/api/{path}", json.dumps(content), headers)
        answer = connection.getresponse()
        if answer.status != 200:
            raise RuntimeError(f"glewlwyd answered {answer.status} to {path}: {answer.read()}")
        cookie = answer.getheader("Set-Cookie")
        if cookie:
            self.cookie = cookie.split(";")[0]


def openssl(*arguments, given=None):
    """The text that a command of OpenSSL prints."""
    return subprocess.run(["openssl", *arguments], input=given, capture_output=True, text=True, check=True).stdout
