# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The requests of AWSMobileClient, recorded on their way to the server: the models of botocore accept each of them."""
import json
import os
import pathlib
import subprocess
import urllib.error
import urllib.request

import botocore.session
from botocore.validate import ParamValidator

from conftest import make_client, make_user
from gatehouse import BINARY, PASSWORD
from local_server import LocalServer

SAMPLE = str(pathlib.Path(BINARY).with_name("MobileClient"))
OTHER = "Another-Horse-8!"
SERVICES = {"AWSCognitoIdentityProviderService": "cognito-idp", "AWSCognitoIdentityService": "cognito-identity"}

# What the app does, with the answers to hidden questions in lines of their own.
CALLS = f"""\
getAWSCredentials
signUp zoe email=zoe@example.com
{PASSWORD}
resendSignUpCode zoe
confirmSignUp zoe 000000
signIn ada
Wrong-Horse-7!
signIn ada
{PASSWORD}
getUserAttributes
updateUserAttributes nickname=Countess
getTokens
verifyUserAttribute email
confirmUpdateUserAttributes email 000000
changePassword
{PASSWORD}
{OTHER}
invalidateCachedTemporaryCredentials
getAWSCredentials
listDevices
rememberDevice
getDevice
doNotRememberDevice
signOut
signIn ada
{OTHER}
forgetDevice
signOutGlobally
forgotPassword ada
confirmForgotPassword ada 000000
{PASSWORD}
signIn eve
Temporary-7!
confirmSignIn nickname=Eve
{PASSWORD}
deleteUser
"""

EXPECTED = {
    "GetId", "GetCredentialsForIdentity", "SignUp", "ResendConfirmationCode", "ConfirmSignUp", "InitiateAuth",
    "RespondToAuthChallenge", "GetUser", "UpdateUserAttributes", "GetTokensFromRefreshToken",
    "GetUserAttributeVerificationCode", "VerifyUserAttribute", "ChangePassword", "ConfirmDevice", "ListDevices",
    "UpdateDeviceStatus", "GetDevice", "ForgetDevice", "GlobalSignOut", "RevokeToken", "ForgotPassword",
    "ConfirmForgotPassword", "DeleteUser",
}


class Recorder(LocalServer):
    """Passes requests on to a server, and keeps the target and the body of each."""

    def __init__(self, url):
        super().__init__()
        self.url, self.requests = url, []

    def respond(self, path, headers, body):
        self.requests.append((headers["X-Amz-Target"], json.loads(body)))
        kept = {name: value for name, value in headers.items() if name.lower() not in ("host", "connection")}
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, body, kept), timeout=30) as answer:
                return answer.status, self.kept(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            return error.code, self.kept(error.headers), error.read()

    @staticmethod
    def kept(headers):
        dropped = ("content-length", "connection", "transfer-encoding", "date", "server")
        return {name: value for name, value in headers.items() if name.lower() not in dropped}


def flaws(requests):
    """What the models do not allow in requests."""
    session = botocore.session.get_session()
    found = []
    for target, body in requests:
        service, operation = target.split(".")
        shape = session.get_service_model(SERVICES[service]).operation_model(operation.split("_")[-1]).input_shape
        report = ParamValidator().validate(body, shape)
        if report.has_errors():
            found.append(f"{operation}: {report.generate_report()}")
    return found


def test_the_models_of_botocore_accept_every_request(admin, server, pool, tmp_path):
    admin.update_user_pool(
        UserPoolId=pool, AutoVerifiedAttributes=["email"],
        DeviceConfiguration={"ChallengeRequiredOnNewDevice": False, "DeviceOnlyRememberedOnUserPrompt": True})
    client = make_client(admin, pool)["ClientId"]
    make_user(admin, pool, "ada", email="ada@example.com", email_verified="true")
    admin.admin_create_user(
        UserPoolId=pool, Username="eve", TemporaryPassword="Temporary-7!", MessageAction="SUPPRESS")
    identities = server.client("cognito-identity").create_identity_pool(
        IdentityPoolName="mobile", AllowUnauthenticatedIdentities=True,
        CognitoIdentityProviders=[{
            "ProviderName": f"cognito-idp.us-east-1.amazonaws.com/{pool}", "ClientId": client}])
    with Recorder(server.url) as recorder:
        endpoint = f"http://127.0.0.1:{recorder.port}"
        configuration = tmp_path / "awsconfiguration.json"
        configuration.write_text(json.dumps({
            "CognitoUserPool": {"Default": {"PoolId": pool, "AppClientId": client, "Region": "us-east-1"}},
            "CredentialsProvider": {"CognitoIdentity": {"Default": {
                "PoolId": identities["IdentityPoolId"], "Region": "us-east-1"}}},
            "Auth": {"Default": {"Endpoint": endpoint}}}))
        environment = {
            **os.environ, "GATEHOUSE_AWSCONFIGURATION": str(configuration), "XDG_DATA_HOME": str(tmp_path)}
        ended = subprocess.run(
            [SAMPLE], input=CALLS, capture_output=True, text=True, timeout=60, env=environment)
        requests = list(recorder.requests)
    operations = {target.split(".")[-1].split("_")[-1] for target, _ in requests}
    assert EXPECTED - operations == set(), ended.stdout + ended.stderr
    assert flaws(requests) == []


def test_the_check_finds_what_a_model_does_not_allow():
    target = "AWSCognitoIdentityProviderService.GetUser"
    assert flaws([(target, {"AccessToken": "a"})]) == []
    for body in [{}, {"AccessToken": 1}, {"AccessToken": "a", "Other": "b"}]:
        assert len(flaws([(target, body)])) == 1
