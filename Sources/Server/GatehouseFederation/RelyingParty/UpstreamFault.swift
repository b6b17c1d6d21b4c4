// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The reason why a sign-in with an upstream provider fails.
package enum UpstreamFault: Error, Sendable, Equatable {
    /// The details of the provider are not complete.
    case misconfigured
    /// The token endpoint did not answer in time.
    case tokenTimeout
    /// The token endpoint answered with another status than 200.
    case tokenStatus(Int)
    /// The key set was not there to verify an ID token.
    case keysUnavailable
    /// The provider did not answer in time.
    case timedOut
    /// There was no connection to the provider, or it broke.
    case unreachable
    /// The provider answered a request for attributes with another status than 200.
    case attributesStatus(Int)
    /// The provider's answer is not the object that it must be.
    case malformedAnswer
    /// The ID token is not accepted.
    case refusedToken(TokenRefusal)
    /// The ID token answers another sign-in.
    case wrongNonce
    /// The attributes belong to another person than the ID token.
    case otherPerson
    /// The response is of another provider than the one that the sign-in began with (RFC 9207).
    case otherProvider

    /// The text for the app and the page, as the service words it; it has nothing that the provider has sent.
    package func text(of provider: String) -> String {
        switch self {
        case .misconfigured: "The configuration of \(provider) is not complete"
        case .tokenTimeout: "Timeout occurred in calling IdP token endpoint"
        case .tokenStatus(let status): "\(provider) Error - \(status) error getting token"
        case .keysUnavailable: "Timeout in calling jwks uri"
        case .timedOut: "Read timed out"
        case .unreachable: "Connection reset"
        case .attributesStatus(let status): "\(provider) Error - \(status) error getting user info"
        case .malformedAnswer: "\(provider) Error - invalid response"
        case .refusedToken, .wrongNonce: "\(provider) Error - invalid id_token"
        case .otherPerson: "\(provider) Error - the user info is of another user"
        case .otherProvider: "\(provider) Error - the response is of another issuer"
        }
    }
}

extension UpstreamFault: RefusalReason {
    package var refusedBy: String {
        switch self {
        case .misconfigured: "provider_settings"
        case .tokenTimeout, .keysUnavailable, .timedOut, .unreachable: "provider_unavailable"
        case .tokenStatus, .attributesStatus: "provider_status"
        case .malformedAnswer: "provider_answer"
        case .refusedToken(let refusal): refusal.refusedBy
        case .wrongNonce: "token_nonce"
        case .otherPerson: "provider_person"
        case .otherProvider: "provider_issuer"
        }
    }
}
