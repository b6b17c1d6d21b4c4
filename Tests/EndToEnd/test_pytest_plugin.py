# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The plugin of pytest: its fixtures, markers and errors, and the end of its servers, in sessions of their own."""
import json
import os
import pathlib
import re
import signal
import stat
import subprocess
import sys
import textwrap
import time

import pytest
import yaml

from gatehouse import BINARY
from server_process import PATIENCE, ServerProcess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/pytest.md"
SAMPLE = ROOT / "Samples/FlaskApp"


class Session:
    """A project with tests, in a folder with temporary files, and a cache of its own if none is given."""

    def __init__(self, folder, program=BINARY, python=sys.executable, cache=None):
        self.folder, self.python = folder, python
        self.project, self.cache = folder / "project", cache or folder / "cache"
        for each in (self.project, folder / "tmp", self.cache):
            each.mkdir(exist_ok=True)
        # A worker of pytest-xdist must not take this process for its own controller.
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "GATEHOUSE"))}
        self.environment = {
            **inherited, "PYTHONPATH": str(ROOT / "Python"), "TMPDIR": str(folder / "tmp"),
            "XDG_CACHE_HOME": str(self.cache), "GATEHOUSE_PROGRAM": str(program), "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_PLUGINS": "pytest_gatehouse.plugin"}

    def write(self, name, text):
        file = self.project / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text))
        return file

    def command(self, *arguments):
        return [self.python, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", self.project, *arguments]

    def run(self, *arguments, tests=None, fails=False):
        """Runs the tests, and checks that nothing is left of their servers; returns what pytest prints."""
        if tests is not None:
            self.write("test_it.py", tests)
        done = subprocess.run(
            self.command(*arguments), cwd=self.project, env=self.environment, capture_output=True, text=True,
            timeout=PATIENCE)
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        self.require_nothing_left()
        return done.stdout

    def processes(self):
        """The processes that have an argument in the folder of temporary files."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                arguments = (process / "cmdline").read_bytes()
            except OSError:
                continue
            if str(self.folder / "tmp").encode() in arguments:
                found.append(arguments.replace(b"\0", b" ").decode())
        return found

    def require_nothing_left(self):
        deadline = time.monotonic() + 60
        while self.processes() or self.folders():
            assert time.monotonic() < deadline, (self.processes(), self.folders())
            time.sleep(0.02)

    def folders(self):
        """The folders of servers among the temporary files; pytest has others there."""
        return [name for name in os.listdir(self.folder / "tmp") if name.startswith("gatehouse")]


@pytest.fixture(scope="module")
def shared_cache(tmp_path_factory):
    """A cache for all sessions, which has the signing keys after the first one, as on a developer's machine."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def session(tmp_path, shared_cache):
    return Session(tmp_path, cache=shared_cache)


def test_the_fixtures_are_a_server_clients_a_pool_a_user_and_messages(session):
    session.run(tests="""
        import urllib.request

        def test_fixtures(gatehouse, cognito_idp, cognito_identity, user_pool, signed_in_user, outbox):
            overview = gatehouse.overview()
            assert (user_pool.id, user_pool.client_id) == (overview["userPoolId"], overview["userPoolClientId"])
            assert user_pool.issuer == signed_in_user.claims["iss"] == f"{gatehouse.url}/{user_pool.id}"
            with urllib.request.urlopen(user_pool.jwks_url) as answer:
                assert answer.status == 200
            account = cognito_idp.get_user(AccessToken=signed_in_user.access_token)
            attributes = {each["Name"]: each["Value"] for each in account["UserAttributes"]}
            assert account["Username"] == signed_in_user.username == "ada"
            assert (attributes["email"], attributes["sub"]) == (signed_in_user.email, signed_in_user.sub)
            login = {user_pool.issuer.removeprefix("http://"): signed_in_user.id_token}
            assert cognito_identity.get_id(IdentityPoolId=overview["identityPoolId"], Logins=login)["IdentityId"]
            assert outbox.messages() == []
            cognito_idp.sign_up(
                ClientId=user_pool.client_id, Username="eve", Password="Correct-Horse-7!",
                UserAttributes=[{"Name": "email", "Value": "eve@example.com"}])
            [message] = outbox.messages(to="eve@example.com")
            assert message.code == outbox.code("eve@example.com") and message.code in message.body
            try:
                outbox.code("bob@example.com")
            except LookupError as error:
                assert "eve@example.com" in str(error)
    """)


def test_a_user_of_a_pool_without_user_names_signs_in_with_the_address_or_number(session):
    session.run(tests="""
        import pytest

        def pool(attribute):
            return pytest.mark.gatehouse_seed({"userPools": [{
                "name": "shop", "settings": {"UsernameAttributes": [attribute]},
                "clients": [{"name": "web", "settings": {"ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH"]}}]}]})

        @pool("email")
        def test_an_address(signed_in_user):
            assert signed_in_user.claims["email"] == signed_in_user.email == "ada@example.com"

        @pool("email")
        @pytest.mark.gatehouse_user(username="linus@example.com")
        def test_an_address_of_the_marker(signed_in_user):
            assert signed_in_user.claims["email"] == "linus@example.com"

        @pool("phone_number")
        def test_a_number(signed_in_user):
            assert signed_in_user.claims["phone_number"] == "+12065550100"

        @pool("phone_number")
        @pytest.mark.gatehouse_user(username="+12065550199")
        def test_a_number_of_the_marker(signed_in_user):
            assert signed_in_user.claims["phone_number"] == "+12065550199"
    """)


def test_a_user_that_cannot_be_created_is_refused_with_the_marker_and_the_cure(session):
    shown = session.run(fails=True, tests="""
        import pytest

        pytestmark = pytest.mark.gatehouse_seed({"userPools": [{
            "name": "shop", "users": [{"username": "grace", "password": "Correct-Horse-7!"}],
            "clients": [{"name": "web", "settings": {"ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH"]}}]}]})

        @pytest.mark.gatehouse_user("linus")
        def test_a_name_without_its_member(signed_in_user):
            pass

        @pytest.mark.gatehouse_user(name="linus")
        def test_an_unknown_member(signed_in_user):
            pass

        @pytest.mark.gatehouse_user(username="grace")
        def test_a_user_of_the_seed(signed_in_user):
            pass
    """)
    members = "The marker gatehouse_user takes username, password, attributes and groups, each by its name."
    assert shown.count(f"\n{members}\n") == 2, shown
    assert "has a user grace: name another user with @pytest.mark.gatehouse_user(username=...)" in shown
    assert "3 errors" in shown and "During handling" not in shown


def test_the_code_of_a_message_is_never_empty(session):
    session.run(tests="""
        import pytest
        from pytest_gatehouse.outbox import Message, Outbox

        class Server:
            def messages(self):
                notices = [
                    Message(to, "notice", "email", "", "", "", "2026-01-01T00:00:01Z")
                    for to in ("ada@example.com", "linus@example.com")]
                code = Message("ada@example.com", "code", "email", "123456", "", "", "2026-01-01T00:00:00Z")
                return [*notices, code]

        def test_it():
            assert Outbox(Server()).code("ada@example.com") == "123456"
            with pytest.raises(LookupError, match="no message with a code to linus.* such messages to ada@example.com"):
                Outbox(Server()).code("linus@example.com")
    """)


@pytest.mark.parametrize("arguments", ["--region eu-west-1", "--region=eu-west-1"])
def test_clients_sign_for_the_region_of_the_arguments(session, arguments):
    session.run("-o", f"gatehouse_arguments={arguments}", tests="""
        def test_it(gatehouse, user_pool, cognito_idp):
            assert gatehouse.region == user_pool.region == cognito_idp.meta.region_name == "eu-west-1"
    """)


def test_the_seed_of_the_command_line_is_a_file_of_the_project(session):
    session.write("seed.json", '{"userPools": [{"name": "shop", "clients": [{"name": "web"}]}]}')
    session.run("-o", "gatehouse_seed=seed.json", tests="""
        def test_it(cognito_idp, user_pool):
            assert cognito_idp.describe_user_pool(UserPoolId=user_pool.id)["UserPool"]["Name"] == "shop"
    """)


def test_a_test_begins_with_the_state_of_the_start_and_the_same_ids_and_keys(session):
    session.run(tests="""
        import urllib.request
        import pytest

        seen = []

        @pytest.mark.parametrize("_", range(3))
        def test_state(cognito_idp, user_pool, signed_in_user, outbox, _):
            assert [user["Username"] for user in cognito_idp.list_users(UserPoolId=user_pool.id)["Users"]] == ["ada"]
            assert outbox.messages() == []
            cognito_idp.sign_up(
                ClientId=user_pool.client_id, Username="eve", Password="Correct-Horse-7!",
                UserAttributes=[{"Name": "email", "Value": "eve@example.com"}])
            with urllib.request.urlopen(user_pool.jwks_url) as answer:
                seen.append((user_pool, answer.read()))
            assert seen[0] == seen[-1]
    """)


SEED = """{
  "userPools": [{
    "id": "us-east-1_Shop00001", "name": "shop",
    "clients": [{"id": "shopclient", "name": "web", "secret": "aSecretOf24CharactersOrMore",
                 "settings": {"ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH"]}}],
    "groups": [{"name": "admins"}],
    "users": [{"username": "grace", "password": "Correct-Horse-7!"}]
  }]
}"""


def test_markers_choose_a_seed_and_the_user(session):
    session.write("data/shop.json", SEED)
    session.run(tests="""
        import pytest

        @pytest.mark.gatehouse_seed("data/shop.json")
        @pytest.mark.gatehouse_user(
            username="linus", password="Wrong-Horse-8!", attributes={"email": "l@example.com"}, groups=["admins"])
        def test_of_a_file(cognito_idp, user_pool, signed_in_user):
            assert (user_pool.id, user_pool.client_id) == ("us-east-1_Shop00001", "shopclient")
            assert user_pool.client_secret == "aSecretOf24CharactersOrMore"
            assert signed_in_user.claims["cognito:groups"] == ["admins"]
            assert signed_in_user.email == signed_in_user.claims["email"] == "l@example.com"
            users = {user["Username"] for user in cognito_idp.list_users(UserPoolId=user_pool.id)["Users"]}
            assert users == {"grace", "linus"}

        NAMES = {"userPools": [{
            "name": "names", "settings": {"UsernameAttributes": ["email"]},
            "clients": [{"name": "app", "settings": {"ExplicitAuthFlows": ["ALLOW_ADMIN_USER_PASSWORD_AUTH"]}}]}]}

        @pytest.mark.gatehouse_seed(NAMES)
        class TestOfADictionary:
            def test_names(self, cognito_idp, user_pool, signed_in_user):
                assert cognito_idp.describe_user_pool(UserPoolId=user_pool.id)["UserPool"]["Name"] == "names"
                assert signed_in_user.username == signed_in_user.sub and signed_in_user.email == "ada@example.com"

        def test_without_a_seed(gatehouse, user_pool):
            assert user_pool.id == gatehouse.overview()["userPoolId"] != "us-east-1_Shop00001"

        @pytest.mark.parametrize("number", range(6))
        def test_of_more_seeds_than_servers(request, number):
            clients = [{"id": f"client{number}", "name": "c"}]
            pool = {"id": f"us-east-1_Number00{number}", "name": "n", "clients": clients}
            request.applymarker(pytest.mark.gatehouse_seed({"userPools": [pool]}))
            assert request.getfixturevalue("user_pool").client_id == f"client{number}"
    """)


def test_the_configuration_names_a_seed_a_program_and_arguments(session):
    session.write("shop.json", SEED.replace("us-east-1", "eu-west-1"))
    session.environment["GATEHOUSE_PROGRAM"] = "/nowhere/gatehouse"
    session.write("pytest.ini", f"""\
        [pytest]
        gatehouse_program = {BINARY}
        gatehouse_seed = shop.json
        gatehouse_arguments = --region eu-west-1 --log-level error
    """)
    session.run(tests="""
        def test_configuration(gatehouse, user_pool, cognito_idp):
            assert user_pool.id == "eu-west-1_Shop00001"
            regions = {user_pool.region, gatehouse.region, gatehouse.overview()["region"], cognito_idp.meta.region_name}
            assert regions == {"eu-west-1"}
    """)


def test_each_worker_has_a_server(session):
    session.run("-n", "2", tests="""
        import os
        import pathlib
        import pytest

        @pytest.mark.parametrize("_", range(8))
        def test_worker(gatehouse, cognito_idp, user_pool, signed_in_user, _):
            users = cognito_idp.list_users(UserPoolId=user_pool.id)["Users"]
            assert [user["Username"] for user in users] == ["ada"]
            pathlib.Path(os.environ["PYTEST_XDIST_WORKER"] + ".url").write_text(gatehouse.url)
    """)
    assert len({file.read_text() for file in session.project.glob("gw*.url")}) == 2


def test_other_settings_of_the_environment_do_not_reach_the_server(session):
    session.environment |= {
        "GATEHOUSE_PORT": "1", "GATEHOUSE_ADMIN_ACCESS_KEY_ID": "ADMINISTRATOR", "AWS_PROFILE": "",
        "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY": "a-secret-of-forty-characters-0123456789ab",
        "HTTP_PROXY": "http://localhost:1", "http_proxy": "http://localhost:1"}
    session.run(tests="""
        import boto3

        def test_environment(gatehouse_environment, gatehouse, signed_in_user):
            assert gatehouse_environment["AWS_ENDPOINT_URL_STS"] == gatehouse.url
            client = boto3.client("cognito-idp")
            assert client.meta.endpoint_url == gatehouse.url
    """)


def test_the_signing_keys_are_kept_for_the_next_session(tmp_path):
    session = Session(tmp_path)
    tests = """
        import pathlib

        def test_keys(signed_in_user):
            import base64, json
            head = signed_in_user.id_token.split(".")[0]
            pathlib.Path("kid").write_text(json.loads(base64.urlsafe_b64decode(head + "=="))["kid"])
    """
    kept = session.cache / "gatehouse/signing-keys.json"
    session.run(tests=tests)
    first, content = (session.project / "kid").read_text(), kept.read_bytes()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600 and stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    session.run()
    assert (session.project / "kid").read_text() == first and kept.read_bytes() == content
    # A server for production does not take them.
    refused = subprocess.run(
        [BINARY, "serve", "--data-dir", session.folder / "data"], capture_output=True, text=True,
        env={**os.environ, "GATEHOUSE_SIGNING_KEYS": str(kept)})
    assert refused.returncode == 78 and "GATEHOUSE_SIGNING_KEYS" in refused.stderr


def test_a_missing_program_is_an_error_with_its_cure(session):
    tests = "def test_it(gatehouse): pass"
    session.environment["GATEHOUSE_PROGRAM"] = "/nowhere/gatehouse"
    assert "GATEHOUSE_PROGRAM names /nowhere/gatehouse, which is not a program" in session.run(tests=tests, fails=True)
    assert "--gatehouse-program names nothing" in session.run("--gatehouse-program", "nothing", fails=True)
    del session.environment["GATEHOUSE_PROGRAM"]
    session.environment["PATH"] = "/usr/bin:/bin"
    shown = session.run(fails=True)
    assert "install the wheel of Gatehouse" in shown and "Traceback" not in shown


def test_a_server_that_does_not_start_shows_its_words_once_for_all_tests(session):
    begun = time.monotonic()
    shown = session.run(fails=True, tests="""
        import pytest

        @pytest.mark.gatehouse_seed({"userPools": [{"name": "shop", "colour": "red"}]})
        @pytest.mark.parametrize("_", range(30))
        def test_seed(gatehouse, _): pass

        @pytest.mark.gatehouse_seed("missing.json")
        def test_missing(gatehouse): pass

        @pytest.mark.gatehouse_seed()
        def test_empty(gatehouse): pass
    """)
    assert "ended with status 78" in shown and "colour" in shown
    assert re.search(r"The seed \S+/missing\.json cannot be read: .*No such file", shown)
    assert "takes one argument" in shown
    assert time.monotonic() - begun < PATIENCE / 2


def test_a_program_that_never_listens_is_ended_with_its_words(session):
    program = session.write("silent", """\
        #!/bin/sh
        echo "I do nothing."
        sleep 600
    """)
    program.chmod(0o755)
    session.write("conftest.py", """\
        import pytest_gatehouse.server
        pytest_gatehouse.server.Gatehouse.__init__.__kwdefaults__["patience"] = 0.5
    """)
    shown = session.run("--gatehouse-program", program, tests="def test_it(gatehouse): pass", fails=True)
    assert "did not start within 0.5 seconds" in shown and "I do nothing." in shown


def test_a_failure_shows_the_log_of_its_test(session):
    shown = session.run(fails=True, tests="""
        def test_before(cognito_idp):
            cognito_idp.list_user_pools(MaxResults=1)

        def test_failure(cognito_idp):
            cognito_idp.admin_get_user(UserPoolId="us-east-1_Unknown00", Username="ada")
    """)
    log = shown.partition("Log of the Gatehouse server")[2]
    assert "AdminGetUser" in log and "us-east-1_Unknown00" in log and "ListUserPools" not in log


def test_a_server_that_dies_is_named_and_the_next_test_has_another(session):
    session.run(fails=True, tests="""
        import os
        import signal
        import pytest
        from pytest_gatehouse import GatehouseError

        def test_death(gatehouse):
            lock = (gatehouse._folder / "data/gatehouse.lock").read_text()
            os.kill(int(lock.split("(process ")[1].split(")")[0]), signal.SIGKILL)
            gatehouse._process.wait()
            with pytest.raises(GatehouseError, match="ended with status 137"):
                gatehouse.overview()

        def test_after(gatehouse):
            assert gatehouse.overview()["userPoolId"]

        def test_that_fails(gatehouse):
            assert False
    """)


KILLED = """
    import os
    import pathlib
    import time

    def test_wait(gatehouse):
        if os.environ.get("FORKS") and os.fork() == 0:
            # A process of the tests that outlives them.
            pathlib.Path("child").write_text(str(os.getpid()))
            time.sleep(600)
        pathlib.Path("ready.new").write_text(gatehouse.url)
        os.rename("ready.new", "ready")
        time.sleep(600)
"""


@pytest.mark.parametrize("how, arguments, forks", [
    (signal.SIGKILL, [], ""), (signal.SIGTERM, [], ""), (signal.SIGINT, [], ""), (signal.SIGKILL, ["-n", "1"], ""),
    (signal.SIGKILL, [], "1"),
])
def test_a_server_ends_with_tests_that_are_killed(session, how, arguments, forks):
    session.write("test_it.py", KILLED)
    session.environment["FORKS"] = forks
    # A shell has its background commands ignore interrupts, and their programs inherit that.
    process = subprocess.Popen(
        session.command(*arguments), cwd=session.project, env=session.environment, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    try:
        deadline = time.monotonic() + PATIENCE
        while not (session.project / "ready").exists():
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.02)
        assert len(session.processes()) >= 2
        process.send_signal(how)
        process.wait(timeout=60)
        session.require_nothing_left()
    finally:
        process.kill()
        if forks:
            os.kill(int((session.project / "child").read_text()), signal.SIGKILL)


def blocks(language):
    """The blocks of the page in a language, by the name of their file, which is in their first line."""
    found = re.findall(rf"^```{language}\n(?:# (\S+\.\w+)\n)?(.*?)^```$", PAGE.read_text(), re.M | re.S)
    return {name or f"block {number}": text for number, (name, text) in enumerate(found)}


def test_the_files_and_commands_of_the_page_work(session):
    files = {**blocks("python"), **blocks("ini")}
    assert not [name for name in files if name.startswith("block")], "A block of the page does not name its file."
    files["tests/seed.json"] = re.search(r"`tests/seed.json`:\n\n```json\n(.*?)```", PAGE.read_text(), re.S)[1]
    for name, text in files.items():
        session.write(name, text)
    shown = session.run("-v")
    assert shown.count(" PASSED") == sum(text.count("def test_") for text in files.values()) > 5
    for command in re.findall(r"^pytest( .*)?$", "\n".join(blocks("sh").values()), re.M):
        session.run(*command.split())


def test_the_test_with_the_fixture_in_place_of_the_decorator_of_moto_remains_as_it_is():
    with_moto, with_fixture = [
        files[name].partition("\ndef ")[2] for files, name in (
            (blocks("py"), "tests/test_with_moto.py"), (blocks("python"), "tests/test_from_moto.py"))]
    assert with_moto == with_fixture != ""


def test_the_workflow_of_the_page_runs_the_tests(session):
    [workflow] = blocks("yaml").values()
    steps = yaml.safe_load(workflow)["jobs"]["test"]["steps"]
    install, test = [step["run"] for step in steps if "run" in step]
    assert install.startswith("pip install") and 'gatehouse-*.whl)[pytest]"' in install
    session.write("test_it.py", "def test_it(signed_in_user): pass")
    assert "1 passed" in session.run(*test.removeprefix("pytest").split())


def test_the_commands_of_the_page_for_other_languages_wait_seed_and_reset(tmp_path):
    [block] = [text for text in blocks("sh").values() if "docker run" in text]
    [start] = [line for line in block.splitlines() if line.startswith("docker run")]
    arguments = start.split(" dev ")[1].replace("/seed/", f"{tmp_path}/").split()
    (tmp_path / "seed.json").write_text(SEED)
    (tmp_path / "run").mkdir()
    server = ServerProcess(BINARY, tmp_path / "run", arguments)
    server.log = open(tmp_path / "run/gatehouse.log", "ab")
    server.process = subprocess.Popen(server.command, stdout=server.log, stderr=server.log)
    try:
        answers = []
        for command in [line for line in block.splitlines() if line.startswith("curl")]:
            done = subprocess.run(
                command.replace("http://localhost:9229", server.url), shell=True, capture_output=True, text=True,
                timeout=PATIENCE)
            assert done.returncode == 0, done.stderr
            answers.append(json.loads(done.stdout))
        assert len(answers) == 2 and answers[1] == {"status": "reset"}
        assert "us-east-1_Shop00001" in {pool["id"] for pool in server.json("/")["userPools"]}
    finally:
        server.stop()


def test_the_sample_of_a_web_service_passes_its_ten_tests_with_two_workers(tmp_path):
    python = subprocess.run(
        [ROOT / "Scripts/python-environment.sh", ".venv-flask", SAMPLE / "requirements.txt"], cwd=ROOT, check=True,
        capture_output=True, text=True).stdout.strip()
    session = Session(tmp_path, python=python)
    shown = session.run("-n", "2", "--rootdir", SAMPLE, SAMPLE)
    assert "10 passed" in shown


def test_many_starts_leave_nothing(session):
    session.write("test_it.py", "def test_it(gatehouse): pass")
    for _ in range(5):
        session.run()
