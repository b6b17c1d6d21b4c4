// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// The tokens that the server issued and revoked, by its answers alone: the truth that clients are checked against.
final class Ledger: Sendable {
    /// A sign-in with all its tokens.
    struct Family: Sendable {
        let user: String
        /// The time from which its refresh tokens are invalid.
        let endsAt: Date
        var isRevoked = false
    }

    struct RefreshToken: Sendable {
        let family: Int
        var rotatedAt: Date?
    }

    /// Tokens that were issued together.
    struct Tokens: Sendable, Equatable {
        /// The number that identifies the tokens in journals.
        let number: Int
        let family: Int
        let idToken: String
        let accessToken: String
        /// The refresh token of these tokens: issued with them, or used to get them.
        let refreshToken: String
        let expiresAt: Date
    }

    struct Credentials: Sendable, Equatable {
        let identityID: String
        let accessKeyID: String
        let secretKey: String
        let sessionToken: String
    }

    struct State: Sendable {
        var families: [Family] = []
        var refreshTokens: [String: RefreshToken] = [:]
        var tokens: [String: Tokens] = [:]
        var credentials: [String: Credentials] = [:]
        var disabledUsers: Set<String> = []
        /// Deleted users.
        var deletedUsers: Set<String> = []
        var complaints: [String] = []
        /// The challenges that were answered.
        var challenges: Set<String> = []

        fileprivate func flaw(of tokens: Tokens?, at now: Date) -> String? {
            guard let tokens else { return "unknown" }
            let family = families[tokens.family]
            if family.isRevoked { return "revoked" }
            if disabledUsers.contains(family.user) { return "disabled" }
            return tokens.expiresAt <= now ? "expired" : nil
        }
    }

    private let state = Mutex(State())
    let gracePeriod: Int?

    /// - Parameter gracePeriod: how long a refresh token works after it was replaced, in seconds; nil where none is.
    init(gracePeriod: Int?) {
        self.gracePeriod = gracePeriod
    }

    /// The server's violations of its own answers since the last call.
    func takeComplaints() -> [String] {
        state.withLock { state in
            defer { state.complaints = [] }
            return state.complaints
        }
    }

    func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
        state.withLock { change(&$0) }
    }

    /// The tokens that were issued with an access token.
    func tokens(_ accessToken: String) -> Tokens? { state.withLock { $0.tokens[accessToken] } }

    func credentials(_ accessKeyID: String) -> Credentials? { state.withLock { $0.credentials[accessKeyID] } }

    /// The user of the sign-in that issued a refresh token, or one that it replaced.
    func user(ofRefreshToken token: String) -> String? {
        state.withLock { state in state.refreshTokens[token].map { state.families[$0.family].user } }
    }

    /// The reason why a refresh token is invalid; nil if it is valid.
    func flaw(ofRefreshToken token: String, at now: Date) -> String? {
        state.withLock { state in
            guard let token = state.refreshTokens[token] else { return "unknown" }
            let family = state.families[token.family]
            if family.isRevoked { return "revoked" }
            if state.disabledUsers.contains(family.user) { return "disabled" }
            if family.endsAt <= now { return "expired" }
            guard let rotatedAt = token.rotatedAt, let gracePeriod else { return nil }
            let isOver = gracePeriod == 0 || now.timeIntervalSince(rotatedAt) > Double(gracePeriod)
            return isOver ? "replaced" : nil
        }
    }

    /// The reason why an access token is invalid; nil if it is valid.
    func flaw(ofAccessToken token: String, at now: Date) -> String? {
        state.withLock { $0.flaw(of: $0.tokens[token], at: now) }
    }

    /// The reason why an ID token is invalid; nil if it is valid.
    func flaw(ofIDToken token: String, at now: Date) -> String? {
        state.withLock { state in state.flaw(of: state.tokens.values.first { $0.idToken == token }, at: now) }
    }

    /// Ends all sign-ins of a user.
    func endFamilies(of user: String) {
        state.withLock { state in
            for index in state.families.indices where state.families[index].user == user {
                state.families[index].isRevoked = true
            }
        }
    }
}
