# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What an operator reads about a wrong master key: each cure is performed as it is written."""
import base64
import pathlib
import re

import pytest

from conftest import make_client, make_user
from cures import ADMIN, Site, fault, original, pytest_generate_tests, random_key, site  # noqa: F401
from gatehouse import BINARY


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


def test_the_cure_of_a_fault_works_and_destroys_nothing(site, fault):
    fault.is_cured(site)


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


@pytest.mark.parametrize("start, end", [("main:", "\n"), ("", "\n"), ("", "")])
def test_a_key_that_can_be_guessed_is_replaced_as_the_document_says(tmp_path, start, end):
    (tmp_path / "site").mkdir()
    site = Site(tmp_path / "site", "", "", {})
    site.keys.touch(mode=0o600)
    site.keys.write_text(start + base64.b64encode(bytes(32)).decode() + end)
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
    for name, value in [(" master.key", f" {site.keys}"), ("--data-dir auth", f"--data-dir {site.data}")]:
        commands = commands.replace(name, str(value))
    for command in commands.splitlines():
        site.shell(command.replace("gatehouse rotate", f"{BINARY} rotate"))
    assert site.keys.read_text().count("\n") == 1
    site.works()
