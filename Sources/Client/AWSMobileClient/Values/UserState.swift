// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The state of the client, as an app sees it.
public enum UserState: String, Sendable {
    /// A user is signed in.
    case signedIn
    /// No user is signed in, and no guest has an identity.
    case signedOut
    /// A federated user is signed in, but the identity pool refuses the provider's token.
    case signedOutFederatedTokensInvalid
    /// A user is signed in, but the user pool refuses to renew the tokens.
    case signedOutUserPoolsTokenInvalid
    /// No user is signed in; the identity pool has given this installation an identity.
    case guest
    /// The client was not initialised.
    case unknown
}

/// Receives a new state, and facts about the change such as the provider.
public typealias UserStateChangeCallback = (UserState, [String: String]) -> Void
