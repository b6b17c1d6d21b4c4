// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession

extension MobileSession {
    /// The tokens of the session, renewed if they expire within two minutes; waits where they cannot be renewed.
    package func tokens() async throws -> Tokens {
        switch try await sessionTokens() {
        case .userPool(let tokens): Tokens(tokens)
        case .provider(let tokens): Tokens(tokens)
        }
    }

    /// Calls the user pool in the name of the user.
    ///
    /// The call may wait for a sign-in. If another user signs in then, the call fails.
    ///
    /// - Parameter call: the call, given an engine that has a fresh access token.
    /// - Returns: the call's answer.
    /// - Throws: why there is no access token, or the call's error; `unableToSignIn` if another user has signed in.
    func asUser<Value: Sendable>(_ call: @Sendable (SessionEngine) async throws -> Value) async throws -> Value {
        let engine = try engine
        let owner = record?.subject
        let isOwners = { [self] in owner == nil || record?.subject == owner }
        _ = try await sessionTokens()
        guard isOwners() else { throw AWSMobileClientError.userChanged }
        do {
            return try await CallOwner.$subject.withValue(owner) { try await call(engine) }
        } catch SessionError.invalidState where !isOwners() {
            throw AWSMobileClientError.userChanged
        }
    }

    /// The tokens of a session that has some.
    private enum SessionTokens: Sendable {
        case userPool(UserPoolTokens)
        case provider(ProviderTokens)
    }

    private func sessionTokens() async throws -> SessionTokens {
        let engine = try engine
        return try await waiting(for: .tokens, hindrance: \.hindrance) {
            switch try engine.record() {
            case .federated(let login, _) where login.pages != nil: .provider(try await engine.freshProviderTokens())
            case nil, .guest, .federated, .userPool, .userAndIdentityPool: .userPool(try await engine.freshTokens())
            }
        }
    }
}

extension SessionError {
    /// The hindrance for a call that needs tokens.
    var hindrance: MobileSession.Hindrance? {
        switch self {
        case .sessionExpired: .signInNeeded
        case .network: .offline
        default: nil
        }
    }
}

extension Tokens {
    fileprivate init(_ tokens: UserPoolTokens) {
        self.init(
            idToken: SessionToken(tokenString: tokens.idToken),
            accessToken: SessionToken(tokenString: tokens.accessToken),
            refreshToken: SessionToken(tokenString: tokens.refreshToken),
            expiration: tokens.accessTokenExpiration
        )
    }

    fileprivate init(_ tokens: ProviderTokens) {
        self.init(
            idToken: tokens.idToken.map { SessionToken(tokenString: $0) },
            accessToken: SessionToken(tokenString: tokens.accessToken),
            refreshToken: tokens.refreshToken.map { SessionToken(tokenString: $0) },
            expiration: tokens.expiration
        )
    }
}
