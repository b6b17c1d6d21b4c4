// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Whether a sign-in offers a passkey among the first factors, and why it does not.
enum PasskeyOffer: String, Sendable, Codable {
    case offered
    /// The authenticator has no passkey of the user.
    case noCredential
    case noAuthenticator

    /// The error if the user chooses a passkey nevertheless.
    var refusal: PasskeyError {
        switch self {
        case .offered, .noCredential: .noCredential
        case .noAuthenticator: .noAuthenticator
        }
    }
}
