# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Stories of AWSMobileClient about the users of user pools: Samples/MobileClient as their app."""
import hashlib
import re

from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from factors import PHONE, SETTINGS, SMS
from mobile_app import Identities, MobileApp, configuration
from server import FLOWS, FUNCTION, Pool
from visitor import PASSWORD

OTHER = "Another-Horse-8!"
ADDRESS = "ada@example.net"


def check_signature(lines, keys):
    """Computes the signature of a request to S3 with botocore, from its lines."""
    method, url = lines[0].split(" ")
    headers = dict(line.split(": ", 1) for line in lines[1:])
    headers = {name.lower(): value for name, value in headers.items()}
    body, signed = headers.pop("body").encode(), headers.pop("authorization")
    if headers["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest():
        raise ValueError("the hash of the body is wrong")
    request = AWSRequest(method, url, headers, body)
    request.context["timestamp"] = headers["x-amz-date"]
    signer = S3SigV4Auth(Credentials(*keys), "s3", "us-east-1")
    text = signer.string_to_sign(request, signer.canonical_request(request))
    if not signed.endswith(f"Signature={signer.signature(text, request)}"):
        raise ValueError(f"botocore's signature is not in {signed}")


def accounts(table, server, visit):
    """A guest who signs up."""
    pool = Pool(server, "mobile", AutoVerifiedAttributes=["email"])
    content = configuration(server, pool, Identities(server, "mobile", [pool]).id)
    with MobileApp(server, "guest", content) as app:
        with table.step("initialize, getAWSCredentials", "nothing: a guest, whose role STS knows"):
            app.sees("Started: signedOut")
            app.does("getAWSCredentials", r"State: guest")
            app.sees(r"Access key: \w+")
            app.has_role("guest")
            guest = app.identity()
            app.closes()
    with MobileApp(server, "guest", content) as app:
        with table.step("signUp, resendSignUpCode, confirmSignUp", "a wrong code, then the one of the mail"):
            app.sees("Started: guest")
            app.does(f"signUp ada email={ADDRESS}", r"signUp: unconfirmed, email to a\*+@e", PASSWORD)
            app.does("signIn ada", r"Error of signIn: userNotConfirmed \(22\)", PASSWORD)
            app.does("resendSignUpCode ada", "resendSignUpCode: unconfirmed, email to")
            app.does("confirmSignUp ada 000000", r"Error of confirmSignUp: codeMismatch \(2\)")
            app.does(f"confirmSignUp ada {server.code_for(ADDRESS)}", "confirmSignUp: confirmed")
        with table.step("signIn", "a wrong password, then the right one; the listener"):
            app.does("signIn ada", r"Error of signIn: notAuthorized \(13\)", "Wrong-Horse-7!")
            app.does("signIn ada", r"State: signedIn, provider cognito-idp\.us-east-1\.amazonaws\.com/\S+, token …", PASSWORD)
            app.sees("Sign-in: signedIn")
        with table.step("getAWSCredentials", "the guest's identity, with the role of users"):
            app.has_role("customer")
            if app.identity() != guest:
                raise ValueError("the identity is another one")
            app.does("logins", r"Logins: cognito-idp\.us-east-1\.amazonaws\.com/")
        with table.step("credentials(), PUT to Amazon S3", "its signature, computed by botocore as well"):
            request = app.does("signS3Request photos ada/hello.txt", r"PUT https:[\s\S]*?\nBody: Hello")
            check_signature(request.group(0).splitlines(), app.keys())
        with table.step("updateUserAttributes, getTokens", "the code sent to the new address; the new claim"):
            app.does("updateUserAttributes email=ada@example.edu nickname=Countess", "A code was sent, email to a")
            app.does("getTokens", "nickname: Countess")
            app.does("confirmUpdateUserAttributes email 000000", "Error of confirmUpdateUserAttributes: codeMismatch")
            code = server.code_for("ada@example.edu")
            app.does(f"confirmUpdateUserAttributes email {code}", "confirmUpdateUserAttributes: done")
            app.does("getUserAttributes", r"email: ada@example\.edu\nemail_verified: true\nnickname: Countess\nsub: ")
        with table.step("changePassword", "a password that is too short, then a good one"):
            app.does("changePassword", "Error of changePassword: invalidPassword", PASSWORD, "short")
            app.does("changePassword", "changePassword: done", PASSWORD, OTHER)
        with table.step("signOut(signOutGlobally:)", "nothing: the next guest has another identity"):
            app.does("signOutGlobally", "State: signedOut")
            app.sees("signOutGlobally: done")
            app.does("getAWSCredentials", r"State: guest")
            app.sees("Access key: ")
            if app.identity() == guest:
                raise ValueError("the guest has the user's identity")
        with table.step("forgotPassword, confirmForgotPassword", "the code of the mail and a new password"):
            app.does("forgotPassword ada", "forgotPassword: confirmationCodeSent, email to")
            code = server.code_for("ada@example.edu")
            app.does(f"confirmForgotPassword ada {code}", "confirmForgotPassword: done", PASSWORD)
            app.signs_in("ada", PASSWORD)
        with table.step("deleteUser", "nothing: the user is unknown"):
            app.does("deleteUser", "State: signedOut")
            app.sees("deleteUser: done")
            app.does("signIn ada", "Error of signIn: (?:notAuthorized|userNotFound)", PASSWORD)


def challenges(table, server, visit):
    """Sign-ins with further steps, and devices."""
    schema = [{"Name": "name", "AttributeDataType": "String", "Required": True, "Mutable": True}]
    pool = Pool(
        server, "mobile-steps", mfa={"MfaConfiguration": "OPTIONAL", **SMS}, Schema=schema,
        DeviceConfiguration={"ChallengeRequiredOnNewDevice": True, "DeviceOnlyRememberedOnUserPrompt": True},
        SmsConfiguration=SETTINGS["SmsConfiguration"])
    pool.add("ada", PASSWORD, name="Ada", phone_number=PHONE, phone_number_verified="true")
    server.administer(
        "AdminSetUserMFAPreference", UserPoolId=pool.id, Username="ada",
        SMSMfaSettings={"Enabled": True, "PreferredMfa": True})
    with MobileApp(server, "steps", configuration(server, pool)) as app:
        with table.step("signIn → smsMFA", "a wrong code, then the one of the SMS"):
            app.sees("Started: signedOut")
            app.does("signIn ada", r"Sign-in: smsMFA, sms to \+\*+0123", PASSWORD)
            app.does("confirmSignIn", "Error of confirmSignIn: codeMismatch", "000000")
            app.does("confirmSignIn", "Sign-in: signedIn", server.code_for(PHONE))
        with table.step("deviceOperations", "remember, list, get: the next sign-in needs no code"):
            app.does("listDevices", "Remembered devices: 0")
            app.does("rememberDevice", "rememberDevice: done")
            app.does("listDevices", "Remembered devices: 1")
            app.does("getDevice", r"Device: us-east-1_[0-9a-f-]+")
            app.does("signOut", "signOut: done")
            app.signs_in("ada", PASSWORD)
        with table.step("deviceOperations", "no longer remembered, then forgotten"):
            app.does("doNotRememberDevice", "doNotRememberDevice: done")
            app.does("listDevices", "Remembered devices: 0")
            app.does("forgetDevice", "forgetDevice: done")
            app.does("rememberDevice", r"Error of rememberDevice: deviceNotRemembered \(42\)")
            app.does("signOut", "signOut: done")
        pool.add("eve", "Temporary-7!", permanent=False)
        with table.step("signIn → newPasswordRequired", "too short, then a good one, with the required attribute"):
            app.does("signIn eve", "Sign-in: newPasswordRequired", "Temporary-7!")
            app.does("confirmSignIn name=Eve", "Error of confirmSignIn: invalidPassword", "short")
            app.does("confirmSignIn name=Eve", "Sign-in: signedIn", PASSWORD)
            app.does("getUserAttributes", "name: Eve")
    names = ["DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallengeResponse"]
    riddles = Pool(
        server, "mobile-riddles", flows=FLOWS + ["ALLOW_CUSTOM_AUTH"], LambdaConfig={name: FUNCTION for name in names})
    riddles.add("ada", PASSWORD)
    content = configuration(server, riddles, authenticationFlowType="CUSTOM_AUTH")
    with MobileApp(server, "riddles", content) as app:
        with table.step("CUSTOM_AUTH → customChallenge", "a wrong word, then the right one"):
            app.does("signIn ada", "Sign-in: customChallenge", PASSWORD)
            app.sees(r"riddle: What has a beak and sees at night\?")
            app.does("confirmSignIn", "Sign-in: customChallenge", "crow")
            app.does("confirmSignIn", "Sign-in: signedIn", "owl")


def interruptions(table, server, visit):
    """Sessions that end elsewhere, and a server that cannot be reached."""
    pool = Pool(server, "mobile-offline")
    pool.add("ada", PASSWORD)
    content = configuration(server, pool, Identities(server, "mobile-offline", [pool]).id)
    with MobileApp(server, "offline", content) as app:
        with table.step("getTokens, session ended elsewhere", "releaseSignInWait: the call fails, the user stays"):
            app.signs_in("ada", PASSWORD)
            # The client fetches credentials after a sign-in; that may not renew the tokens below.
            app.does("getAWSCredentials", "Access key: ")
            # After a change of attributes, the next call renews the tokens.
            app.does("updateUserAttributes nickname=Countess", "updateUserAttributes: done")
            server.administer("AdminUserGlobalSignOut", UserPoolId=pool.id, Username="ada")
            app.does("getTokens &", "State: signedOutUserPoolsTokenInvalid, username ada")
            app.does("releaseSignInWait", r"Error of getTokens: unableToSignIn \(31\)")
            app.does("state", "signedOutUserPoolsTokenInvalid, signed in: true, user: ada")
        with table.step("getTokens, session ended elsewhere", "signIn: the call that waits has the new tokens"):
            app.does("getTokens &", "State: signedOutUserPoolsTokenInvalid, username ada")
            app.types_line("signIn ada")
            app.reads("Password: ")
            app.types_line(PASSWORD)
            app.sees("State: signedIn, provider")
            app.sees("Access token: ")
        with table.step("getTokens, getAWSCredentials, offline", "the server is stopped; both calls wait"):
            app.does("updateUserAttributes nickname=Ada", "updateUserAttributes: done")
            app.does("invalidateCachedTemporaryCredentials", "invalidateCachedTemporaryCredentials: done")
            server.stop()
            app.does("getTokens &", "State: signedOutUserPoolsTokenInvalid, username ada")
            app.types_line("getAWSCredentials &")
            app.does("state", "signedOutUserPoolsTokenInvalid, signed in: true, user: ada")
            app.does("signOutGlobally", "Error of signOutGlobally: ")
        with table.step("getTokens, getAWSCredentials, online", "the server is back: both calls are answered"):
            server.start()
            app.sees("State: signedIn")
            read = app.wait_for(r"(?:nickname: Ada[\s\S]*Access key: |Access key: [\s\S]*nickname: Ada)").group(0)
            if re.search("Error", read):
                raise ValueError(read)
        with table.step("signOut, offline", "nothing: the next start is signed out"):
            server.stop()
            app.does("signOut", "State: signedOut")
            app.closes()
            with MobileApp(server, "offline", content) as next_start:
                next_start.sees("Started: signedOut")
            server.start()
