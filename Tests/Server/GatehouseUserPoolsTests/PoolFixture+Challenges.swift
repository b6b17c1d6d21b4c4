// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire

/// Sign-ins that go over challenges.
extension PoolFixture {
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

    /// Unknown user names that `USER_AUTH` offers these factors, in this order.
    func nobodies(_ count: Int, offered factors: [ChallengeNameType]) async throws -> [String] {
        var names: [String] = []
        for number in 0..<500 where names.count < count {
            let name = "nobody\(number)"
            if try await beginUserAuth(name).availableChallenges == factors { names.append(name) }
        }
        guard names.count == count else { throw ServiceFault(.internalError, "No name is offered \(factors).") }
        return names
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
