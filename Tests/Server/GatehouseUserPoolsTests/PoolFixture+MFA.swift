// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// The calls with which second factors are set up.
extension PoolFixture {
    static let sms = SmsMfaConfigType(
        smsConfiguration: SmsConfigurationType(snsCallerArn: "arn:aws:iam::123456789012:role/sms"))
    static let mailAccount = EmailConfigurationType(
        sourceArn: "arn:aws:ses:us-east-1:123456789012:identity/a@example.com", emailSendingAccount: .developer)

    /// A pool in which each factor is allowed, and a user Alice who could be sent any code.
    static func makeWithMFA(
        _ requirement: UserPoolMfaType = .optional, factors: Set<SecondFactor> = Set(SecondFactor.allCases),
        changing change: (inout CreateUserPoolRequest) -> Void = { _ in }
    ) async throws -> PoolFixture {
        let fixture = try await make(
            pool: request { request in
                request.emailConfiguration = mailAccount
                change(&request)
            })
        try await fixture.gatehouse.makeUser(
            "alice", password: password, inPool: fixture.poolID,
            attributes: [
                "email": "alice@example.com", "email_verified": "true", "phone_number": "+12025550123",
                "phone_number_verified": "true",
            ])
        try await fixture.allow(factors, requirement)
        return fixture
    }

    /// Lets the pool allow these factors, and demand them or not; a pool without MFA has none.
    func allow(_ wanted: Set<SecondFactor>, _ requirement: UserPoolMfaType) async throws {
        let factors = requirement == .off ? [] : wanted
        _ = try await administrator.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: poolID, smsMfaConfiguration: factors.contains(.sms) ? Self.sms : nil,
                softwareTokenMfaConfiguration: factors.contains(.softwareToken)
                    ? SoftwareTokenMfaConfigType(enabled: true) : nil,
                emailMfaConfiguration: factors.contains(.email) ? EmailMfaConfigType() : nil,
                mfaConfiguration: requirement))
    }

    /// Draws a secret for the bearer of an access token.
    func associate(token: String) async throws -> AuthenticatorApp {
        let answer = try await anyone.associateSoftwareToken(AssociateSoftwareTokenRequest(accessToken: token))
        return AuthenticatorApp(secretCode: answer.secretCode ?? "", clock: gatehouse.clock)
    }

    @discardableResult
    func verifyApp(_ code: String, token: String, name: String? = nil) async throws -> VerifySoftwareTokenResponse {
        try await anyone.verifySoftwareToken(
            VerifySoftwareTokenRequest(accessToken: token, userCode: code, friendlyDeviceName: name))
    }

    /// An authenticator app that Alice has set up.
    @discardableResult
    func setUpApp(token: String) async throws -> AuthenticatorApp {
        let app = try await associate(token: token)
        try await verifyApp(app.code(), token: token)
        return app
    }

    /// Alice's factors, without the calls that lead to them.
    func choose(_ mfa: UserMFA) async throws {
        try await anyone.pools.records.write { [poolID] store in
            var alice = try store.existingUser("alice", in: store.existingPool(poolID))
            alice.mfa = mfa
            try store.update(alice)
        }
    }

    func prefer(token: String, _ change: (inout SetUserMFAPreferenceRequest) -> Void) async throws {
        var request = SetUserMFAPreferenceRequest(accessToken: token)
        change(&request)
        _ = try await anyone.setUserMFAPreference(request)
    }
}

/// The user's authenticator app: the secret and the time.
struct AuthenticatorApp: Sendable {
    let secretCode: String
    let clock: TestClock

    /// The code that the app shows so many steps from now.
    func code(steps: Double = 0) -> String {
        TOTP(secret: Secret(Base32.decode(secretCode) ?? [])).code(at: clock.now.addingTimeInterval(30 * steps))
    }

    /// A code that the app does not show now, one step earlier or one step later.
    var wrongCode: String {
        let right = [code(), code(steps: -1), code(steps: 1)]
        return ["000000", "111111", "222222", "333333"].first { !right.contains($0) } ?? ""
    }
}
