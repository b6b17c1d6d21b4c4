# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Triggers through the real process: a program, an endpoint that checks the signature, and the Lambda API."""
import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from botocore.exceptions import BotoCoreError, ClientError

from conftest import make_client, make_user, sign_in
from gatehouse import PASSWORD, claims_of
from server_process import PATIENCE
from triggers import ARN, KEY_ARN, SECRET, Endpoint, Program, is_genuine, is_invocation, opened, write_triggers

FLOWS = [
    "ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH", "ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH",
    "ALLOW_ADMIN_USER_PASSWORD_AUTH",
]


@pytest.fixture
def start(start_with, tmp_path):
    """Starts servers with a file of triggers."""
    return lambda **functions: start_with({"GATEHOUSE_TRIGGERS": str(write_triggers(tmp_path, functions))})


def make_app(server, config, client={}, **settings):
    admin = server.client("cognito-idp")
    settings = {"AutoVerifiedAttributes": ["email"], **settings}
    pool = admin.create_user_pool(PoolName="triggers", LambdaConfig=config, **settings)["UserPool"]["Id"]
    client_id = make_client(admin, pool, **{"ExplicitAuthFlows": FLOWS, **client})["ClientId"]
    return admin, server.client("cognito-idp", signed=False), pool, client_id


def sign_up(app, client_id, name, **parameters):
    attributes = [{"Name": "email", "Value": f"{name}@example.com"}]
    return app.sign_up(
        ClientId=client_id, Username=name, Password=PASSWORD, UserAttributes=attributes, **parameters
    )


def test_a_request_that_hangs_does_not_delay_the_end_of_the_server(start, tmp_path):
    program = Program(tmp_path, "one", """
import time
time.sleep(60)
""")
    server = start(one={"program": "one"})
    _, app, pool, client_id = make_app(server, {"PreSignUp": ARN + "one"})
    with ThreadPoolExecutor(max_workers=1) as caller:
        call = caller.submit(sign_up, app, client_id, "ada")
        deadline = time.monotonic() + PATIENCE
        while not program.events() and time.monotonic() < deadline:
            time.sleep(0.01)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 9
        with pytest.raises((BotoCoreError, ClientError)):
            call.result()


def test_a_program_confirms_and_refuses_sign_ups(start, tmp_path):
    program = Program(
        tmp_path, "one",
        """
if event["triggerSource"] == "PreSignUp_SignUp":
    if event["userName"] == "mallory":
        sys.exit("not on the list")
    event["response"]["autoConfirmUser"] = True
    event["response"]["autoVerifyEmail"] = True
""",
    )
    server = start(one={"program": "one"})
    _, app, pool, client_id = make_app(server, {"PreSignUp": ARN + "one", "PostConfirmation": ARN + "one"})
    assert sign_up(app, client_id, "ada", ClientMetadata={"k": "v"})["UserConfirmed"]
    sign_in(app, client_id, "ada")
    with pytest.raises(app.exceptions.UserLambdaValidationException) as caught:
        sign_up(app, client_id, "mallory")
    assert caught.value.response["Error"]["Message"] == "PreSignUp failed with error not on the list."
    events = program.events()
    assert [event["triggerSource"] for event in events] == [
        "PreSignUp_SignUp", "PostConfirmation_ConfirmSignUp", "PreSignUp_SignUp",
    ]
    assert events[0]["userPoolId"] == pool and events[0]["callerContext"]["clientId"] == client_id
    assert events[1]["request"]["clientMetadata"] == {"k": "v"}
    assert PASSWORD not in program.log.read_text()


def test_an_endpoint_checks_the_signature_and_writes_the_message(start):
    def answer(event):
        event["response"]["emailMessage"] = "Welcome, {####}!"
        event["response"]["emailSubject"] = "Your house"
        return 200, {}, json.dumps(event).encode()

    with Endpoint(answer, is_genuine) as endpoint:
        server = start(
            one={"url": endpoint.url + "/one", "secret": SECRET},
            two={"url": endpoint.url + "/two", "secret": SECRET[::-1]},
        )
        _, app, _, client_id = make_app(server, {"CustomMessage": ARN + "one"})
        sign_up(app, client_id, "ada")
        message = server.json("/dev/outbox?format=json")[0]
        assert message["body"] == f"Welcome, {message['code']}!" and message["subject"] == "Your house"
        app.confirm_sign_up(ClientId=client_id, Username="ada", ConfirmationCode=message["code"])
        assert endpoint.refused == 0

        _, app, _, client_id = make_app(server, {"CustomMessage": ARN + "two"})
        with pytest.raises(app.exceptions.UnexpectedLambdaException) as caught:
            sign_up(app, client_id, "bob")
        text = caught.value.response["Error"]["Message"]
        assert text == "CustomMessage invocation failed due to error AccessDeniedException."
        assert endpoint.refused == 1
    assert SECRET not in (server.folder / "gatehouse.log").read_text()


def test_an_endpoint_raises_an_error_or_is_busy_for_a_while(start):
    answers = []

    def answer(event):
        return answers.pop(0) if len(answers) > 1 else answers[0]

    with Endpoint(answer, is_genuine) as endpoint:
        server = start(one={"url": endpoint.url, "secret": SECRET})
        _, app, _, client_id = make_app(server, {"PreSignUp": ARN + "one"})
        answers[:] = [(400, {}, b'{"errorMessage": "too young", "errorType": "Error"}')]
        with pytest.raises(app.exceptions.UserLambdaValidationException) as caught:
            sign_up(app, client_id, "ada")
        assert caught.value.response["Error"]["Message"] == "PreSignUp failed with error too young."
        answers[:] = [(503, {}, b""), (503, {}, b""), (200, {}, b'{"response": {"autoConfirmUser": true}}')]
        assert sign_up(app, client_id, "ada")["UserConfirmed"]
        answers[:] = [(200, {}, b"hello")]
        with pytest.raises(app.exceptions.InvalidLambdaResponseException):
            sign_up(app, client_id, "bob")


def test_a_function_at_the_lambda_api_is_called(start):
    def answer(event):
        if event["userName"] == "mallory":
            error = b'{"errorMessage": "no", "errorType": "Error", "stackTrace": []}'
            return 200, {"X-Amz-Function-Error": "Unhandled"}, error
        event["response"]["autoConfirmUser"] = True
        return 200, {}, json.dumps(event).encode()

    with Endpoint(answer, is_invocation) as endpoint:
        server = start(one={"lambda": endpoint.url, "accessKeyId": "AKIATEST", "secretAccessKey": "s3cret"})
        _, app, _, client_id = make_app(server, {"PreSignUp": ARN + "one"})
        assert sign_up(app, client_id, "ada")["UserConfirmed"]
        with pytest.raises(app.exceptions.UserLambdaValidationException) as caught:
            sign_up(app, client_id, "mallory")
        assert caught.value.response["Error"]["Message"] == "PreSignUp failed with error no."


def test_a_sender_opens_the_code_with_the_encryption_sdk(start, tmp_path):
    program = Program(tmp_path, "one")
    server = start(one={"program": "one"})
    sender = {"LambdaVersion": "V1_0", "LambdaArn": ARN + "one"}
    _, app, pool, client_id = make_app(server, {"CustomEmailSender": sender, "KMSKeyID": KEY_ARN})
    sign_up(app, client_id, "ada", ClientMetadata={"k": "v"})
    deadline = time.monotonic() + 20
    while not program.events() and time.monotonic() < deadline:
        time.sleep(0.05)
    event = program.events()[0]
    assert event["triggerSource"] == "CustomEmailSender_SignUp"
    assert event["request"]["type"] == "customEmailSenderRequestV1"
    assert event["request"]["clientMetadata"] == {"k": "v"}
    code, context = opened(event["request"]["code"])
    assert context == {"userpool-id": pool}
    assert server.json("/dev/outbox?format=json") == []
    app.confirm_sign_up(ClientId=client_id, Username="ada", ConfirmationCode=code)


def test_a_user_of_another_directory_who_forgot_the_password_is_migrated(start, tmp_path):
    Program(
        tmp_path, "one",
        """
if event["userName"] != "ada":
    sys.exit("unknown")
event["response"] = {
    "userAttributes": {"email": "ada@example.com", "email_verified": "true"}, "finalUserStatus": "CONFIRMED",
}
""",
    )
    server = start(one={"program": "one"})
    _, app, _, client_id = make_app(server, {"UserMigration": ARN + "one"})
    app.forgot_password(ClientId=client_id, Username="ada")
    code = server.code_for("ada@example.com")
    app.confirm_forgot_password(
        ClientId=client_id, Username="ada", ConfirmationCode=code, Password="Another-Horse-8!"
    )
    sign_in(app, client_id, "ada", "Another-Horse-8!")
    with pytest.raises(app.exceptions.UserNotFoundException):
        app.forgot_password(ClientId=client_id, Username="eve")


def test_a_program_changes_both_tokens(start, tmp_path):
    program = Program(
        tmp_path, "one",
        """
event["response"] = {"claimsAndScopeOverrideDetails": {
    "idTokenGeneration": {"claimsToAddOrOverride": {"teams": ["blue", 7]}, "claimsToSuppress": ["email"]},
    "accessTokenGeneration": {"claimsToAddOrOverride": {"sub": "evil"}, "scopesToAdd": ["orders/read"]},
    "groupOverrideDetails": {"groupsToOverride": ["staff"], "iamRolesToOverride": [], "preferredRole": None},
}}
""",
    )
    server = start(one={"program": "one"})
    config = {"PreTokenGenerationConfig": {"LambdaVersion": "V2_0", "LambdaArn": ARN + "one"}}
    admin, app, pool, client_id = make_app(server, config)
    make_user(admin, pool, "ada", email="ada@example.com", email_verified="true")
    tokens = sign_in(app, client_id, "ada")["AuthenticationResult"]
    identity, access = claims_of(tokens["IdToken"]), claims_of(tokens["AccessToken"])
    assert identity["teams"] == ["blue", 7] and "email" not in identity
    assert identity["cognito:groups"] == access["cognito:groups"] == ["staff"]
    assert access["sub"] == identity["sub"] != "evil"
    assert access["scope"] == "aws.cognito.signin.user.admin orders/read"
    assert app.get_user(AccessToken=tokens["AccessToken"])["Username"] == "ada"
    app.get_tokens_from_refresh_token(
        RefreshToken=tokens["RefreshToken"], ClientId=client_id, ClientMetadata={"k": "v"}
    )
    events = program.events()
    assert [event["triggerSource"] for event in events] == [
        "TokenGeneration_Authentication", "TokenGeneration_RefreshTokens",
    ]
    assert events[0]["version"] == "2" and events[1]["request"]["clientMetadata"] == {"k": "v"}


def test_a_program_makes_the_challenges_of_a_sign_in(start, tmp_path):
    program = Program(
        tmp_path, "one",
        """
request, response = event["request"], event["response"]
if event["triggerSource"].startswith("Define"):
    session = request["session"]
    if session and session[-1]["challengeResult"]:
        response["issueTokens"] = True
    elif len(session) == 3:
        response["failAuthentication"] = True
    else:
        response["challengeName"] = "CUSTOM_CHALLENGE"
elif event["triggerSource"].startswith("Create"):
    response["publicChallengeParameters"] = {"hint": "a bird"}
    response["privateChallengeParameters"] = {"word": "owl"}
elif event["triggerSource"].startswith("Verify"):
    response["answerCorrect"] = request["challengeAnswer"] == request["privateChallengeParameters"]["word"]
""",
    )
    server = start(one={"program": "one"})
    functions = ["DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallengeResponse"]
    admin, app, pool, client_id = make_app(server, {name: ARN + "one" for name in functions})
    make_user(admin, pool, "ada", email="ada@example.com", email_verified="true")

    def begin():
        return app.initiate_auth(ClientId=client_id, AuthFlow="CUSTOM_AUTH", AuthParameters={"USERNAME": "ada"})

    def answer(challenge, word):
        return app.respond_to_auth_challenge(
            ClientId=client_id, ChallengeName="CUSTOM_CHALLENGE", Session=challenge["Session"],
            ChallengeResponses={"USERNAME": "ada", "ANSWER": word},
        )

    challenge = begin()
    assert challenge["ChallengeName"] == "CUSTOM_CHALLENGE"
    assert challenge["ChallengeParameters"] == {"USERNAME": "ada", "hint": "a bird"}
    tokens = answer(answer(challenge, "crow"), "owl")["AuthenticationResult"]
    assert app.get_user(AccessToken=tokens["AccessToken"])["Username"] == "ada"
    with pytest.raises(app.exceptions.NotAuthorizedException):
        answer(challenge, "owl")
    with pytest.raises(app.exceptions.NotAuthorizedException):
        answer(answer(answer(begin(), "1"), "2"), "3")
    assert program.events()[0]["request"]["session"] == []


def test_a_user_of_another_directory_is_migrated_at_the_sign_in(start, tmp_path):
    Program(
        tmp_path, "one",
        f"""
if event["request"]["password"] != "{PASSWORD}":
    sys.exit("wrong")
event["response"] = {{
    "userAttributes": {{"email": "ada@example.com", "email_verified": "true"}}, "finalUserStatus": "CONFIRMED",
}}
""",
    )
    server = start(one={"program": "one"})
    admin, app, pool, client_id = make_app(
        server, {"UserMigration": ARN + "one"}, client={"PreventUserExistenceErrors": "ENABLED"}
    )
    with pytest.raises(app.exceptions.NotAuthorizedException):
        sign_in(app, client_id, "ada", "wrong")
    assert "AccessToken" in sign_in(app, client_id, "ada")["AuthenticationResult"]
    assert admin.admin_get_user(UserPoolId=pool, Username="ada")["UserStatus"] == "CONFIRMED"
    assert PASSWORD not in (server.folder / "gatehouse.log").read_text()


def test_an_endpoint_refuses_a_sign_in_or_is_too_slow(start):
    answers = []

    def answer(event):
        status, delay = answers[0]
        time.sleep(delay)
        return status, {"Content-Type": "text/plain"}, b"closed at night" if status == 400 else b"{}"

    with Endpoint(answer, is_genuine) as endpoint:
        server = start(one={"url": endpoint.url, "secret": SECRET})
        admin, app, pool, client_id = make_app(server, {"PreAuthentication": ARN + "one"})
        make_user(admin, pool, "ada", email="ada@example.com", email_verified="true")
        answers[:] = [(400, 0)]
        with pytest.raises(app.exceptions.UserLambdaValidationException) as caught:
            sign_in(app, client_id, "ada")
        assert caught.value.response["Error"]["Message"] == "PreAuthentication failed with error closed at night."
        answers[:] = [(200, 0)]
        sign_in(app, client_id, "ada")
        answers[:] = [(200, 5.5)]
        with pytest.raises(app.exceptions.UnexpectedLambdaException) as caught:
            sign_in(app, client_id, "ada")
        text = caught.value.response["Error"]["Message"]
        assert text == "PreAuthentication invocation failed due to error SocketTimeoutException."
        assert len(endpoint.events) == 5
