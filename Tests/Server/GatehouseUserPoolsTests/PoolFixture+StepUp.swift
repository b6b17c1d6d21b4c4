// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// Sign-ins with an authentication level as their target.
extension PoolFixture {
    /// A pool that allows second factors, a client that may use every flow, and Alice, who can get any code and has
    /// not enabled a factor.
    static func forLevels(
        _ requirement: UserPoolMfaType = .optional, second: Set<SecondFactor> = Set(SecondFactor.allCases),
        first: [AuthFactorType] = [.password, .emailOtp, .smsOtp, .webAuthn], hidingUsers: Bool = false,
        on server: TestGatehouse? = nil, changing change: (inout CreateUserPoolRequest) -> Void = { _ in }
    ) async throws -> PoolFixture {
        let request = request { request in
            request.emailConfiguration = mailAccount
            request.policies = UserPoolPolicyType(
                signInPolicy: SignInPolicyType(allowedFirstAuthFactors: requirement == .on ? [.password] : first))
            change(&request)
        }
        let fixture = try await make(pool: request, on: server) {
            $0.explicitAuthFlows = allFlows
            $0.preventUserExistenceErrors = hidingUsers ? .enabled : .legacy
        }
        try await fixture.makeReachableUser()
        if requirement != .off { try await fixture.allow(second, requirement) }
        return fixture
    }

    /// The value of `acr` for a level where the pool does not name it.
    static func level(_ number: Int) -> String { "urn:cognito:loa:\(number)" }

    /// Begins a sign-in with these levels as its target, the preferred one first.
    func aim(
        at levels: Int..., with token: String? = nil, preferring factor: String? = nil, maximumAge: String? = nil,
        as username: String = "alice"
    ) async throws -> InitiateAuthResponse {
        var more = ["TARGET_ACR_VALUES": levels.map(Self.level).joined(separator: " ")]
        more["ACCESS_TOKEN"] = token
        more["MAX_AGE"] = maximumAge
        return try await beginUserAuth(username, preferring: factor, with: more)
    }

    /// Chooses the password and proves it.
    func choosePassword(
        _ begun: InitiateAuthResponse, _ password: String = Self.password, as username: String = "alice"
    ) async throws -> RespondToAuthChallengeResponse {
        try await answer(
            .selectChallenge, begun.session, ["ANSWER": "PASSWORD", "PASSWORD": password], as: username)
    }

    /// An app that Alice has set up, on a client whose sign-ins need no second factor yet; its next code is fresh.
    func makeApp() async throws -> AuthenticatorApp {
        let app = try await setUpApp(token: try await accessToken())
        gatehouse.clock.advance(by: 30)
        return app
    }
}

/// Checks the level and methods in the tokens of a sign-in; both tokens have the same.
func expect(
    _ tokens: AuthenticationResultType?, tell acr: String?, _ amr: [String]?,
    at location: SourceLocation = #_sourceLocation
) throws {
    for token in [tokens?.idToken, tokens?.accessToken] {
        let claims = try claims(token)
        #expect(claims["acr"]?.stringValue == acr, sourceLocation: location)
        #expect(claims["amr"]?.arrayValue?.compactMap(\.stringValue) == amr, sourceLocation: location)
    }
}
