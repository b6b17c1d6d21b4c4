# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What an operator reads about wrong files of a database: each cure is performed as it is written."""
import contextlib
import os
import shutil
import signal
import sqlite3

from cures import fault, original, pytest_generate_tests, site  # noqa: F401 (fixtures and a hook)


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


def test_the_cure_of_a_fault_works_and_destroys_nothing(site, fault):
    fault.is_cured(site)


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
