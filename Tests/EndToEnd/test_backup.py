# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Backups: the restore drill, kills during the first start, and databases that were replaced under a server."""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
import urllib.error

import pytest

from conftest import make_client, make_user, tokens_of
from gatehouse import BINARY, Gatehouse, gatehouse

# Seconds; the server compares its files every two seconds.
SOON = 60


def in_place_of(server, folder, environment=None):
    """A server in another folder, at the address of a server that has ended, so that issuers are the same."""
    folder.mkdir(exist_ok=True)
    other = Gatehouse(folder, environment=environment)
    other.command[other.command.index("--port") + 1] = str(server.port)
    other.port, other.url = server.port, server.url
    return other


def fails_soon(call):
    """Waits until a call fails; returns its error."""
    deadline = time.monotonic() + SOON
    while time.monotonic() < deadline:
        try:
            call()
        except Exception as error:  # noqa: BLE001 - the caller checks it
            return error
        time.sleep(0.1)
    raise AssertionError("The call still succeeds.")


def waits_for(condition):
    deadline = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.fixture
def server(tmp_path):
    server = Gatehouse(tmp_path).start()
    yield server
    if server.process.poll() is None:
        server.stop()


class Load:
    """Clients that write until the end; counts their calls."""

    def __init__(self, server, pool, workers=4):
        self.ended, self.calls = False, 0
        self.threads = [threading.Thread(target=self.run, args=(server, pool, number)) for number in range(workers)]

    def run(self, server, pool, number):
        admin = server.client("cognito-idp")
        user = make_user(admin, pool, f"load-{number}")
        while not self.ended:
            admin.admin_update_user_attributes(
                **user, UserAttributes=[{"Name": "nickname", "Value": f"n{self.calls}"}])
            self.calls += 1

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        waits_for(lambda: self.calls > 20)
        return self

    def __exit__(self, *_):
        self.ended = True
        for thread in self.threads:
            thread.join()


def test_the_restore_drill(server, tmp_path):
    admin, app = server.client("cognito-idp"), server.client("cognito-idp", signed=False)
    pool = admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
    client_id = make_client(admin, pool)["ClientId"]
    for number in range(20):
        make_user(admin, pool, f"user-{number}", nickname=f"nick-{number}")
    tokens = tokens_of(app, client_id, "user-0")
    backup, key = tmp_path / "gatehouse.backup", tmp_path / "apart.key"
    shutil.copy(server.data / "master.key", key)
    with Load(server, pool) as load:
        before = load.calls
        made = gatehouse("backup", backup, "--data-dir", server.data, environment={"GATEHOUSE_MASTER_KEY": ""})
        assert made.returncode == 0, made.stderr
        assert load.calls > before
    assert backup.stat().st_mode & 0o777 == 0o600 and not backup.with_name(backup.name + ".new").exists()
    assert gatehouse("backup", backup, "--data-dir", server.data).returncode == 73
    make_user(admin, pool, "after-the-backup")
    later = tokens_of(app, client_id, "user-1")
    server.stop(signal.SIGKILL)

    other = in_place_of(server, tmp_path / "restored", {"GATEHOUSE_MASTER_KEY_FILE": str(key)})
    restored = gatehouse("restore", backup, "--data-dir", other.data, environment=other.environment)
    assert restored.returncode == 0, restored.stdout + restored.stderr
    assert "Master key: it is the one" in restored.stdout and "PROBLEM" not in restored.stdout
    with other:
        for number in range(20):
            user = app.get_user(AccessToken=tokens_of(app, client_id, f"user-{number}")["AccessToken"])
            assert {"Name": "nickname", "Value": f"nick-{number}"} in user["UserAttributes"]
        # Tokens from before the backup are valid.
        assert app.get_user(AccessToken=tokens["AccessToken"])["Username"] == "user-0"
        app.initiate_auth(
            ClientId=client_id, AuthFlow="REFRESH_TOKEN_AUTH", AuthParameters={"REFRESH_TOKEN": tokens["RefreshToken"]})
        # What came after it does not exist.
        with pytest.raises(admin.exceptions.UserNotFoundException):
            admin.admin_get_user(UserPoolId=pool, Username="after-the-backup")
        with pytest.raises(app.exceptions.NotAuthorizedException):
            app.initiate_auth(
                ClientId=client_id, AuthFlow="REFRESH_TOKEN_AUTH",
                AuthParameters={"REFRESH_TOKEN": later["RefreshToken"]})


def test_a_restore_waits_for_the_end_of_the_server_and_keeps_the_old_files(server, tmp_path):
    backup = tmp_path / "gatehouse.backup"
    assert gatehouse("backup", backup, "--data-dir", server.data).returncode == 0
    admin = server.client("cognito-idp")
    pool = admin.create_user_pool(PoolName="late")["UserPool"]["Id"]
    refused = gatehouse("restore", backup, "--data-dir", server.data, "--replace")
    assert refused.returncode == 69 and f"process {server.process.pid}" in refused.stderr
    server.stop(signal.SIGKILL)
    assert (server.data / "gatehouse.sqlite-wal").stat().st_size > 0
    refused = gatehouse("restore", backup, "--data-dir", server.data)
    assert refused.returncode == 73 and "--replace" in refused.stderr
    restored = gatehouse("restore", backup, "--data-dir", server.data, "--replace")
    assert restored.returncode == 0, restored.stderr
    assert list(server.data.glob("gatehouse.sqlite-wal.before-*"))
    with server:
        with pytest.raises(admin.exceptions.ResourceNotFoundException):
            admin.describe_user_pool(UserPoolId=pool)
        first = json.loads((server.data / "dev.json").read_text())
        assert first


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_commands_of_root_work_as_the_owner_of_the_folder(tmp_path):
    nobody = 65_534
    # Folders of pytest are closed to other users.
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        server = Gatehouse(folder)
        with server:
            server.client("cognito-idp").create_user_pool(PoolName="test")
        for path in [server.data, *server.data.iterdir()]:
            os.chown(path, nobody, nobody)
        out = folder / "out"
        out.mkdir()
        os.chown(out, nobody, nobody)
        for arguments in [
            ["backup", out / "copy"], ["check"], ["rotate-keys"], ["compact"], ["restore", out / "copy", "--replace"],
        ]:
            done = gatehouse(*arguments, "--data-dir", server.data)
            assert done.returncode == 0, (arguments, done.stdout + done.stderr)
        assert [path for path in [*server.data.iterdir(), *out.iterdir()] if path.stat().st_uid != nobody] == []
        # So does a server, whose files would otherwise be root's, also from a program that only root may reach and run.
        closed = folder / "closed"
        closed.mkdir(mode=0o700)
        shutil.copy(BINARY, closed / "gatehouse")
        (closed / "gatehouse").chmod(0o700)
        server.command[server.command.index(BINARY)] = str(closed / "gatehouse")
        with server:
            admin = server.client("cognito-idp")
            pool = admin.list_user_pools(MaxResults=1)["UserPools"][0]["Id"]
            client_id = make_client(admin, pool)["ClientId"]
            # The program began as the owner: each thread, the first one too, has nothing of root.
            statuses = [task.read_text() for task in pathlib.Path(f"/proc/{server.process.pid}/task").glob("*/status")]
            assert len(statuses) > 1
            for status in statuses:
                assert f"Uid:\t{nobody}\t{nobody}\t{nobody}\t{nobody}\n" in status
                assert f"Gid:\t{nobody}\t{nobody}\t{nobody}\t{nobody}\n" in status
                assert re.search(r"^Groups:\s*(65534)?\s*$", status, re.MULTILINE)
                assert all(f"{name}:\t0000000000000000\n" in status for name in ["CapPrm", "CapEff", "CapAmb"])
            assert os.stat(f"/proc/{server.process.pid}").st_uid == nobody
            # Signals reach it: the threads of the program that root started blocked them.
            assert server.stop() == 0
            server.start()
        assert "root started the process" in (server.folder / "gatehouse.log").read_text()
        arguments = ["outputs", "--user-pool", pool, "--client", client_id, "--data-dir", server.data]
        done = gatehouse(*arguments, "--folder", out)
        assert done.returncode == 0, done.stdout + done.stderr
        refused = gatehouse(*arguments, "--folder", tmp_path / "outputs")
        assert refused.returncode == 73 and "root started the process" in refused.stderr
        assert [path for path in [*server.data.iterdir(), *out.iterdir()] if path.stat().st_uid != nobody] == []
        # A folder that root alone may write is out of reach, so links in the data folder lead nowhere.
        refused = gatehouse("backup", tmp_path / "copy", "--data-dir", server.data)
        assert refused.returncode == 73 and not (tmp_path / "copy").exists()


def test_check_and_compact_name_what_they_find(server):
    checked = gatehouse("check", "--data-dir", server.data)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "Integrity: no damage" in checked.stdout and "Rows: 1 user pools" in checked.stdout
    assert gatehouse("compact", "--data-dir", server.data).returncode == 69
    assert server.stop() == 0
    assert gatehouse("compact", "--data-dir", server.data).returncode == 0
    wrong = gatehouse(
        "check", "--data-dir", server.data,
        environment={"GATEHOUSE_MASTER_KEY": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="})
    assert wrong.returncode == 65 and "PROBLEM: Master key" in wrong.stdout


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_a_database_that_is_moved_away_under_a_server_is_noticed(server, ending):
    admin = server.client("cognito-idp")
    path = server.data / f"gatehouse.sqlite{ending}"
    path.rename(path.with_name(path.name + ".aside"))
    error = fails_soon(lambda: admin.list_user_pools(MaxResults=1))
    assert error.response["ResponseMetadata"]["HTTPStatusCode"] == 503, error
    # The call has found it out, and no probe is awaited.
    with pytest.raises(urllib.error.HTTPError) as caught:
        server.get("/health")
    assert caught.value.code == 503
    server.log_with("gatehouse restore FILE --replace")


def test_a_backup_that_is_copied_over_the_database_of_a_server_is_noticed(server, tmp_path):
    backup = tmp_path / "gatehouse.backup"
    assert gatehouse("backup", backup, "--data-dir", server.data).returncode == 0
    admin = server.client("cognito-idp")
    with open(server.data / "gatehouse.sqlite", "r+b") as file:
        file.truncate(0)
        file.write(backup.read_bytes())
    error = fails_soon(lambda: admin.list_user_pools(MaxResults=1))
    assert error.response["ResponseMetadata"]["HTTPStatusCode"] == 503, error
    server.stop(signal.SIGKILL)
    refused = gatehouse("dev", "--port", server.port, "--data-dir", server.data)
    assert refused.returncode == 69 and "is a backup" in refused.stderr
    restored = gatehouse("restore", backup, "--data-dir", server.data, "--replace")
    assert restored.returncode == 0, restored.stderr
    with server:
        assert admin.list_user_pools(MaxResults=1)["UserPools"]


def test_a_file_that_was_copied_over_the_database_is_not_changed_at_the_end(server, tmp_path):
    admin = server.client("cognito-idp")
    backup = tmp_path / "gatehouse.backup"
    assert gatehouse("backup", backup, "--data-dir", server.data).returncode == 0
    for number in range(5):
        admin.create_user_pool(PoolName=f"late-{number}")
    content = backup.read_bytes()
    with open(server.data / "gatehouse.sqlite", "r+b") as file:
        file.truncate(0)
        file.write(content)
    waits_for(lambda: "critical" in (log := (server.folder / "gatehouse.log").read_text()) or "Error:" in log)
    assert server.stop() == 0
    assert (server.data / "gatehouse.sqlite").read_bytes() == content


def test_the_log_of_another_server_is_refused(server, tmp_path):
    (tmp_path / "other").mkdir()
    other = Gatehouse(tmp_path / "other").start()
    other.client("cognito-idp").create_user_pool(PoolName="other")
    other.stop(signal.SIGKILL)
    assert server.stop() == 0
    database = server.data / "gatehouse.sqlite"
    own, log = database.read_bytes(), database.with_name("gatehouse.sqlite-wal")
    shutil.copy(other.data / log.name, log)
    refused = gatehouse("dev", "--port", server.port, "--data-dir", server.data)
    assert refused.returncode == 69 and "the log of another database" in refused.stderr
    assert f"--data-dir {server.data}" in refused.stderr and database.read_bytes() == own
    cure = refused.stderr.split("in the log: ")[1].split(" Or restore")[0]
    subprocess.run(cure, shell=True, check=True)
    with server:
        assert server.client("cognito-idp").list_user_pools(MaxResults=1)["UserPools"]


def test_the_log_of_a_killed_server_is_refused_beside_an_older_file(server):
    assert server.stop() == 0
    older = (server.data / "gatehouse.sqlite").read_bytes()
    server.start()
    server.client("cognito-idp").create_user_pool(PoolName="late")
    server.stop(signal.SIGKILL)
    (server.data / "gatehouse.sqlite").write_bytes(older)
    refused = gatehouse("dev", "--port", server.port, "--data-dir", server.data)
    assert refused.returncode == 69 and "the log of another database" in refused.stderr
    assert (server.data / "gatehouse.sqlite").read_bytes() == older


def test_a_log_that_was_removed_is_noticed_before_and_after_the_end_of_the_server(server, tmp_path):
    # The second start has the pool of the first one in the file.
    assert server.stop() == 0
    server.start()
    server.client("cognito-idp").create_user_pool(PoolName="late")
    log = server.data / "gatehouse.sqlite-wal"
    # A stopped process notices nothing, and the log is missing as it would be a moment after its removal.
    server.process.send_signal(signal.SIGSTOP)
    try:
        log.unlink()
        for arguments in [["backup", tmp_path / "copy"], ["check"]]:
            refused = gatehouse(*arguments, "--data-dir", server.data)
            assert refused.returncode == 69 and "was removed, although it had changes" in refused.stderr, refused.stderr
        assert not log.exists() and not (tmp_path / "copy").exists()
    finally:
        server.process.send_signal(signal.SIGCONT)
    server.stop(signal.SIGKILL)
    (server.data / "gatehouse.sqlite-shm").unlink(missing_ok=True)
    refused = gatehouse("dev", "--port", server.port, "--data-dir", server.data)
    assert refused.returncode == 69 and "was removed, although it had changes" in refused.stderr
    cure = refused.stderr.split("without these changes: ")[1].split(" Or restore")[0]
    subprocess.run(cure, shell=True, check=True)
    with server:
        pools = server.client("cognito-idp").list_user_pools(MaxResults=10)["UserPools"]
        assert pools and "late" not in [pool["Name"] for pool in pools]


def test_a_cure_works_as_printed_and_a_refused_restore_leaves_nothing(server, tmp_path):
    backup, settings = tmp_path / "gatehouse.backup", tmp_path / "settings of the server.json"
    assert gatehouse("backup", backup, "--data-dir", server.data).returncode == 0
    assert server.stop() == 0
    settings.write_text(json.dumps({"dataDir": str(server.data)}))
    (server.data / "gatehouse.sqlite").unlink()
    refused = gatehouse("check", "--config", settings)
    assert refused.returncode == 69 and refused.stderr.rstrip().endswith(f"--config '{settings}'")
    cure = refused.stderr.rstrip().split("with: gatehouse ")[1].replace("FILE", str(backup))
    subprocess.run(f"{BINARY} {cure}", shell=True, check=True)
    with server:
        assert server.json("/health")
    with sqlite3.connect(backup) as changed:
        changed.execute("CREATE VIEW late AS SELECT 1 AS one")
    changed.close()
    (tmp_path / "empty").mkdir()
    for folder in [tmp_path / "empty", tmp_path / "new" / "inner"]:
        refused = gatehouse("restore", backup, "--data-dir", folder)
        assert refused.returncode == 65, refused.stderr
    assert list((tmp_path / "empty").iterdir()) == [] and not (tmp_path / "new").exists()


def test_a_folder_without_its_database_is_refused(server):
    assert server.stop() == 0
    (server.data / "gatehouse.sqlite").unlink()
    refused = gatehouse("dev", "--port", server.port, "--data-dir", server.data)
    assert refused.returncode == 69 and "gatehouse restore FILE" in refused.stderr
    assert not (server.data / "gatehouse.sqlite").exists()


def test_a_first_start_that_was_killed_is_completed_by_the_next_one(tmp_path):
    chance = random.Random(7)
    for number in range(15):
        folder = tmp_path / str(number)
        folder.mkdir()
        server = Gatehouse(folder)
        killed = subprocess.Popen(server.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            killed.wait(timeout=chance.random() * 0.4)
        except subprocess.TimeoutExpired:
            killed.kill()
        killed.wait()
        with server:
            assert server.json("/health")
