# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Stories about second factors and devices."""
from authenticator import code_of
from server import ROLE, SENDER, Pool
from visitor import APP_CODE, PASSWORD

SMS = {"SmsMfaConfiguration": {"SmsConfiguration": {"SnsCallerArn": ROLE}}}
TOTP = {"SoftwareTokenMfaConfiguration": {"Enabled": True}}
EMAIL = {"EmailMfaConfiguration": {"Message": "{####}", "Subject": "Code"}}
SETTINGS = {
    "EmailConfiguration": {"EmailSendingAccount": "DEVELOPER", "SourceArn": SENDER},
    "AccountRecoverySetting": {"RecoveryMechanisms": [{"Name": "admin_only", "Priority": 1}]},
    "SmsConfiguration": {"SnsCallerArn": ROLE},
}
PHONE = "+12025550123"


def chosen(table, server, visit):
    """A pool that leaves second factors to its users."""
    pool = Pool(server, "optional", mfa={"MfaConfiguration": "OPTIONAL", **SMS, **TOTP, **EMAIL}, **SETTINGS)
    pool.add(
        "ada", PASSWORD, email="ada@example.net", email_verified="true", phone_number=PHONE,
        phone_number_verified="true",
    )
    server.administer("CreateGroup", UserPoolId=pool.id, GroupName="keepers")
    server.administer("AdminAddUserToGroup", UserPoolId=pool.id, GroupName="keepers", Username="ada")
    with visit(pool.configuration) as ada:
        with table.step("setUpTOTP, verifyTOTPSetup", "a wrong code, then that of an app with the secret"):
            ada.begins("ada", "srp", PASSWORD)
            ada.is_signed_in("ada")
            ada.wait_for(r"groups +keepers")
            ada.picks("totp")
            secret = ada.shown_secret()
            ada.corrects(code_of(secret, steps=9), code_of(secret), APP_CODE)
            ada.reads("The authenticator app is set up.")
        with table.step("updateMFAPreference", "the app is preferred"):
            prefer(ada, "totp", "preferred")
            ada.picks("show")
            ada.wait_for(r"factors +totp \(preferred\)")
            ada.signs_out()
        with table.step("confirmSignInWithTOTPCode", "a wrong code, then the app's"):
            ada.begins("ada", "srp", PASSWORD)
            ada.is_at("confirmSignInWithTOTPCode")
            ada.corrects(code_of(secret, steps=9), code_of(secret, steps=1), APP_CODE)
            ada.is_signed_in("ada")
            prefer(ada, "totp", "notPreferred")
            prefer(ada, "sms", "enabled")
            prefer(ada, "email", "enabled")
            ada.signs_out()
        with table.step("continueSignInWithMFASelection", "nothing of the list, then SMS"):
            ada.begins("ada", "srp", PASSWORD)
            ada.is_at("continueSignInWithMFASelection")
            ada.types("Second factor", "pigeon")
            ada.reads("That is none of them.")
            ada.types("Second factor", "sms")
        with table.step("confirmSignInWithSMSMFACode", "a wrong code, then the one of the SMS"):
            ada.is_at("confirmSignInWithSMSMFACode")
            ada.corrects("000000", server.code_for(PHONE))
            ada.is_signed_in("ada")
            ada.signs_out()
        with table.step("confirmSignInWithOTP, second factor", "e-mail, by its number in the list; the mail's code"):
            ada.begins("ada", "password", PASSWORD)
            ada.is_at("continueSignInWithMFASelection")
            ada.types("Second factor", "1")
            ada.is_at("confirmSignInWithOTP")
            ada.types_code("ada@example.net")
            ada.is_signed_in("ada")


def prefer(person, factor, wish):
    person.picks("factors")
    person.types("Second factor", factor)
    person.types("How", wish)
    person.reads("The second factors are changed.")


def required(table, server, visit):
    """A pool that demands a second factor, of users who have none."""
    pool = Pool(server, "required", mfa={"MfaConfiguration": "ON", **TOTP, **EMAIL}, **SETTINGS)
    pool.add("bob", PASSWORD)
    pool.add("eve", PASSWORD)
    with visit(pool.configuration) as person:
        with table.step("continueSignInWithMFASetupSelection", "an authenticator app"):
            person.begins("bob", "srp", PASSWORD)
            person.is_at("continueSignInWithMFASetupSelection")
            person.types("Second factor to set up", "totp")
        with table.step("continueSignInWithTOTPSetup", "a wrong code, then that of an app with the secret"):
            person.is_at("continueSignInWithTOTPSetup")
            secret = person.shown_secret()
            person.corrects(code_of(secret, steps=9), code_of(secret), APP_CODE)
            person.is_signed_in("bob")
            person.signs_out()
        with table.step("continueSignInWithEmailMFASetup", "an address, and the code sent there"):
            person.begins("eve", "srp", PASSWORD)
            person.is_at("continueSignInWithMFASetupSelection")
            person.types("Second factor to set up", "email")
            person.is_at("continueSignInWithEmailMFASetup")
            person.types("E-mail address", "eve@example.net")
            person.is_at("confirmSignInWithOTP")
            person.types_code("eve@example.net")
            person.is_signed_in("eve")


def devices(table, server, visit):
    """A pool that demands a second factor, but not of remembered devices."""
    pool = Pool(
        server, "devices", mfa={"MfaConfiguration": "ON", **SMS},
        DeviceConfiguration={"ChallengeRequiredOnNewDevice": True, "DeviceOnlyRememberedOnUserPrompt": True},
        SmsConfiguration=SETTINGS["SmsConfiguration"],
    )
    pool.add("ada", PASSWORD, phone_number=PHONE, phone_number_verified="true")
    with visit(pool.configuration) as ada:
        with table.step("rememberDevice", "after a sign-in with a code by SMS"):
            ada.begins("ada", "srp", PASSWORD)
            ada.is_at("confirmSignInWithSMSMFACode")
            ada.types_code(PHONE)
            ada.is_signed_in("ada")
            ada.picks("remember")
            ada.reads("This device is remembered.")
            ada.signs_out()
        with table.step("signIn → done, remembered device", "the password alone"):
            ada.begins("ada", "srp", PASSWORD)
            ada.is_signed_in("ada")
        with table.step("fetchDevices, forgetDevice", "the first of the list"):
            ada.picks("devices")
            ada.types("Forget which (empty for none)", "1")
            ada.reads("The device is forgotten.")
            ada.signs_out()
        with table.step("signIn, forgotten device", "the code by SMS again"):
            ada.begins("ada", "srp", PASSWORD)
            ada.is_at("confirmSignInWithSMSMFACode")
            ada.types_code(PHONE)
            ada.is_signed_in("ada")
