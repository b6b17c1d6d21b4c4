// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct MFAPreferenceTests {
    private static let on = SMSMfaSettingsType(enabled: true)

    private func signedIn(
        _ factors: Set<SecondFactor> = Set(SecondFactor.allCases)
    ) async throws -> (fixture: PoolFixture, token: String) {
        let fixture = try await PoolFixture.makeWithMFA(.optional, factors: factors)
        return (fixture, try await fixture.accessToken())
    }

    private func printed(_ fixture: PoolFixture, _ token: String) async throws -> GetUserResponse {
        let own = try await fixture.anyone.getUser(GetUserRequest(accessToken: token))
        let administrators = try await fixture.user("alice")
        #expect(own.userMFASettingList == administrators.userMFASettingList)
        #expect(own.preferredMfaSetting == administrators.preferredMfaSetting)
        #expect(own.mfaOptions == administrators.mfaOptions)
        return own
    }

    @Test func `a user without second factors has no lists of them`() async throws {
        let (fixture, token) = try await signedIn()
        let user = try await printed(fixture, token)
        #expect(user.userMFASettingList == nil && user.preferredMfaSetting == nil && user.mfaOptions == nil)
    }

    @Test func `factors are switched on, preferred, and off, one by one`() async throws {
        let (fixture, token) = try await signedIn()
        try await fixture.setUpApp(token: token)
        try await fixture.prefer(token: token) {
            $0.smsMfaSettings = SMSMfaSettingsType(enabled: true, preferredMfa: true)
            $0.softwareTokenMfaSettings = SoftwareTokenMfaSettingsType(enabled: true)
            $0.emailMfaSettings = EmailMfaSettingsType(enabled: true)
        }
        var user = try await printed(fixture, token)
        #expect(user.userMFASettingList == ["SMS_MFA", "SOFTWARE_TOKEN_MFA", "EMAIL_OTP"])
        #expect(user.preferredMfaSetting == "SMS_MFA")
        // Another one preferred takes the place; what is left out stays.
        try await fixture.prefer(token: token) {
            $0.softwareTokenMfaSettings = SoftwareTokenMfaSettingsType(enabled: true, preferredMfa: true)
        }
        user = try await printed(fixture, token)
        #expect(user.preferredMfaSetting == "SOFTWARE_TOKEN_MFA" && user.userMFASettingList?.count == 3)
        try await fixture.prefer(token: token) {
            $0.softwareTokenMfaSettings = SoftwareTokenMfaSettingsType(enabled: true, preferredMfa: false)
            $0.smsMfaSettings = SMSMfaSettingsType(enabled: false, preferredMfa: true)
        }
        user = try await printed(fixture, token)
        #expect(user.preferredMfaSetting == nil && user.userMFASettingList == ["SOFTWARE_TOKEN_MFA", "EMAIL_OTP"])
        // The secret outlives the switch.
        try await fixture.prefer(token: token) { $0.softwareTokenMfaSettings = SoftwareTokenMfaSettingsType() }
        #expect(try await printed(fixture, token).userMFASettingList == ["EMAIL_OTP"])
        #expect(try await fixture.storedUser().mfa.softwareToken != nil)
    }

    @Test func `at most one is preferred`() async throws {
        let (fixture, token) = try await signedIn()
        let refusal = try await fault {
            try await fixture.prefer(token: token) {
                $0.smsMfaSettings = SMSMfaSettingsType(enabled: true, preferredMfa: true)
                $0.emailMfaSettings = EmailMfaSettingsType(enabled: true, preferredMfa: true)
            }
        }
        #expect(refusal?.code == .invalidParameter)
        #expect(try await fixture.storedUser().mfa == .none)
    }

    @Test func `an app that is not verified is not switched on`() async throws {
        let (fixture, token) = try await signedIn()
        _ = try await fixture.associate(token: token)
        let refusal = try await fault {
            try await fixture.prefer(token: token) {
                $0.softwareTokenMfaSettings = SoftwareTokenMfaSettingsType(enabled: true, preferredMfa: true)
            }
        }
        #expect(refusal == .invalidParameter("User has not verified software token mfa"))
        let administrators = try await fault {
            _ = try await fixture.administrator.adminSetUserMFAPreference(
                AdminSetUserMFAPreferenceRequest(
                    softwareTokenMfaSettings: SoftwareTokenMfaSettingsType(enabled: true), username: "alice",
                    userPoolId: fixture.poolID))
        }
        #expect(administrators == refusal)
        #expect(try await fixture.storedUser().mfa.enabled.isEmpty)
    }

    @Test func `codes go where the user can be reached, by ways that the pool has`() async throws {
        let (fixture, token) = try await signedIn()
        try await fixture.deleteAttributes(["phone_number"], token: token)
        let unreachable = try await fault { try await fixture.prefer(token: token) { $0.smsMfaSettings = Self.on } }
        #expect(unreachable == .invalidParameter("User does not have delivery config set to turn on SMS_MFA"))
        let (other, otherToken) = try await signedIn([.softwareToken])
        for (name, change) in [
            ("SMS_MFA", { $0.smsMfaSettings = Self.on }),
            ("EMAIL_OTP", { $0.emailMfaSettings = EmailMfaSettingsType(enabled: true) }),
        ] as [(String, (inout SetUserMFAPreferenceRequest) -> Void)] {
            let refusal = try await fault { try await other.prefer(token: otherToken, change) }
            #expect(refusal == .invalidParameter("User does not have delivery config set to turn on \(name)"))
        }
        try await other.setUpApp(token: otherToken)
        try await other.allow([.sms], .optional)
        let gone = try await fault {
            try await other.prefer(token: otherToken) {
                $0.softwareTokenMfaSettings = SoftwareTokenMfaSettingsType(enabled: true)
            }
        }
        #expect(
            gone == .invalidParameter("User does not have delivery config set to turn on SOFTWARE_TOKEN_MFA"))
    }

    @Test func `in a pool with required MFA only an administrator can switch off a user's factor`() async throws {
        let (fixture, token) = try await signedIn()
        try await fixture.prefer(token: token) {
            $0.smsMfaSettings = Self.on
            $0.emailMfaSettings = EmailMfaSettingsType(enabled: true)
        }
        try await fixture.allow(Set(SecondFactor.allCases), .on)
        try await fixture.prefer(token: token) {
            $0.emailMfaSettings = EmailMfaSettingsType(enabled: true, preferredMfa: true)
            // A factor that is off may be switched off again.
            $0.softwareTokenMfaSettings = SoftwareTokenMfaSettingsType(enabled: false)
        }
        let refusal = try await fault {
            try await fixture.prefer(token: token) { $0.smsMfaSettings = SMSMfaSettingsType(enabled: false) }
        }
        #expect(refusal?.code == .invalidParameter)
        #expect(try await fixture.storedUser().mfa == UserMFA(enabled: [.sms, .email], preferred: .email))
        _ = try await fixture.administrator.adminSetUserMFAPreference(
            AdminSetUserMFAPreferenceRequest(
                smsMfaSettings: SMSMfaSettingsType(enabled: false), username: "alice", userPoolId: fixture.poolID))
        #expect(try await fixture.storedUser().mfa.enabled == [.email])
    }

    @Test func `passkeys count twice only where the pool says so`() async throws {
        let (fixture, token) = try await signedIn()
        let choose = { (request: inout SetUserMFAPreferenceRequest) in
            request.webAuthnMfaSettings = WebAuthnMfaSettingsType(enabled: true)
        }
        let refusal = try await fault { try await fixture.prefer(token: token, choose) }
        #expect(refusal?.code == .invalidParameter)
        _ = try await fixture.administrator.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: fixture.poolID,
                softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true), mfaConfiguration: .optional,
                webAuthnConfiguration: WebAuthnConfigurationType(
                    factorConfiguration: .multiFactorWithUserVerification)))
        // A user who loses the passkey must not be locked out.
        let alone = try await fault { try await fixture.prefer(token: token, choose) }
        #expect(alone == .invalidParameter("WebAuthnMfaSettings need another MFA method that is turned on."))
        #expect(try await !fixture.storedUser().mfa.usesPasskeys)
        try await fixture.setUpApp(token: token)
        try await fixture.prefer(token: token, choose)
        #expect(try await fixture.storedUser().mfa.usesPasskeys)
    }

    @Test func `only the user and administrators choose`() async throws {
        let (fixture, _) = try await signedIn()
        try await fixture.makeUser("bob")
        let bob = try await fixture.accessToken("bob")
        try await fixture.prefer(token: bob) { $0.emailMfaSettings = EmailMfaSettingsType(enabled: true) }
        #expect(try await fixture.storedUser().mfa == .none)
        let refusal = try await fault { try await fixture.prefer(token: "x") { $0.smsMfaSettings = Self.on } }
        #expect(refusal?.code == .notAuthorized)
        let nobody = try await fault {
            _ = try await fixture.administrator.adminSetUserMFAPreference(
                AdminSetUserMFAPreferenceRequest(
                    smsMfaSettings: Self.on, username: "nobody", userPoolId: fixture.poolID))
        }
        #expect(nobody == .noSuchUser)
    }
}
