// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why a token is not accepted.
public enum InvalidToken: Error, Sendable, Equatable {
    /// Not a token in compact form, too long, with an extension that is not known, or without a required claim.
    case malformed
    /// Signed by another algorithm than RS256, or not at all.
    case algorithm
    /// The issuer has no key with the id in the header.
    case unknownKey
    /// The signature is not that of the issuer's key.
    case signature
    /// Of another issuer.
    case issuer
    /// An access token where an ID token is expected, or the reverse.
    case use
    /// For another app client.
    case audience
    /// The time of the token is over.
    case expired
    /// Issued in the future.
    case notYetValid
    /// The issuer's keys cannot be fetched; the reason is for the log.
    case keysUnavailable(String)

    /// The HTTP status of the response: 401, or 503 if the token could not be verified.
    public var status: Int {
        if case .keysUnavailable = self { 503 } else { 401 }
    }

    /// The text for the caller.
    public var message: String {
        switch self {
        case .malformed: "The token is malformed."
        case .algorithm, .unknownKey, .signature: "The signature of the token is not valid."
        case .issuer: "The token is of another issuer."
        case .use: "The token is for another use."
        case .audience: "The token is for another app client."
        case .expired: "The token is expired."
        case .notYetValid: "The token is not valid yet."
        case .keysUnavailable: "The token cannot be verified now: try again."
        }
    }
}
