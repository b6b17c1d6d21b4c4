// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The user state that an app sees, and the rules by which it changes.
///
/// A pure value: an event changes it, and determines the notification of listeners.
struct SessionState: Sendable, Equatable {
    /// What happened to the session.
    enum Event: Sendable, Equatable {
        /// The stored session was read at the start.
        case initialized(UserState)
        /// An identity pool gave credentials without a session.
        case guestCredentials
        /// A user signed in; the dictionary is for the listeners.
        case signedIn([String: String])
        /// The tokens cannot be renewed now: the user must sign in again, or the network must come back.
        case tokensInvalid([String: String])
        /// The token of a federated session cannot be used now.
        case federationInvalid([String: String])
        /// Tokens or credentials were renewed after all.
        case recovered
        case signedOut
    }

    private(set) var userState = UserState.unknown
    /// Whether `initialize` has read the stored session.
    private(set) var isInitialized = false

    /// Takes an event.
    ///
    /// - Returns: the dictionary for the listeners; nil if they are not called.
    mutating func take(_ event: Event) -> [String: String]? {
        switch event {
        case .initialized(let state):
            isInitialized = true
            userState = state
            return nil
        case .guestCredentials:
            guard userState == .signedOut else { return nil }
            userState = .guest
            return [:]
        case .signedIn(let information):
            userState = .signedIn
            return information
        case .tokensInvalid(let information):
            guard userState == .signedIn || userState == .signedOutUserPoolsTokenInvalid else { return nil }
            userState = .signedOutUserPoolsTokenInvalid
            return information
        case .federationInvalid(let information):
            guard userState == .signedIn || userState == .signedOutFederatedTokensInvalid else { return nil }
            userState = .signedOutFederatedTokensInvalid
            return information
        case .recovered:
            guard userState == .signedOutUserPoolsTokenInvalid || userState == .signedOutFederatedTokensInvalid else {
                return nil
            }
            userState = .signedIn
            return [:]
        case .signedOut:
            userState = .signedOut
            return [:]
        }
    }

    /// Notes that the stored session was read, after the state has changed for another reason.
    mutating func settled() -> UserState {
        isInitialized = true
        if userState == .unknown { userState = .signedOut }
        return userState
    }

    /// Sets the state as the app wants it; no listener is called.
    mutating func set(_ state: UserState) {
        userState = state
    }
}
