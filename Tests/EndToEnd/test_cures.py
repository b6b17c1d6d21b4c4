# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What an operator reads when something is wrong: each cure is performed as it is written, and the data is there."""
import base64
import contextlib
import dataclasses
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import typing
from unittest import mock

import pytest

from conftest import make_client, make_user, tokens_of
from gatehouse import BINARY, Gatehouse
from server_process import free_port
from test_backup import gatehouse

NOBODY = 65_534
ADMIN = {
    "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "AKIAGATEHOUSETEST001",
    "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "a-secret-of-forty-characters-0123456789ab",
}


def random_key():
    return base64.b64encode(os.urandom(32)).decode()


@dataclasses.dataclass
class Site:
    """A data folder with a user, its keys and a backup, as an operator has them."""

    folder: pathlib.Path
    pool: str
    client_id: str
    environment: dict
    mode: str = "dev"
    options: tuple = ()
    # The authority of the server's certificate, if it speaks TLS.
    certificate: pathlib.Path | None = None

    def __post_init__(self):
        self.data, self.keys = self.folder / "data", self.folder / "master.keys"
        self.backup = self.folder / "gatehouse.backup"
        self.database = self.data / "gatehouse.sqlite"
        self.environment = {"GATEHOUSE_MASTER_KEY_FILE": str(self.keys)} | self.environment

    @property
    def server(self):
        server = Gatehouse(self.folder, environment=self.environment)
        server.command = [BINARY, self.mode, "--port", str(server.port), "--data-dir", str(self.data), *self.options]
        return server

    def run(self, *command):
        return gatehouse(*command, "--data-dir", self.data, environment=self.environment)

    def refused_start(self):
        ended = subprocess.run(
            self.server.command, capture_output=True, text=True, timeout=120, env={**os.environ, **self.environment})
        assert ended.returncode in (64, 65, 69, 73, 78), ended.stdout + ended.stderr
        refusal = ended.stderr.splitlines()[-1]
        assert refusal.startswith("gatehouse: "), ended.stderr
        return refusal

    def works(self):
        """Starts the server and signs the user in."""
        server, authority = self.server, {}
        if self.certificate:
            server.url = server.url.replace("http:", "https:")
            authority = dict.fromkeys(["AWS_CA_BUNDLE", "SSL_CERT_FILE"], str(self.certificate))
        with mock.patch.dict(os.environ, authority), server:
            app = server.client("cognito-idp", signed=False)
            tokens = tokens_of(app, self.client_id, "ada")
            assert app.get_user(AccessToken=tokens["AccessToken"])["Username"] == "ada"

    def shell(self, command):
        """Performs a command of a message, with the backup for FILE."""
        command = command.strip().rstrip(".").replace("FILE", str(self.backup))
        command = re.sub(r"^gatehouse ", f"{BINARY} ", command)
        subprocess.run(command, shell=True, check=True, capture_output=True, env={**os.environ, **self.environment})


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """The data folder that each test copies."""
    folder = tmp_path_factory.mktemp("original")
    keys = folder / "master.keys"
    keys.touch(mode=0o600)
    keys.write_text(f"main:{random_key()}\n")
    site = Site(folder, "", "", {})
    with site.server as server:
        admin = server.client("cognito-idp")
        site.pool = admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
        site.client_id = make_client(admin, site.pool)["ClientId"]
        make_user(admin, site.pool, "ada")
    made = site.run("backup", site.backup)
    assert made.returncode == 0, made.stderr
    return site


@pytest.fixture
def site(original, tmp_path):
    shutil.copytree(original.folder, tmp_path / "site")
    return Site(tmp_path / "site", original.pool, original.client_id, {})


@dataclasses.dataclass
class Fault:
    text: str
    make: typing.Callable

    @property
    def name(self):
        return self.make.__name__


FAULTS = []


def fault(text):
    """Registers a fault: a function that breaks a site, and returns what the cure in the message is."""

    def register(make):
        FAULTS.append(Fault(text, make))
        return make

    return register


# The master key.


@fault("has no id. It is the key that sealed")
def a_key_without_an_id_beside_a_new_line(site):
    old = site.keys.read_text().removeprefix("main:")
    site.keys.write_text(f"{old}2026-11:{random_key()}\n")
    return lambda text: site.shell(text.split("with: ")[1])


@fault("Line 2 of")
def a_new_line_without_an_id(site):
    site.keys.write_text(site.keys.read_text() + random_key() + "\n")
    return lambda text: site.shell(text.split("with: ")[1])


def damage(site, change):
    good = site.keys.read_text()
    site.keys.write_text(change(good))
    return lambda text: site.keys.write_text(good)


@fault("is sealed under the key main, and no other key opens it: put the copy of this key back")
def a_key_that_was_cut(site):
    return damage(site, lambda good: good[:-10] + "\n")


@fault("is sealed under the key main, and no other key opens it: put the copy of this key back")
def a_key_file_that_is_empty(site):
    return damage(site, lambda _: "")


@fault("The master key main is missing from the key ring")
def a_key_with_another_id(site):
    return damage(site, lambda good: f"other:{random_key()}\n")


@fault("is not the one that sealed this database")
def another_key_under_the_same_id(site):
    return damage(site, lambda good: f"main:{random_key()}\n")


@fault("has an id that is not 1 to 32 letters, digits, - and _: correct the id")
def an_id_with_a_blank(site):
    return damage(site, lambda good: good.replace("main:", "ma in:"))


@fault("if they are equal, remove one of them")
def a_line_that_is_there_twice(site):
    return damage(site, lambda good: good + good)


@fault("put the file back, or correct GATEHOUSE_MASTER_KEY_FILE")
def a_key_file_that_is_missing(site):
    aside = site.keys.with_name("aside")
    site.keys.rename(aside)
    return lambda text: aside.rename(site.keys)


@fault("No master key is set")
def no_setting_for_the_key(site):
    name = site.environment.pop("GATEHOUSE_MASTER_KEY_FILE")

    def cure(text):
        assert str(site.database) in text and "main" in text
        site.environment["GATEHOUSE_MASTER_KEY_FILE"] = name

    return cure


@fault("chmod o= ")
def a_key_that_every_user_may_read(site):
    site.keys.chmod(0o644)
    return lambda text: site.shell(text.split("correct it with: ")[1])


@fault("The master key new is missing from the key ring")
def a_new_line_that_was_removed_again(site):
    good = site.keys.read_text()
    site.keys.write_text(good + f"new:{random_key()}\n")
    both = site.keys.read_text()
    site.works()
    site.keys.write_text(good)
    return lambda text: site.keys.write_text(both)


@fault("No master key is set")
def serve_with_nothing_set(site):
    site.mode = "serve"
    key = site.environment.pop("GATEHOUSE_MASTER_KEY_FILE")

    def cure(text):
        assert "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY" in text and "under the key main" in text
        site.environment |= ADMIN | {"GATEHOUSE_MASTER_KEY_FILE": key}

    return cure


# The files of the database.


@fault("Each backup has it")
def master_check_is_missing(site):
    (site.data / "master.check").unlink()

    def cure(text):
        other = site.folder / "other"
        site.shell(text.split("Each backup has it: ")[1].split(" puts it")[0].replace("ANOTHER-FOLDER", str(other)))
        shutil.copy(other / "master.check", site.data / "master.check")

    return cure


@fault("has no gatehouse.sqlite")
def the_database_is_missing(site):
    site.database.unlink()
    return lambda text: site.shell(text.split("with: ")[1])


@fault("is a backup. Move it to another folder as FILE")
def a_backup_in_place_of_the_database(site):
    shutil.copy(site.backup, site.database)

    def cure(text):
        site.backup.unlink()
        site.database.rename(site.backup)
        site.shell(text.split("then run: ")[1])

    return cure


@fault("is not the log of this file")
def a_former_log_beside_a_restored_file(site):
    older = site.database.read_bytes()
    with site.server as server:
        server.client("cognito-idp").create_user_pool(PoolName="late")
        server.stop(signal.SIGKILL)
    site.database.write_bytes(older)
    earlier = site.database.with_name("gatehouse.sqlite-wal.aside")
    earlier.write_text("set aside before")

    def cure(text):
        site.shell(text.split("in the log: ")[1].split(" Or restore")[0])
        assert earlier.read_text() == "set aside before" and earlier.with_name(earlier.name + "-2").exists()

    return cure


@fault("was removed, although it had changes")
def the_log_was_removed(site):
    with site.server as server:
        server.client("cognito-idp").create_user_pool(PoolName="late")
        server.stop(signal.SIGKILL)
    site.database.with_name("gatehouse.sqlite-wal").unlink()
    return lambda text: site.shell(text.split("without these changes: ")[1].split(" Or restore")[0])


@fault("is damaged, or the file is not a database. Put the right file back, or restore a backup with: ")
def the_file_is_overwritten(site):
    site.database.write_bytes(os.urandom(50_000))
    return lambda text: site.shell(text.split("or restore a backup with: ")[1])


@fault("which names the first pool, cannot be read")
def dev_json_is_damaged(site):
    (site.data / "dev.json").write_text("{")
    return lambda text: (site.data / "dev.json").rename(site.data / "dev.json.aside")


# The disk and the rights of the user.


@contextlib.contextmanager
def small_disk(site, size="16m"):
    """Puts the data folder on a small file system of its own."""
    aside = site.folder / "aside"
    site.data.rename(aside)
    site.data.mkdir(mode=0o700)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", str(site.data)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("This machine does not allow to mount a file system.")
    try:
        shutil.copytree(aside, site.data, dirs_exist_ok=True)
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(site.data)], check=True)


def fill(folder, free=0):
    """Fills a disk, but for some bytes."""
    filler = folder / "filler"
    with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
        while True:
            file.write(b"-" * 4_096)
    os.truncate(filler, max(0, filler.stat().st_size - free))
    return filler


@pytest.mark.parametrize("free", [0, 8_192])
def test_a_start_on_a_full_disk_asks_for_space_and_works_with_it(site, free):
    with small_disk(site):
        filler = fill(site.data, free)
        refused = site.refused_start()
        assert "Make space on its disk." in refused and "folder you may write" not in refused
        assert "--data-dir" not in refused
        filler.unlink()
        site.works()


def test_a_first_start_on_a_full_disk_asks_for_space(site):
    shutil.rmtree(site.data)
    site.data.mkdir(mode=0o700)
    with small_disk(site):
        filler = fill(site.data)
        assert "Make space on its disk. Or choose another folder with --data-dir." in site.refused_start()
        filler.unlink()
        with site.server as server:
            assert server.json("/health")


def test_a_backup_on_a_full_disk_asks_for_space(site):
    disk = Site(site.folder / "disk", "", "", {})
    disk.data.mkdir(parents=True)
    with small_disk(disk):
        filler = fill(disk.data, 65_536)
        refused = site.run("backup", disk.data / "copy")
        assert refused.returncode == 73 and "Make space on its disk." in refused.stderr
        assert [path.name for path in disk.data.iterdir()] == ["filler"]
        filler.unlink()
        assert site.run("backup", disk.data / "copy").returncode == 0


def test_a_file_system_that_is_read_only_is_named(site):
    with small_disk(site):
        subprocess.run(["mount", "-o", "remount,ro", str(site.data)], check=True)
        assert "Mount its file system for writing" in site.refused_start()
        subprocess.run(["mount", "-o", "remount,rw", str(site.data)], check=True)
        site.works()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another user")
@pytest.mark.parametrize("name", ["", "gatehouse.sqlite", "master.check"])
def test_a_file_that_the_user_may_not_use_is_named(original, name):
    # Folders of pytest are closed to other users.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        shutil.copytree(original.folder, pathlib.Path(folder) / "site")
        (pathlib.Path(folder) / "site").chmod(0o755)
        site = Site(pathlib.Path(folder) / "site", original.pool, original.client_id, {})
        for path in [site.keys, site.data, *site.data.rglob("*")]:
            os.chown(path, NOBODY, NOBODY)
        target = site.data / name
        if name:
            os.chown(target, 0, 0)
            target.chmod(0o600)
        else:
            (site.data / "gatehouse.lock").unlink()
            target.chmod(0o500)
        refused = site.refused_start()
        assert "Let this user read and write" in refused or "Correct its owner" in refused, refused
        assert "another folder with --data-dir." not in refused
        if name:
            os.chown(target, NOBODY, NOBODY)
        else:
            target.chmod(0o700)
        site.works()


# Settings, files that settings name, and ports.


@fault("is not a JSON object (line 3 is not valid JSON)")
def a_configuration_file_with_a_missing_comma(site):
    file = site.folder / "gatehouse.json"
    file.write_text('{\n  "region": "eu-west-1"\n  "logLevel": "info"\n}\n')
    site.options = ("--config", str(file))
    return lambda text: file.write_text(file.read_text().replace('1"\n', '1",\n'))


@fault("See the member metrics of")
def a_member_of_the_wrong_type(site):
    file = site.folder / "gatehouse.json"
    file.write_text('{"metrics": "yes"}')
    site.options = ("--config", str(file))

    def cure(text):
        assert str(file) in text and "must be true or false" in text
        file.write_text('{"metrics": true}')

    return cure


@fault("See the member access of")
def a_file_that_a_member_names_and_that_is_missing(site):
    file = site.folder / "gatehouse.json"
    file.write_text(json.dumps({"access": str(site.folder / "access.json")}))
    site.options = ("--config", str(file))
    return lambda text: (site.folder / "access.json").write_text("{}")


@fault("GATEHOUSE_ACCESS is not set")
def the_file_of_roles_is_not_named_any_more(site):
    file = site.folder / "access.json"
    file.write_text(json.dumps({"users": {"deploy": {}}}))
    site.environment["GATEHOUSE_ACCESS"] = str(file)
    site.works()
    name = site.environment.pop("GATEHOUSE_ACCESS")

    def cure(text):
        assert "remove" not in text
        site.environment["GATEHOUSE_ACCESS"] = name

    return cure


@fault("line 2 cannot be read as JSON")
def a_file_of_triggers_that_is_not_json(site):
    file = site.data / "triggers.json"
    file.touch(mode=0o600)
    file.write_text('{"functions": {}\n"keys": {}}')
    return lambda text: file.write_text('{"functions": {},\n"keys": {}}')


@fault("is not the key of the first certificate")
def a_key_of_another_certificate(site):
    for name in ("good", "other"):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "9",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
             str(site.folder / f"{name}.key"), "-out", str(site.folder / f"{name}.pem")],
            check=True, capture_output=True)
    site.certificate = site.folder / "good.pem"
    site.environment |= {
        "GATEHOUSE_TLS_CERTIFICATE_FILE": str(site.certificate),
        "GATEHOUSE_TLS_KEY_FILE": str(site.folder / "other.key")}

    def cure(text):
        assert "correct GATEHOUSE_TLS_KEY_FILE" in text
        site.environment["GATEHOUSE_TLS_KEY_FILE"] = str(site.folder / "good.key")

    return cure


@fault("is not an address of this machine: choose another one with GATEHOUSE_MONITORING_HOST")
def a_host_for_monitoring_that_is_none_of_this_machine(site):
    site.mode = "serve"
    site.environment |= ADMIN | {
        "GATEHOUSE_HEALTH_PORT": str(free_port()), "GATEHOUSE_MONITORING_HOST": "192.0.2.1"}

    def cure(text):
        site.environment["GATEHOUSE_MONITORING_HOST"] = "127.0.0.1"

    return cure


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_cure_of_a_fault_works_and_destroys_nothing(site, fault):
    cure = fault.make(site)
    refused = site.refused_start()
    assert fault.text in refused, refused
    # Where a database exists, a new key or an empty folder would lose what it has.
    assert "openssl rand -base64 32" not in refused and "hoose another folder" not in refused, refused
    cure(refused)
    site.works()


def test_check_names_a_damaged_key_and_lists_what_the_database_needs(site):
    good = site.keys.read_text()
    site.keys.write_text(good[:-10])
    checked = site.run("check")
    assert checked.returncode == 65
    assert "PROBLEM: Master key: The master key in" in checked.stdout
    assert "put the copy of this key back" in checked.stdout
    assert "Master key main: " in checked.stdout and "openssl" not in checked.stdout + checked.stderr
    site.keys.write_text(good)
    assert site.run("check").returncode == 0


def test_check_shows_the_numbers_of_seals_on_request_only(site):
    assert "Seals under main" not in site.run("check").stdout
    shown = site.run("check", "--seals")
    assert shown.returncode == 0 and re.search(r"Seals under main, at most .*: \d+ for ", shown.stdout)


def test_a_key_that_can_be_guessed_is_replaced_as_the_document_says(tmp_path):
    (tmp_path / "site").mkdir()
    site = Site(tmp_path / "site", "", "", {})
    site.keys.touch(mode=0o600)
    site.keys.write_text("main:" + base64.b64encode(bytes(32)).decode() + "\n")
    with site.server as server:
        admin = server.client("cognito-idp")
        site.pool = admin.create_user_pool(PoolName="test")["UserPool"]["Id"]
        site.client_id = make_client(admin, site.pool)["ClientId"]
        make_user(admin, site.pool, "ada")
    site.mode, site.environment = "serve", site.environment | ADMIN
    refused = site.refused_start()
    assert "keep the line" in refused and "docs/master-keys.md" in refused and "openssl" not in refused
    document = (pathlib.Path(__file__).parents[2] / "docs" / "master-keys.md").read_text()
    commands = document.split("### A key that can be guessed")[1].split("```")[1].strip()
    for name, value in [("/etc/gatehouse/master.key", site.keys), ("--data-dir auth", f"--data-dir {site.data}")]:
        commands = commands.replace(name, str(value))
    for command in commands.splitlines():
        site.shell(command.replace("gatehouse rotate", f"{BINARY} rotate"))
    assert site.keys.read_text().count("\n") == 1
    site.works()


def test_a_restore_names_a_log_that_does_not_belong_to_the_backup(site):
    for ending in ["-wal", "-journal"]:
        log = site.backup.with_name(site.backup.name + ending)
        log.write_bytes(b"of another database")
        for command in [["restore", site.backup, "--replace"], ["check", "--backup", site.backup]]:
            refused = site.run(*command)
            assert refused.returncode == 69 and f"Move {log} to another folder." in refused.stderr, refused.stderr
        log.rename(site.folder / "aside")
        assert site.run("check", "--backup", site.backup).returncode == 0
    assert site.run("restore", site.backup, "--replace").returncode == 0
    site.works()


def journal(path):
    """The journal of a transaction that has not ended, of a new database."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("CREATE TABLE words (word TEXT)")
        database.execute("BEGIN")
        database.executemany("INSERT INTO words VALUES (?)", [("word" * 100,)] * 2_000)
        database.execute("COMMIT")
        # With a small cache, pages are written before the end of the transaction.
        database.execute("PRAGMA cache_size = 2")
        database.execute("BEGIN")
        database.execute("UPDATE words SET word = 'other' || word")
        content = path.with_name(path.name + "-journal").read_bytes()
        database.execute("ROLLBACK")
    return content


def test_a_restore_is_not_disturbed_by_the_journal_of_an_interrupted_one(site):
    # The journal of another database: SQLite would put its pages into the new copy.
    site.database.with_name("gatehouse.sqlite.new-journal").write_bytes(journal(site.folder / "other.sqlite"))
    restored = site.run("restore", site.backup, "--replace")
    assert restored.returncode == 0, restored.stdout + restored.stderr
    site.works()
    assert [path.name for path in site.data.iterdir() if ".new" in path.name] == []


def test_commands_name_what_to_change_and_work_then(site):
    refused = site.run("backup", site.folder / "none" / "copy")
    assert refused.returncode == 73 and "make it, or name a file in another folder" in refused.stderr
    (site.folder / "none").mkdir()
    assert site.run("backup", site.folder / "none" / "copy").returncode == 0
    refused = site.run("restore", site.backup)
    assert refused.returncode == 73 and "--replace, which keeps these files under other names" in refused.stderr
    assert site.run("restore", site.backup, "--replace").returncode == 0
    refused = site.run("rotate-keys", "--pool", "us-east-1_None00000")
    assert refused.returncode == 64 and "see the ids with ListUserPools" in refused.stderr
    assert site.run("rotate-keys", "--pool", site.pool).returncode == 0
    with site.server:
        refused = site.run("compact")
        assert refused.returncode == 69 and "stop that process" in refused.stderr
    assert site.run("compact").returncode == 0
    site.works()


def test_a_port_in_use_is_named_and_another_one_works(site):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        server = site.server
        server.command[server.command.index("--port") + 1] = str(other.getsockname()[1])
        ended = subprocess.run(
            server.command, capture_output=True, text=True, timeout=60, env={**os.environ, **site.environment})
        assert ended.returncode == 69 and "choose another one with --port" in ended.stderr
    site.works()


def test_too_few_open_files_are_named_and_more_of_them_work(site):
    ended = subprocess.run(
        site.server.command, capture_output=True, text=True, timeout=60, env={**os.environ, **site.environment},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60)))
    assert ended.returncode == 69 and "raise the hard limit" in ended.stderr, ended.stderr
    needed = int(re.search(r"needs (\d+) or more", ended.stderr)[1])
    assert needed > 60
    site.works()
