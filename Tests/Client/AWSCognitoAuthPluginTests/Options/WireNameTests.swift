// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Testing

@Suite struct WireNameTests {
    @Test(arguments: [
        (AuthUserAttributeKey.address, "address"), (.birthDate, "birthdate"), (.email, "email"),
        (.emailVerified, "email_verified"), (.familyName, "family_name"), (.gender, "gender"),
        (.givenName, "given_name"), (.locale, "locale"), (.middleName, "middle_name"), (.name, "name"),
        (.nickname, "nickname"), (.phoneNumber, "phone_number"), (.phoneNumberVerified, "phone_number_verified"),
        (.picture, "picture"), (.preferredUsername, "preferred_username"), (.profile, "profile"), (.sub, "sub"),
        (.updatedAt, "updated_at"), (.website, "website"), (.zoneInfo, "zoneinfo"),
        (.custom("shoe_size"), "custom:shoe_size"), (.custom(""), "custom:"), (.unknown("identities"), "identities"),
    ])
    func `an attribute has one name on the wire, and back`(key: AuthUserAttributeKey, name: String) {
        #expect(key.rawValue == name)
        #expect(AuthUserAttributeKey(rawValue: name) == key)
    }

    @Test func `an unknown name that is a known one is read as the known one`() {
        #expect(AuthUserAttributeKey(rawValue: AuthUserAttributeKey.unknown("email").rawValue) == .email)
    }

    @Test(arguments: [(MFAType.sms, "SMS_MFA"), (.totp, "SOFTWARE_TOKEN_MFA"), (.email, "EMAIL_OTP")])
    func `a second factor is chosen by its name on the wire`(factor: MFAType, name: String) {
        #expect(factor.challengeResponse == name)
    }

    @Test(arguments: [
        (AuthFactorType.password, "PASSWORD"), (.passwordSRP, "PASSWORD_SRP"), (.smsOTP, "SMS_OTP"),
        (.emailOTP, "EMAIL_OTP"), (.webAuthn, "WEB_AUTHN"),
    ])
    func `a first factor is chosen by its name on the wire`(factor: AuthFactorType, name: String) {
        #expect(factor.challengeResponse == name)
    }
}
