# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Stories about signing in without a password, with a chosen factor, and by a pool's own questions."""
from factors import PHONE
from server import FLOWS, FUNCTION, ROLE, Pool
from visitor import PASSWORD, SIGN_UP_CODE


def chosen(table, server, visit):
    """A pool that offers every first factor."""
    pool = Pool(
        server, "choices", mfa={"WebAuthnConfiguration": {"RelyingPartyId": "localhost"}},
        AutoVerifiedAttributes=["email"], SmsConfiguration={"SnsCallerArn": ROLE},
        Policies={"SignInPolicy": {"AllowedFirstAuthFactors": ["PASSWORD", "EMAIL_OTP", "SMS_OTP", "WEB_AUTHN"]}},
    )
    pool.add(
        "ada", PASSWORD, email="ada@example.edu", email_verified="true", phone_number=PHONE,
        phone_number_verified="true",
    )
    with visit(pool.configuration) as ada:
        with table.step("continueSignInWithFirstFactorSelection", "a code by e-mail"):
            ada.begins("ada", "choose")
            ada.is_at("continueSignInWithFirstFactorSelection")
            ada.types("Sign in with", "emailOTP")
        with table.step("confirmSignInWithOTP", "a wrong code, then the one of the mail"):
            ada.is_at("confirmSignInWithOTP")
            ada.corrects("000000", server.code_for("ada@example.edu"))
            ada.is_signed_in("ada")
            ada.signs_out()
        for factor in ["password", "passwordSRP"]:
            with table.step("confirmSignInWithPassword", f"the password, chosen as {factor}"):
                ada.begins("ada", "choose")
                ada.is_at("continueSignInWithFirstFactorSelection")
                ada.types("Sign in with", factor)
                ada.is_at("confirmSignInWithPassword")
                ada.hides("Password", PASSWORD)
                ada.is_signed_in("ada")
                ada.signs_out()
        with table.step("signIn(preferred smsOTP)", "the code of the SMS"):
            ada.begins("ada", "smsCode")
            ada.is_at("confirmSignInWithOTP")
            ada.types_code(PHONE)
            ada.is_signed_in("ada")
        with table.step("associateWebAuthnCredential", "a passkey of the software authenticator"):
            ada.picks("passkey")
            ada.reads("The passkey is registered.")
            ada.signs_out()
        with table.step("signIn(preferred webAuthn)", "the passkey, and nothing typed"):
            ada.begins("ada", "passkey")
            ada.is_signed_in("ada")
            ada.signs_out()
        with table.step("continueSignInWithFirstFactorSelection", "the passkey"):
            ada.begins("ada", "choose")
            ada.is_at("continueSignInWithFirstFactorSelection")
            ada.types("Sign in with", "webAuthn")
            ada.is_signed_in("ada")
        with table.step("listWebAuthnCredentials, delete", "the only one"):
            ada.picks("passkeys")
            ada.types("Delete which (empty for none)", "1")
            ada.reads("The passkey is deleted.")
            ada.picks("passkeys")
            ada.reads("There are no passkeys.")
            ada.signs_out()
        with table.step("signUp without a password → autoSignIn", "the code of the mail, and nothing else"):
            ada.signs_up("bob", "", "bob@example.edu")
            ada.is_at("confirmUser")
            ada.types_code("bob@example.edu", SIGN_UP_CODE)
            ada.is_at("completeAutoSignIn")
            ada.is_signed_in("bob")


def riddles(table, server, visit):
    """A pool whose functions ask riddles."""
    names = ["DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallengeResponse"]
    pool = Pool(
        server, "riddles", flows=FLOWS + ["ALLOW_CUSTOM_AUTH"], LambdaConfig={name: FUNCTION for name in names})
    pool.add("ada", PASSWORD)
    with visit(pool.configuration) as ada:
        with table.step("confirmSignInWithCustomChallenge", "a wrong word, then the right one"):
            ada.begins("ada", "custom")
            ada.is_at("confirmSignInWithCustomChallenge")
            ada.reads("riddle: What has a beak and sees at night?")
            ada.types("Answer", "crow")
            ada.is_at("confirmSignInWithCustomChallenge")
            ada.types("Answer", "owl")
            ada.is_signed_in("ada")
            ada.signs_out()
        with table.step("confirmSignInWithCustomChallenge", "the password over SRP before, then the word"):
            ada.begins("ada", "customSRP", PASSWORD)
            ada.is_at("confirmSignInWithCustomChallenge")
            ada.types("Answer", "owl")
            ada.is_signed_in("ada")
