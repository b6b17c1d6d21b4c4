// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire

/// Sign-ins that go over challenges.
extension PoolFixture {
    /// A pool with second factors, and a client that may use every flow.
    static func withMFA(
        _ requirement: UserPoolMfaType = .optional, changing change: (inout CreateUserPoolRequest) -> Void = { _ in }
    ) async throws -> PoolFixture {
        let request = request { request in
            request.emailConfiguration = EmailConfigurationType(
                sourceArn: "arn:aws:ses:us-east-1:123456789012:identity/example.com", emailSendingAccount: .developer)
            change(&request)
        }
        let fixture = try await make(pool: request) { $0.explicitAuthFlows = allFlows }
        _ = try await fixture.administrator.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: fixture.poolID,
                smsMfaConfiguration: SmsMfaConfigType(
                    smsConfiguration: SmsConfigurationType(snsCallerArn: "arn:aws:iam::123456789012:role/sms")),
                softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true),
                emailMfaConfiguration: EmailMfaConfigType(), mfaConfiguration: requirement))
        return fixture
    }

    /// A pool whose users may begin with codes.
    static func withoutPasswords(hidingUsers: Bool = true) async throws -> PoolFixture {
        let request = request { request in
            request.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp, .smsOtp]))
        }
        return try await make(pool: request) {
            $0.explicitAuthFlows = allFlows
            $0.preventUserExistenceErrors = hidingUsers ? .enabled : .legacy
        }
    }

    static let allFlows: [ExplicitAuthFlowsType] = [
        .allowUserSrpAuth, .allowUserPasswordAuth, .allowUserAuth, .allowRefreshTokenAuth,
        .allowAdminUserPasswordAuth,
    ]

    static let phone = "+15555550100"

    /// A confirmed user with an address and a number, both verified.
    func makeReachableUser(_ username: String = "alice") async throws {
        try await gatehouse.makeUser(
            username, password: Self.password, inPool: poolID,
            attributes: [
                "email": "\(username)@example.com", "email_verified": "true", "phone_number": Self.phone,
                "phone_number_verified": "true",
            ])
    }

    /// Switches second factors on for a user; the first one is preferred.
    func prefer(_ factors: SecondFactor..., by username: String = "alice", preferring: Bool = true) async throws {
        func settings<Settings>(_ factor: SecondFactor, _ make: (Bool, Bool) -> Settings) -> Settings? {
            factors.contains(factor) ? make(true, preferring && factors.first == factor) : nil
        }
        _ = try await administrator.adminSetUserMFAPreference(
            AdminSetUserMFAPreferenceRequest(
                smsMfaSettings: settings(.sms) { SMSMfaSettingsType(enabled: $0, preferredMfa: $1) },
                softwareTokenMfaSettings: settings(.softwareToken) {
                    SoftwareTokenMfaSettingsType(enabled: $0, preferredMfa: $1)
                },
                emailMfaSettings: settings(.email) { EmailMfaSettingsType(enabled: $0, preferredMfa: $1) },
                username: username, userPoolId: poolID))
    }

    /// Gives a user an authenticator app; returns its secret.
    func addSoftwareToken(to username: String = "alice", token: String) async throws -> [UInt8] {
        let secret = try await anyone.associateSoftwareToken(AssociateSoftwareTokenRequest(accessToken: token))
        let bytes = Base32.decode(secret.secretCode ?? "") ?? []
        _ = try await anyone.verifySoftwareToken(
            VerifySoftwareTokenRequest(accessToken: token, userCode: softwareTokenCode(bytes)))
        return bytes
    }

    /// What the user's authenticator app shows, in a while.
    func softwareTokenCode(_ secret: [UInt8], after seconds: Double = 0) -> String {
        TOTP(secret: Secret(secret)).code(at: gatehouse.clock.now.addingTimeInterval(seconds))
    }

    /// Begins a sign-in with `USER_AUTH`.
    func beginUserAuth(
        _ username: String = "alice", preferring factor: String? = nil, with more: [String: String] = [:]
    ) async throws -> InitiateAuthResponse {
        var parameters = more.merging(["USERNAME": username]) { $1 }
        parameters["SECRET_HASH"] = hash(username)
        parameters["PREFERRED_CHALLENGE"] = factor
        return try await anyone.initiateAuth(
            InitiateAuthRequest(authFlow: .userAuth, authParameters: parameters, clientId: client.id))
    }

    /// Answers a challenge.
    func answer(
        _ name: ChallengeNameType, _ session: String?, _ responses: [String: String], as username: String = "alice"
    ) async throws -> RespondToAuthChallengeResponse {
        var responses = responses.merging(["USERNAME": username]) { own, _ in own }
        responses["SECRET_HASH"] = hash(username)
        return try await anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: name, session: session, challengeResponses: responses))
    }
}
