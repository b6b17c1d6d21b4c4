# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""`gatehouse dev` for developers: a first page, a reset, a seed, a key for other machines, a locked folder."""
import itertools
import json
import re
import signal
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
import requests
from botocore.exceptions import ClientError
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

import web_forms
from gatehouse import BINARY, PASSWORD, Gatehouse
from hosted_pages import PICTURES, SIZES, Pages
from server_process import free_port

SEED = {
    "userPools": [
        {
            "id": "us-east-1_Seeded001",
            "name": "seeded",
            "settings": {"AutoVerifiedAttributes": ["email"]},
            "clients": [{"id": "seededclient", "name": "web", "settings": {
                "ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]}}],
            "groups": [{"name": "admins"}],
            "users": [{"username": "ada", "password": PASSWORD, "groups": ["admins"]}],
        }
    ]
}


@pytest.fixture
def dev(tmp_path, kept_keys):
    """Starts `gatehouse dev` with further arguments."""
    started = []

    def start(*arguments):
        server = Gatehouse(tmp_path, arguments=[*kept_keys, *arguments])
        started.append(server)
        return server.start()

    yield start
    for server in started:
        server.stop()


def post(server, path, headers=None):
    request = urllib.request.Request(server.url + path, b"", headers or {}, method="POST")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def sign_in(server, username="ada", password=PASSWORD):
    app = server.client("cognito-idp", signed=False)
    return app.initiate_auth(
        ClientId="seededclient", AuthFlow="USER_PASSWORD_AUTH",
        AuthParameters={"USERNAME": username, "PASSWORD": password},
    )["AuthenticationResult"]


def test_the_first_page_shows_users_and_messages_as_they_come(server, browser, app):
    overview = server.json("/")
    browser.get(server.url + "/")
    assert overview["userPoolId"] in browser.find_element(By.TAG_NAME, "body").text
    recipient = "first-page@example.com"
    app.sign_up(
        ClientId=overview["userPoolClientId"], Username="first-page", Password=PASSWORD,
        UserAttributes=[{"Name": "email", "Value": recipient}])
    code = server.code_for(recipient)
    # The page replaces the element while the driver reads it, so a script reads its text.
    live = "return document.getElementById('live').innerText"
    WebDriverWait(browser, 60).until(lambda _: code in browser.execute_script(live))
    assert "UNCONFIRMED" in browser.execute_script(live)
    assert not [entry for entry in browser.get_log("browser") if "Content Security Policy" in entry["message"]]


def test_the_first_identity_pool_gives_credentials_of_registered_roles(dev):
    server = dev()
    listed = subprocess.run(
        [BINARY, "iam", "list", "role", "--data-dir", server.data], check=True, capture_output=True, text=True).stdout
    roles = [line.split("\t")[:2] for line in listed.splitlines()]
    assert roles == [["gatehouse-dev-authenticated", "development"], ["gatehouse-dev-unauthenticated", "development"]]
    app = server.client("cognito-identity", signed=False)
    guest = app.get_id(IdentityPoolId=server.json("/")["identityPoolId"])["IdentityId"]
    vended = app.get_credentials_for_identity(IdentityId=guest)["Credentials"]
    session = server.client("sts", vended["AccessKeyId"], vended["SecretKey"], vended["SessionToken"])
    arn = "arn:aws:sts::123456789012:assumed-role/gatehouse-dev-unauthenticated/CognitoIdentityCredentials"
    assert session.get_caller_identity()["Arn"] == arn
    # The classic flow; the other role does not trust guests.
    token = app.get_open_id_token(IdentityId=guest)["Token"]
    sts = server.client("sts", signed=False)
    names = {"RoleSessionName": "app", "WebIdentityToken": token}
    role = "arn:aws:iam::123456789012:role/gatehouse-dev-"
    assert sts.assume_role_with_web_identity(RoleArn=role + "unauthenticated", **names)["Audience"]
    with pytest.raises(ClientError, match="Not authorized to perform sts:AssumeRoleWithWebIdentity"):
        sts.assume_role_with_web_identity(RoleArn=role + "authenticated", **names)


def test_a_reset_begins_anew_with_the_seed_and_the_same_ids(dev, tmp_path):
    seed = tmp_path / "seed.json"
    seed.write_text(json.dumps(SEED))
    server = dev("--seed", str(seed))
    before = server.json("/")
    admin = server.client("cognito-idp")
    assert sign_in(server)["AccessToken"]
    admin.admin_delete_user(UserPoolId="us-east-1_Seeded001", Username="ada")
    admin.create_user_pool(PoolName="another")
    for origin in ["https://evil.example", "http://localhost:3000", "null"]:
        with pytest.raises(urllib.error.HTTPError) as caught:
            post(server, "/dev/reset", {"Origin": origin})
        assert caught.value.code == 403
    assert post(server, "/dev/reset", {"Origin": server.url}) == {"status": "reset"}
    after = server.json("/")
    assert [after[name] for name in ("userPoolId", "userPoolClientId", "identityPoolId")] == [
        before[name] for name in ("userPoolId", "userPoolClientId", "identityPoolId")]
    assert {pool["name"] for pool in after["userPools"]} == {"gatehouse-dev", "seeded"}
    assert sign_in(server)["AccessToken"]


def test_a_reset_keeps_keys_and_subs_and_refuses_what_clients_hold_from_before(dev, tmp_path):
    seed = tmp_path / "seed.json"
    seed.write_text(json.dumps(SEED))
    server = dev("--seed", str(seed))
    keys = f"{server.url}/us-east-1_Seeded001/.well-known/jwks.json"
    app, identity = server.client("cognito-idp", signed=False), server.client("cognito-identity", signed=False)
    before = urllib.request.urlopen(keys).read()
    tokens = sign_in(server)
    ada = app.get_user(AccessToken=tokens["AccessToken"])
    guest = identity.get_id(IdentityPoolId=server.json("/")["identityPoolId"])["IdentityId"]
    vended = identity.get_credentials_for_identity(IdentityId=guest)["Credentials"]
    token = identity.get_open_id_token(IdentityId=guest)["Token"]
    session = server.client("sts", vended["AccessKeyId"], vended["SecretKey"], vended["SessionToken"])
    assert session.get_caller_identity()["Arn"]
    assert post(server, "/dev/reset") == {"status": "reset"}
    assert urllib.request.urlopen(keys).read() == before
    with pytest.raises(ClientError, match="revoked"):
        app.get_user(AccessToken=tokens["AccessToken"])
    with pytest.raises(ClientError, match="Invalid Refresh Token"):
        app.get_tokens_from_refresh_token(ClientId="seededclient", RefreshToken=tokens["RefreshToken"])
    with pytest.raises(ClientError, match="security token included in the request is invalid"):
        session.get_caller_identity()
    role = "arn:aws:iam::123456789012:role/gatehouse-dev-unauthenticated"
    with pytest.raises(ClientError, match="identity of the token does not exist"):
        server.client("sts", signed=False).assume_role_with_web_identity(
            RoleArn=role, RoleSessionName="app", WebIdentityToken=token)
    # The same user, with a new session.
    assert app.get_user(AccessToken=sign_in(server)["AccessToken"])["UserAttributes"] == ada["UserAttributes"]


def login_link(browser, server):
    browser.get(server.url + "/")
    return browser.find_element(By.LINK_TEXT, "Login page")


def make_ada(server):
    admin, pool = server.client("cognito-idp"), server.json("/")["userPoolId"]
    admin.admin_create_user(
        UserPoolId=pool, Username="ada", MessageAction="SUPPRESS",
        UserAttributes=[{"Name": "email", "Value": "ada@example.com"}, {"Name": "email_verified", "Value": "true"}])
    admin.admin_set_user_password(UserPoolId=pool, Username="ada", Password=PASSWORD, Permanent=True)


def unused_code(browser, server, address):
    """An authorization code for the user of a browser, who is signed in: no page trades it."""
    session = requests.Session()
    for cookie in browser.execute_cdp_cmd("Network.getAllCookies", {})["cookies"]:
        session.cookies.set(cookie["name"], cookie["value"], path=cookie["path"])
    _, back = web_forms.follow(
        session, address.replace("/login?", "/oauth2/authorize?"), until=f"{server.url}/dev/signed-in")
    return urllib.parse.parse_qs(urllib.parse.urlsplit(back).query)["code"][0]


def traded(server, address, code):
    """The response to the request for tokens of the app client whose login page has this address."""
    client = urllib.parse.parse_qs(urllib.parse.urlsplit(address).query)["client_id"][0]
    return requests.post(
        f"{server.url}/domains/gatehouse-dev/oauth2/token", timeout=30,
        data={"grant_type": "authorization_code", "client_id": client, "code": code,
              "redirect_uri": f"{server.url}/dev/signed-in"})


def test_the_first_page_leads_to_a_sign_in_that_shows_the_user_and_back(dev, browser):
    server = dev()
    make_ada(server)
    link = login_link(browser, server)
    address = link.get_attribute("href")
    link.click()
    pages = Pages(browser)
    assert "gatehouse-dev-pages" in browser.title
    pages.sign_in("ada", PASSWORD)
    WebDriverWait(browser, 60).until(lambda _: browser.find_element(By.ID, "title").text == "Signed in")
    shown = browser.find_element(By.ID, "facts").text
    assert "ada@example.com" in shown and server.json("/")["userPoolId"] in shown
    # The code stays neither in the history nor in a reload.
    assert browser.current_url == server.url + "/dev/signed-in"
    browser.find_element(By.LINK_TEXT, "Sign out").click()
    WebDriverWait(browser, 60).until(lambda _: browser.current_url == server.url + "/")
    assert "For your app" in browser.find_element(By.TAG_NAME, "body").text
    assert not [entry for entry in browser.get_log("browser") if "Content Security Policy" in entry["message"]]
    # A reset ends the session of the browser, and a code that was not used.
    pages.open(address).sign_in("ada", PASSWORD)
    WebDriverWait(browser, 60).until(lambda _: browser.find_element(By.ID, "title").text == "Signed in")
    former = unused_code(browser, server, address)
    post(server, "/dev/reset")
    browser.get(address)
    assert browser.find_element(By.NAME, "username").get_attribute("value") == ""
    make_ada(server)
    pages.sign_in("ada", PASSWORD)
    WebDriverWait(browser, 60).until(lambda _: browser.find_element(By.ID, "title").text == "Signed in")
    assert traded(server, address, former).json()["error"] == "invalid_grant"
    assert traded(server, address, unused_code(browser, server, address)).json()["access_token"]


def test_the_button_resets_the_server(dev, browser):
    server = dev()
    make_ada(server)
    browser.get(server.url + "/")
    browser.find_element(By.ID, "reset").click()
    browser.switch_to.alert.accept()
    WebDriverWait(browser, 60).until(lambda _: browser.find_element(By.ID, "reset-result").text == "Done.")
    assert [pool["numberOfUsers"] for pool in server.json("/")["userPools"]] == [0]


def test_pages_for_developers_fit_a_phone_and_lead_back(dev, browser):
    server = dev()
    make_ada(server)
    client = server.json("/")["userPoolClientId"]
    server.client("cognito-idp", signed=False).forgot_password(ClientId=client, Username="ada")
    paths = ["/", "/dev/outbox?refresh=off", "/dev/passkeys", "/dev/signed-in", "/no/such/page"]
    for (size, (width, height)), path in itertools.product(SIZES.items(), paths):
        browser.set_window_size(width, height)
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        browser.get(server.url + path)
        overflow = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.execute_script(overflow) == 0, (path, size)
        assert browser.find_element(By.CLASS_NAME, "brand").get_attribute("href") == server.url + "/"
        if PICTURES:
            name = path.split("?")[0].strip("/").replace("/", "-") or "overview"
            browser.save_screenshot(f"{PICTURES}/dev-{name}-{size}.png")


def test_a_browser_at_a_wrong_path_gets_a_page_and_the_log_has_the_reason(dev):
    server = dev()
    with pytest.raises(urllib.error.HTTPError) as caught:
        server.get("/no/such?token=hidden", {"Accept": "text/html"})
    assert caught.value.code == 404 and "text/html" in caught.value.headers["Content-Type"]
    assert server.get("/favicon.ico").headers["Content-Type"] == "image/png"
    client = next(
        client["id"] for client in server.json("/")["userPools"][0]["clients"] if client.get("loginPage"))
    query = f"client_id={client}&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fin%3Fa%3Dhidden"
    for further in [query, ""]:
        with pytest.raises(urllib.error.HTTPError):
            server.get(f"/domains/gatehouse-dev/oauth2/authorize?{further}")
    server.stop()
    log = (server.folder / "gatehouse.log").read_text()
    assert "refused: There is nothing at GET /no/such." in log and "hidden" not in log
    mismatch = f"redirect_uri https://app.example/in?… is not registered for the app client {client}, which has "
    assert f"{mismatch}http://localhost:9230/in, {server.url}/dev/signed-in (redirect_mismatch)" in log
    assert "client_id is missing (invalid_request)" in log


def test_outputs_take_the_address_of_the_running_server(dev, tmp_path):
    server = dev()
    overview = server.json("/")
    command = [
        BINARY, "outputs", "--data-dir", str(server.data), "--user-pool", overview["userPoolId"], "--client",
        overview["userPoolClientId"], "--folder", str(tmp_path / "files")]
    for further, address in [([], server.url), (["--base-url", "https://auth.example"], "https://auth.example")]:
        subprocess.run(command + further, check=True, capture_output=True)
        assert f'"{address}"' in (tmp_path / "files/amplify_outputs.json").read_text()


def test_the_outbox_survives_a_process_that_is_killed(dev):
    server = dev()
    overview = server.json("/")
    server.client("cognito-idp", signed=False).sign_up(
        ClientId=overview["userPoolClientId"], Username="ada", Password=PASSWORD,
        UserAttributes=[{"Name": "email", "Value": "ada@example.com"}])
    code = server.code_for("ada@example.com")
    server.stop(signal.SIGKILL)
    server.start()
    assert server.code_for("ada@example.com") == code


def test_a_second_server_on_the_folder_is_refused_and_names_the_first(dev):
    server = dev()
    refused = subprocess.run(
        [BINARY, "dev", "--port", str(free_port()), "--data-dir", str(server.data)],
        capture_output=True, text=True, timeout=60)
    assert refused.returncode == 69
    assert f"process {server.process.pid}" in refused.stderr and server.url in refused.stderr
    assert len(refused.stderr.strip().splitlines()) == 1


def key_in_the_log(server):
    """The key for other machines; the lines of the log are written after the server is ready."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        found = re.search(r"Gatehouse-Dev-Key: (\S+)\s", (server.folder / "gatehouse.log").read_text())
        if found:
            return found.group(1)
        time.sleep(0.01)
    raise TimeoutError("The log does not name the key.")


def test_other_machines_need_the_key_that_is_printed(dev):
    server = dev("--host", "0.0.0.0", "--allow-remote")
    key = key_in_the_log(server)
    for path in ["/", "/dev/outbox", "/dev/passkeys", "/metrics"]:
        with pytest.raises(urllib.error.HTTPError) as caught:
            server.get(path)
        assert caught.value.code == 401
        assert server.get(path, {"Gatehouse-Dev-Key": key}).status == 200
    with pytest.raises(urllib.error.HTTPError) as caught:
        post(server, "/dev/reset")
    assert caught.value.code == 401
    assert post(server, "/dev/reset", {"Gatehouse-Dev-Key": key}) == {"status": "reset"}
    stranger = server.client("cognito-idp")
    with pytest.raises(stranger.exceptions.ClientError):
        stranger.list_user_pools(MaxResults=1)
    access_key = re.search(r"AWS_ACCESS_KEY_ID=(\S+)", (server.folder / "gatehouse.log").read_text()).group(1)
    admin = server.client("cognito-idp", access_key, key)
    assert admin.list_user_pools(MaxResults=1)["UserPools"]


def test_a_browser_shows_the_key_once(dev, browser):
    server = dev("--host", "0.0.0.0", "--allow-remote")
    key = key_in_the_log(server)
    browser.get(server.url + "/dev/outbox")
    field = browser.find_element(By.NAME, "key")
    field.send_keys(key)
    field.submit()
    WebDriverWait(browser, 60).until(lambda _: "Outbox" in browser.title)
    assert key not in browser.current_url
    browser.get(server.url + "/")
    assert "For your app" in browser.find_element(By.TAG_NAME, "body").text


def test_the_log_is_readable_text(dev):
    server = dev()
    overview = server.json("/")
    app = server.client("cognito-idp", signed=False)
    with pytest.raises(app.exceptions.UserNotFoundException):
        app.initiate_auth(
            ClientId=overview["userPoolClientId"], AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": "ada", "PASSWORD": "Wrong-Horse-7!"})
    server.json("/dev/outbox?format=json")
    # The line of a call is written after its answer.
    server.stop()
    log = (server.folder / "gatehouse.log").read_text()
    line = next(line for line in log.splitlines() if "InitiateAuth" in line)
    assert line.startswith("InitiateAuth refused: User does not exist. (UserNotFoundException)")
    assert f"client={overview['userPoolClientId']} user=ada" in line
    assert "\x1b" not in log and "Wrong-Horse" not in log
    assert not [line for line in log.splitlines() if line.startswith(("health", "outbox", "overview"))]


def test_the_debug_log_has_decisions_and_no_dumps_of_values(tmp_path):
    server = Gatehouse(tmp_path, environment={"GATEHOUSE_LOG_LEVEL": "debug"}).start()
    server.json("/")
    assert server.stop() == 0
    log = (tmp_path / "gatehouse.log").read_text()
    assert "Server set up" in log
    # Lines that libraries print about the services that they run.
    assert "Service(" not in log and "Starting service" not in log
