# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Questions in a terminal: keys, sizes, signals, and terminals that show less."""
import json
import os
import pathlib
import re
import signal
import subprocess
import termios

import pytest

from gatehouse import BINARY
from seat import DOWN, END_OF_INPUT, ENTER, INTERRUPT, SHELL, SHIFT_DOWN, UP, Seat

PROGRAM = str(pathlib.Path(BINARY).with_name("Interview"))
QUESTION = "? Do you want to use the default authentication and security configuration?"
SIZES = [(80, 24), (40, 10), (20, 10)]
PLAIN_LIST = ["  1   Default configuration", "  3   Manual configuration"]


def seat(*questions, **settings):
    return Seat([*SHELL, PROGRAM, *questions], **settings)


def answers(at):
    """The answers that the program prints at its end, also where the terminal breaks their line."""
    assert at.status() == 0
    return json.loads(re.findall(r"\[.*\]", at.text.replace("\n", ""))[-1])


def test_a_list_has_the_look_of_the_documents_and_repeats_the_answer():
    with seat("list") as at:
        at.until("(Use arrow keys)")
        at.presses(DOWN)
        at.until(lambda at: at.text.splitlines() == [
            QUESTION, "  Default configuration", "❯ Default configuration with Social Provider (Federation)",
            "  Manual configuration", "  I want to learn more.",
        ])
        at.presses(DOWN, ENTER)
        assert answers(at) == ["manual"]
        assert "Manual configuration" in at.text and "❯" not in at.text and "learn more" not in at.text


@pytest.mark.parametrize("columns, rows", SIZES)
def test_each_kind_of_question_is_answered_at_each_size(columns, rows):
    with seat("list", "boxes", "order", "name", "secret", "confirm", columns=columns, rows=rows) as at:
        at.until("❯ Default")
        at.presses(b"man", ENTER)
        at.until("Facebook")
        at.presses(b" ", b"j", DOWN, b" ", ENTER)
        at.until("1. Admins")
        at.presses(SHIFT_DOWN, ENTER)
        at.until("(shop)")
        at.presses(b"ab", ENTER)
        at.until(">>")
        at.presses(b"c", ENTER)
        at.until("(hidden)")
        at.presses(b"QXZ", ENTER)
        at.until("(Y/n)")
        at.presses(b"n", ENTER)
        assert at.status() == 0
        assert b'["manual","f+a","e+a+r","abc","QXZ","no"]' in at.bytes
        assert at.bytes.count(b"QXZ") == 1


def test_an_explanation_is_printed_and_the_question_is_put_again():
    with seat("list") as at:
        at.until("(Use arrow keys)")
        at.presses(UP, ENTER)
        at.until("has a user pool.")
        at.until("❯")
        at.presses(b"\x1b[H", ENTER)
        assert answers(at) == ["default"]


def test_a_sequence_in_pieces_is_one_key_and_types_nothing():
    with seat("list", "name") as at:
        at.until("(Use arrow keys)")
        at.presses_in_pieces(DOWN + DOWN + b"\x1bOA" + ENTER)
        at.until("(shop)")
        at.presses_in_pieces("bücher".encode() + b"\x1b[1;5C\x1b[200~ und\nmehr\n\x1b[201~" + ENTER)
        assert answers(at) == ["defaultSocial", "bücher und mehr"]


def test_answers_that_are_typed_early_or_pasted_belong_to_their_questions():
    with seat("list", "secret", "name", "confirm") as at:
        at.until("(Use arrow keys)")
        at.presses(b"manual\rQXZ\nstore\ny\n")
        assert at.status() == 0
        assert b'["manual","QXZ","store","yes"]' in at.bytes and at.bytes.count(b"QXZ") == 1


def test_after_a_resize_the_question_fits_the_new_size():
    with seat("list") as at:
        at.until("(Use arrow keys)")
        at.resizes(40, 10)
        at.until("  configuration? (Use arrow keys)\n❯ Default configuration")
        at.until("  Provider (Federation)\n  Manual configuration")
        at.presses(DOWN, DOWN, ENTER)
        at.until("Ended with")
        assert b'["manual"]' in at.bytes


@pytest.mark.parametrize("question", ["list", "name", "secret", "boxes"])
@pytest.mark.parametrize("sign, status", [
    (INTERRUPT, 130), (b"\x1c", 131), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_leaves_the_terminal_as_it_was(question, sign, status):
    with seat(question) as at:
        before = at.flags_before()
        at.until("?")
        at.until(lambda at: not at.flags()[3] & termios.ICANON)
        if isinstance(sign, bytes):
            at.presses(sign)
        else:
            os.killpg(os.tcgetpgrp(at.child.child_fd), sign)
        assert at.status() == status
        assert at.flags() == before and at.flags()[3] & termios.ECHO
        # The rows below the question are gone, and pasted texts have no marks any more.
        assert at.text.splitlines()[-1].startswith("Ended with") and at.bytes.count(b"\x1b[?2004l") >= 1


@pytest.mark.parametrize("question, status", [("list", 1), ("name", 1), ("secret", 1), ("confirm", 1)])
def test_the_end_of_the_input_ends_the_program(question, status):
    with seat(question) as at:
        before = at.flags_before()
        at.until("?")
        at.until(lambda at: not at.flags()[3] & termios.ICANON)
        at.presses(END_OF_INPUT)
        assert at.status() == status and at.flags() == before
        assert "The input ended" in at.text


def test_a_stopped_program_gives_the_terminal_back_and_continues_with_its_question():
    with Seat([PROGRAM, "list"]) as at:
        before = at.flags_before()
        at.until("(Use arrow keys)")
        at.presses(DOWN)
        # The key that stops a program drops the keys that it has not read.
        at.until("❯ Default configuration with Social")
        at.presses(b"\x1a")
        _, how = os.waitpid(at.child.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(how) and at.flags() == before
        os.kill(at.child.pid, signal.SIGCONT)
        at.until(lambda at: "❯ Default configuration with Social" in at.text and not at.flags()[3] & termios.ECHO)
        at.presses(ENTER)
        at.until('["defaultSocial"]')


def test_without_utf8_the_marks_are_of_ascii():
    with seat("list", "boxes", LC_ALL="C") as at:
        at.until("> Default configuration")
        at.presses(ENTER)
        at.until("[ ] Google")
        at.presses(b" ")
        at.until(">[x] Facebook")
        assert at.bytes.isascii()


def test_no_color_has_no_colours_but_arrows():
    with seat("list", NO_COLOR="1") as at:
        at.until("(Use arrow keys)")
        at.presses(DOWN, ENTER)
        assert answers(at) == ["defaultSocial"]
        assert not re.search(rb"\x1b\[\d*m", at.bytes)


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"TERM": ""}])
def test_a_terminal_without_a_cursor_takes_lines(environment):
    with seat("list", "boxes", "order", "name", "secret", "confirm", "steps", "table", **environment) as at:
        at.until("Number or title (1):")
        assert all(line in at.text for line in PLAIN_LIST)
        at.presses(b"nonsense\n")
        at.until(">> No row is \"nonsense\".")
        at.presses(b"3\n")
        at.until("none (none):")
        at.presses(b"facebook,3\n")
        at.until("(1,2,3):")
        at.presses(b"2,1,3\n")
        at.until("(shop)")
        at.presses(b"\n")
        at.until("(hidden)")
        at.until(lambda at: not at.flags()[3] & termios.ECHO)
        at.presses(b"QXZ\n")
        at.until("(Y/n)")
        at.presses(b"n\n")
        assert at.status() == 0 and b"\x1b" not in at.bytes
        assert b'["manual","f+a","e+a+r","shop","QXZ","no","failed","shown"]' in at.bytes
        assert at.bytes.count(b"QXZ") == 1 and "✖ [2/2] Domain".encode() in at.bytes


def test_a_table_has_a_frame_in_a_terminal_only():
    with seat("table") as at:
        at.until("└")
        assert "│ Auth     │ Create    │" in at.text
    piped = subprocess.run([PROGRAM, "table"], capture_output=True, text=True, timeout=60, check=True)
    assert piped.stdout.splitlines()[:2] == ["Category  Operation", "Auth      Create"]


def test_without_a_terminal_the_question_and_the_ways_to_answer_it_are_named():
    ended = subprocess.run([PROGRAM, "list"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    said = " ".join(ended.stderr.split())
    assert ended.returncode == 1 and ended.stdout == ""
    assert QUESTION.removeprefix("? ") in said
    assert all(way in said for way in ["--yes", "--headless", "--answers FILE"])
