// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct UserFactorListTests {
    private static let sms = [MFAOptionType(deliveryMedium: .sms, attributeName: "phone_number")]

    private func factors(_ fixture: PoolFixture, token: String) async throws -> GetUserAuthFactorsResponse {
        let own = try await fixture.anyone.getUserAuthFactors(GetUserAuthFactorsRequest(accessToken: token))
        let administrators = try await fixture.administrator.adminGetUserAuthFactors(
            AdminGetUserAuthFactorsRequest(userPoolId: fixture.poolID, username: "alice"))
        #expect(own.username == "alice" && administrators.username == "alice")
        #expect(own.configuredUserAuthFactors == administrators.configuredUserAuthFactors)
        #expect(own.userMFASettingList == administrators.userMFASettingList)
        #expect(own.preferredMfaSetting == administrators.preferredMfaSetting)
        return own
    }

    @Test func `the factors are those that the user has and the pool lets come first`() async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        let token = try await fixture.accessToken()
        #expect(try await factors(fixture, token: token).configuredUserAuthFactors == [.password])
        try await fixture.setUpApp(token: token)
        try await fixture.prefer(token: token) {
            $0.softwareTokenMfaSettings = SoftwareTokenMfaSettingsType(enabled: true, preferredMfa: true)
        }
        let chosen = try await factors(fixture, token: token)
        #expect(chosen.configuredUserAuthFactors == [.password, .softwareToken])
        #expect(chosen.userMFASettingList == ["SOFTWARE_TOKEN_MFA"])
        #expect(chosen.preferredMfaSetting == "SOFTWARE_TOKEN_MFA")
    }

    @Test func `codes count where they may come first and the user can be reached`() async throws {
        let fixture = try await PoolFixture.makeWithMFA {
            $0.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp, .smsOtp]))
        }
        let token = try await fixture.accessToken()
        #expect(
            try await factors(fixture, token: token).configuredUserAuthFactors == [.password, .emailOtp, .smsOtp])
        try await fixture.deleteAttributes(["phone_number"], token: token)
        #expect(try await factors(fixture, token: token).configuredUserAuthFactors == [.password, .emailOtp])
    }

    @Test func `factors are not listed for an invalid access token or an unknown user name`() async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        let refusal = try await fault {
            _ = try await fixture.anyone.getUserAuthFactors(GetUserAuthFactorsRequest(accessToken: "x"))
        }
        #expect(refusal?.code == .notAuthorized)
        let nobody = try await fault {
            _ = try await fixture.administrator.adminGetUserAuthFactors(
                AdminGetUserAuthFactorsRequest(userPoolId: fixture.poolID, username: "nobody"))
        }
        #expect(nobody == .noSuchUser)
    }

    @Test func `the older form switches SMS on and off, and shows in its own member only`() async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        let token = try await fixture.accessToken()
        _ = try await fixture.anyone.setUserSettings(
            SetUserSettingsRequest(accessToken: token, mfaOptions: Self.sms))
        var user = try await fixture.anyone.getUser(GetUserRequest(accessToken: token))
        #expect(user.mfaOptions == Self.sms && user.userMFASettingList == nil && user.preferredMfaSetting == nil)
        _ = try await fixture.administrator.adminSetUserSettings(
            AdminSetUserSettingsRequest(userPoolId: fixture.poolID, username: "alice", mfaOptions: []))
        user = try await fixture.anyone.getUser(GetUserRequest(accessToken: token))
        #expect(user.mfaOptions == nil)
    }

    @Test(arguments: [
        [MFAOptionType(deliveryMedium: .email, attributeName: "email")],
        [MFAOptionType(deliveryMedium: .sms, attributeName: "email")], [MFAOptionType()],
        [
            MFAOptionType(deliveryMedium: .sms, attributeName: "phone_number"),
            MFAOptionType(deliveryMedium: .sms, attributeName: "phone_number"),
        ],
    ])
    func `the older form knows SMS to the phone only`(_ options: [MFAOptionType]) async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        let request = SetUserSettingsRequest(accessToken: try await fixture.accessToken(), mfaOptions: options)
        #expect(try await fault { _ = try await fixture.anyone.setUserSettings(request) }?.code == .invalidParameter)
    }

    @Test func `the older form follows the same rules`() async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        let token = try await fixture.accessToken()
        try await fixture.deleteAttributes(["phone_number"], token: token)
        let request = SetUserSettingsRequest(accessToken: token, mfaOptions: Self.sms)
        #expect(
            try await fault { _ = try await fixture.anyone.setUserSettings(request) }
                == .invalidParameter("User does not have delivery config set to turn on SMS_MFA"))
        try await fixture.update(["phone_number": "+12025550123"], token: token)
        _ = try await fixture.anyone.setUserSettings(request)
        try await fixture.allow([.sms], .on)
        let off = SetUserSettingsRequest(accessToken: token, mfaOptions: [])
        #expect(try await fault { _ = try await fixture.anyone.setUserSettings(off) }?.code == .invalidParameter)
        #expect(try await fixture.storedUser().mfa.legacySMS)
    }
}
