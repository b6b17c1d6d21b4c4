# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Mail to a real SMTP server and text messages to a real HTTP gateway, through the real process."""
import email
import email.policy
import json
import re
import signal
import sqlite3
import time

import pytest

from conftest import make_client, make_user
from gatehouse import PASSWORD
from messages import LOGIN, MailServer, SMSServer, make_authority


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return make_authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def start(start_with):
    """Starts servers with settings."""
    return lambda **settings: start_with({f"GATEHOUSE_{key}": str(value) for key, value in settings.items()})


def mail_settings(mail, authority, **settings):
    return {
        "MAIL_HOST": "localhost", "MAIL_PORT": mail.port, "MAIL_CA_FILE": authority.file,
        "MAIL_FROM": "Gatehouse <no-reply@example.org>", "MAIL_SECURITY": mail.security, **settings,
    }


def login_settings():
    return {"MAIL_USERNAME": LOGIN[0], "MAIL_PASSWORD": LOGIN[1]}


def make_app(server, **settings):
    admin = server.client("cognito-idp")
    pool = admin.create_user_pool(PoolName="mail", AutoVerifiedAttributes=["email"], **settings)["UserPool"]["Id"]
    return server.client("cognito-idp", signed=False), make_client(admin, pool)["ClientId"]


def sign_up(app, client_id, name, address=None, attribute="email"):
    attributes = [{"Name": attribute, "Value": address or f"{name}@example.org"}]
    return app.sign_up(ClientId=client_id, Username=name, Password=PASSWORD, UserAttributes=attributes)


def code_in(text):
    return re.search(r"\b\d{6}\b", text).group()


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_code_comes_by_mail_over_tls_with_a_login(start, authority, security):
    with MailServer(security, authority) as mail:
        server = start(**mail_settings(mail, authority), **login_settings())
        app, client_id = make_app(
            server, EmailVerificationSubject="Grüße: dein Code", EmailVerificationMessage="Dein Code: {####}\n.\nEnde",
            EmailConfiguration={"From": "Shop <shop@example.com>", "ReplyToEmailAddress": "help@example.com"},
        )
        sign_up(app, client_id, "ada")
        envelope = mail.next()
        assert envelope.mail_from == "shop@example.com" and envelope.rcpt_tos == ["ada@example.org"]
        assert envelope.over_tls and envelope.login == LOGIN[0]
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert message["Subject"] == "Grüße: dein Code"
        assert message["From"] == "Shop <shop@example.com>" and message["To"] == "ada@example.org"
        assert message["Reply-To"] == "help@example.com"
        assert message["Message-ID"].endswith("@example.org>") and message["Date"].datetime is not None
        body = message.get_content()
        assert body.splitlines()[1:] == [".", "Ende"]
        app.confirm_sign_up(ClientId=client_id, Username="ada", ConfirmationCode=code_in(body))
        assert mail.is_empty()
    assert LOGIN[1] not in (server.folder / "gatehouse.log").read_text()


def test_a_refused_recipient_fails_the_call_and_not_the_user(start, authority):
    with MailServer("starttls", authority) as mail:
        server = start(**mail_settings(mail, authority), **login_settings())
        app, client_id = make_app(server)
        mail.refused.add("ada@example.org")
        with pytest.raises(app.exceptions.CodeDeliveryFailureException) as caught:
            sign_up(app, client_id, "ada")
        text = caught.value.response["Error"]["Message"]
        assert "550" in text and "ada@example.org" not in text
        with pytest.raises(app.exceptions.UserNotConfirmedException):
            app.initiate_auth(
                ClientId=client_id, AuthFlow="USER_PASSWORD_AUTH",
                AuthParameters={"USERNAME": "ada", "PASSWORD": PASSWORD},
            )
        mail.refused.clear()
        app.resend_confirmation_code(ClientId=client_id, Username="ada")
        code = code_in(mail.next().content.decode())
        app.confirm_sign_up(ClientId=client_id, Username="ada", ConfirmationCode=code)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_message_outlives_the_mail_server_and_a_restart(start, authority, how):
    mail = MailServer("starttls", authority)
    server = start(**mail_settings(mail, authority), **login_settings())
    app, client_id = make_app(server)
    sign_up(app, client_id, "ada")
    # A kill before the failed delivery is noted leaves the message to the lease of the process, which lasts 90 seconds.
    wait_for_failed_delivery(server)
    server.stop(how)
    assert b"ada@example.org" not in queue_bytes(server)
    with mail:
        server.start()
        code = code_in(mail.next(timeout=60).content.decode())
        app.confirm_sign_up(ClientId=client_id, Username="ada", ConfirmationCode=code)
        sign_up(app, client_id, "bob")
        assert mail.next().rcpt_tos == ["bob@example.org"]
        assert mail.is_empty()


def wait_for_failed_delivery(server):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with sqlite3.connect(server.folder / "data" / "gatehouse.sqlite") as database:
            if database.execute("SELECT attempts FROM queued_messages").fetchall() == [(1,)]:
                return
        time.sleep(0.01)
    raise TimeoutError("The failed delivery was not noted.")


def queue_bytes(server):
    with sqlite3.connect(server.folder / "data" / "gatehouse.sqlite") as database:
        rows = database.execute("SELECT sealed FROM queued_messages").fetchall()
    assert len(rows) == 1
    return rows[0][0]


def test_a_mail_server_of_another_authority_gets_nothing(start, authority, tmp_path):
    (tmp_path / "other").mkdir()
    other = make_authority(tmp_path / "other")
    with MailServer("starttls", other) as mail:
        server = start(**mail_settings(mail, authority), **login_settings())
        app, client_id = make_app(server)
        sign_up(app, client_id, "ada")
        assert mail.is_empty() and mail.logins == []
    assert "/BoringSSL" not in server.log_with("GATEHOUSE_MAIL_CA_FILE")


def test_a_mail_server_without_starttls_gets_no_login_and_no_mail(start, authority):
    with MailServer("plain", authority) as mail:
        server = start(**mail_settings(mail, authority, MAIL_SECURITY="starttls"), **login_settings())
        app, client_id = make_app(server)
        sign_up(app, client_id, "ada")
        assert mail.is_empty() and mail.logins == []
    server.log_with("does not offer STARTTLS")


def test_a_slow_mail_server_does_not_delay_clients_that_hide_user_names(start, authority):
    with MailServer("starttls", authority) as mail:
        server = start(**mail_settings(mail, authority), **login_settings())
        admin = server.client("cognito-idp")
        pool = admin.create_user_pool(PoolName="mail", AutoVerifiedAttributes=["email"])["UserPool"]["Id"]
        client_id = make_client(admin, pool, PreventUserExistenceErrors="ENABLED")["ClientId"]
        make_user(admin, pool, "ada", email="ada@example.org", email_verified="true")
        app = server.client("cognito-idp", signed=False)
        mail.delay = 2.0
        for name in ("ada", "nobody"):
            began = time.monotonic()
            app.forgot_password(ClientId=client_id, Username=name)
            assert time.monotonic() - began < 1.5
        assert mail.next().rcpt_tos == ["ada@example.org"]
        assert mail.is_empty()


def test_a_code_comes_by_text_message(start):
    with SMSServer() as gateway:
        server = start(
            SMS_URL=f"http://127.0.0.1:{gateway.port}/v1/messages/{{to}}", SMS_SENDER="Gatehouse", SMS_TOKEN="t0ken",
            SMS_BODY=json.dumps({"message": {"from": "{sender}", "text": "{text}"}}),
        )
        admin = server.client("cognito-idp")
        pool = admin.create_user_pool(PoolName="sms", AutoVerifiedAttributes=["phone_number"])["UserPool"]["Id"]
        client_id = make_client(admin, pool)["ClientId"]
        app = server.client("cognito-idp", signed=False)
        sign_up(app, client_id, "ada", "+12025550123", attribute="phone_number")
        request = gateway.next()
        assert request.path == "/v1/messages/%2B12025550123"
        assert request.headers["Authorization"] == "Bearer t0ken"
        body = json.loads(request.body)
        assert body["message"]["from"] == "Gatehouse"
        code = code_in(body["message"]["text"])
        app.confirm_sign_up(ClientId=client_id, Username="ada", ConfirmationCode=code)

        gateway.answer = (400, b'{"error": "+12025550124 is not a mobile number, t0ken"}')
        with pytest.raises(app.exceptions.CodeDeliveryFailureException) as caught:
            sign_up(app, client_id, "bob", "+12025550124", attribute="phone_number")
        text = caught.value.response["Error"]["Message"]
        assert "400" in text and "is not a mobile number" in text
        assert "2025550124" not in text and "t0ken" not in text

        gateway.answer = (503, b"busy")
        sign_up(app, client_id, "eve", "+12025550125", attribute="phone_number")
        failed = [gateway.next(), gateway.next()][-1]
        gateway.answer = (200, b"{}")
        repeated = gateway.next(timeout=30)
        assert repeated.body == failed.body
        assert repeated.headers["Idempotency-Key"] == failed.headers["Idempotency-Key"]
