// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import GatehouseWire

/// The claims of a token whose signature, issuer, audience, use and times were checked.
///
/// Only ``TokenVerifier`` makes one.
public struct VerifiedToken: Sendable, Equatable {
    /// The uses of tokens; the raw value is the claim `token_use`.
    public enum Use: String, Sendable {
        case id
        case access
    }

    /// The use for which it was verified.
    public let use: Use
    /// The user's permanent id, the claim `sub`.
    public let subject: String
    /// The app client, of the verifier's list.
    public let clientID: String
    /// The end of the token's life.
    public let expiresAt: Date
    private let claims: [WireName: WireValue]

    init(use: Use, subject: String, clientID: String, expiresAt: Date, claims: [WireName: WireValue]) {
        self.use = use
        self.subject = subject
        self.clientID = clientID
        self.expiresAt = expiresAt
        self.claims = claims
    }

    /// The text of a claim; `nil` if the token has no such claim or another value.
    public subscript(claim: String) -> String? { claims[claim]?.stringValue }

    /// The truth value of a claim: Cognito writes it as JSON's, in user-defined attributes as text.
    public func isTrue(_ claim: String) -> Bool {
        claims[claim]?.boolValue ?? (claims[claim]?.stringValue.map { $0.utf8.elementsEqual("true".utf8) } ?? false)
    }

    /// The user name.
    public var username: String? { self[use == .id ? "cognito:username" : "username"] }

    /// The user's groups, the most important first.
    public var groups: [String] { claims["cognito:groups"]?.arrayValue?.compactMap(\.stringValue) ?? [] }

    /// The scopes of an access token.
    public var scopes: [String] { self["scope"]?.split(separator: " ").map(String.init) ?? [] }
}
