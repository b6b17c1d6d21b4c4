// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The states that a user name can be in, as far as calls without credentials depend on them.
enum AccountState: String, CaseIterable {
    case unknown = "unknown name"
    case confirmed
    case notVerified = "e-mail not verified"
    case codePending = "unconfirmed, code pending"
    case codeExpired = "unconfirmed, code expired"
    case temporaryPassword = "temporary password"
    case imported = "imported without password"
    case resetRequired = "must reset"
    case disabled

    /// A name with eight characters, the same length for all states.
    ///
    /// `nil` for the states that get an unknown user name's offer, which depends on the name.
    private var username: String? {
        switch self {
        case .unknown, .imported: nil
        case .confirmed: "confirmd"
        case .notVerified: "unverifd"
        case .codePending: "pending1"
        case .codeExpired: "expired1"
        case .temporaryPassword: "temppass"
        case .resetRequired: "mustrset"
        case .disabled: "disabled"
        }
    }

    /// A server with one user in each state, in a pool whose client hides unknown users.
    ///
    /// The pool's functions ask for one custom challenge, and take no answer. Names that count as unknown are such that
    /// `USER_AUTH` offers them the factors that most users have.
    static func makeAll() async throws -> (fixture: PoolFixture, names: [AccountState: String]) {
        let triggers = ScriptedTriggers([
            .defineAuthChallenge: { event in
                let isFirst = event["request"]?["session"] == []
                return .response(isFirst ? ["challengeName": "CUSTOM_CHALLENGE"] : ["failAuthentication": true])
            },
            .createAuthChallenge: { _ in .response([:]) },
            .verifyAuthChallengeResponse: { _ in .response(["answerCorrect": false]) },
        ])
        let pool = PoolFixture.request {
            $0.schema = [SchemaAttributeType(name: "email", required: true)]
            $0.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp]))
            $0.lambdaConfig = triggers.settings
        }
        let fixture = try await PoolFixture.make(pool: pool, on: TestGatehouse(triggers: triggers)) {
            $0.explicitAuthFlows = PoolFixture.allFlows + [.allowCustomAuth]
            $0.preventUserExistenceErrors = .enabled
        }
        var usual: [String] = []
        for number in 10..<90 where usual.count < 2 {
            let offered = try await fixture.beginUserAuth("unknwn\(number)").availableChallenges
            if offered == [.passwordSrp, .password, .emailOtp] { usual.append("unknwn\(number)") }
        }
        // The code that has to expire is sent first.
        for state in [codeExpired] + allCases.filter({ $0 != codeExpired }) {
            try await state.make(state.username ?? usual[1], in: fixture)
            if state == codeExpired { fixture.gatehouse.clock.advance(by: 86_401) }
        }
        let names = allCases.map { ($0, $0 == .unknown ? usual[0] : $0.username ?? usual[1]) }
        return (fixture, Dictionary(uniqueKeysWithValues: names))
    }

    private func make(_ username: String, in fixture: PoolFixture) async throws {
        let (administrator, poolID) = (fixture.administrator, fixture.poolID)
        switch self {
        case .unknown: break
        case .confirmed: try await fixture.makeUser(username)
        case .notVerified:
            try await fixture.makeUser(username)
            _ = try await administrator.adminUpdateUserAttributes(
                AdminUpdateUserAttributesRequest(
                    userPoolId: poolID, username: username,
                    userAttributes: [AttributeType(name: "email_verified", value: "false")]))
        case .codePending, .codeExpired: try await fixture.signUp(username, email: "\(username)@example.com")
        case .temporaryPassword:
            _ = try await administrator.adminCreateUser(
                AdminCreateUserRequest(
                    userPoolId: poolID, username: username,
                    userAttributes: [AttributeType(name: "email", value: "\(username)@example.com")],
                    temporaryPassword: PoolFixture.password, messageAction: .suppress))
        case .imported: _ = try await fixture.finishedJob([PoolFixture.row(username)])
        case .resetRequired:
            try await fixture.makeUser(username)
            _ = try await administrator.adminResetUserPassword(
                AdminResetUserPasswordRequest(userPoolId: poolID, username: username))
        case .disabled:
            try await fixture.makeUser(username)
            _ = try await administrator.adminDisableUser(
                AdminDisableUserRequest(userPoolId: poolID, username: username))
        }
    }
}
