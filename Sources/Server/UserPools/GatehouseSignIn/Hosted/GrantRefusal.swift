// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseWire

/// The reason why an authorization code or a refresh token was not exchanged for tokens.
///
/// The endpoint answers `invalid_grant` for all refusals, so that they do not help with guesses; only
/// ``otherRedirectURI`` has its own answer.
package enum GrantRefusal: Error, Sendable, Equatable {
    /// The code is unknown, expired, or of another client.
    case unknownCode
    /// The code was used before; the tokens of its first use are revoked.
    case usedCode
    /// The redirect URI is not the one of the authorization request.
    case otherRedirectURI
    /// The code verifier is wrong, missing, or sent for a code without a challenge.
    case wrongVerifier
    /// The user was deleted, disabled or reset after the code was issued, or could not complete the same sign-in any more.
    case inactiveUser
    /// The client may not read an attribute of a granted scope.
    case unreadableScope
    /// The tokens cannot be issued for a reason of the service, such as an unavailable store.
    case fault(ServiceFault)
}
