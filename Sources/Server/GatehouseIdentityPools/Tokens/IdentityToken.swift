// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseIdentityPoolModel
import GatehouseSecurityTokens
import GatehouseWire

/// The contents of an identity token: what `GetOpenIdToken` and its sibling for developer identities return.
package struct IdentityToken: Sendable, Equatable {
    /// The lifetime of a token for an app, in seconds.
    static let lifetime: TimeInterval = 600
    private static let poolClaim = "https://cognito-identity.amazonaws.com/identity-pool-arn"
    private static let tagsClaim = TagClaims.nested

    /// The identity, claim `sub`.
    package let identityID: String
    /// The pool, claim `aud`.
    package let poolID: String
    /// The claim `amr`: `authenticated` or `unauthenticated`, then the logins of the call.
    package let authenticationMethods: [String]
    /// The session tags by key.
    package let principalTags: [String: String]
    /// The claim `iat`, in whole seconds.
    package let issuedAt: Date
    /// The claim `exp`, in whole seconds.
    package let expiresAt: Date

    init(
        identityID: String, poolID: String, authenticationMethods: [String], principalTags: [String: String],
        issuedAt: Date, lifetime: TimeInterval
    ) {
        self.identityID = identityID
        self.poolID = poolID
        self.authenticationMethods = authenticationMethods
        self.principalTags = principalTags
        self.issuedAt = Date(timeIntervalSince1970: issuedAt.timeIntervalSince1970.rounded(.down))
        expiresAt = self.issuedAt.addingTimeInterval(lifetime)
    }

    /// Reads the claims of a token whose signature was verified; `nil` if one is missing.
    init?(_ claims: [WireName: WireValue]) {
        guard let identityID = claims["sub"]?.stringValue, let poolID = claims["aud"]?.stringValue,
            let methods = claims["amr"]?.arrayValue, let issuedAt = claims["iat"]?.integerValue,
            let expiry = claims["exp"]?.integerValue
        else { return nil }
        self.identityID = identityID
        self.poolID = poolID
        authenticationMethods = methods.compactMap(\.stringValue)
        let tags = (claims[Self.tagsClaim]?["principal_tags"]?.objectValue ?? [:]).compactMap { name, values in
            values.arrayValue?.first?.stringValue.map { (name.text, $0) }
        }
        principalTags = Dictionary(tags) { first, _ in first }
        self.issuedAt = Date(timeIntervalSince1970: Double(issuedAt))
        expiresAt = Date(timeIntervalSince1970: Double(expiry))
    }

    /// Whether the token proves no login.
    var isOfGuest: Bool { authenticationMethods.first != "authenticated" }

    /// Whether a login is one of those by which the token was issued.
    func proves(_ login: LinkedLogin) -> Bool {
        let (start, end) = (login.provider + ":", ":" + login.subject)
        return authenticationMethods.contains { method in
            method.utf8.starts(with: start.utf8) && method.utf8.count >= start.utf8.count + end.utf8.count - 1
                && method.utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
        }
    }

    /// The claims to be signed.
    func claims(issuer: String, poolARN: String) -> WireValue {
        var claims: [WireName: WireValue] = [
            "sub": .string(identityID), "aud": .string(poolID), "iss": .string(issuer),
            "amr": .array(authenticationMethods.map { .string($0) }),
            "iat": .integer(Int64(issuedAt.timeIntervalSince1970)),
            "exp": .integer(Int64(expiresAt.timeIntervalSince1970)),
        ]
        claims[Self.poolClaim] = .string(poolARN)
        if !principalTags.isEmpty {
            let tags = principalTags.map { (WireName($0.key), WireValue.array([.string($0.value)])) }
            claims[Self.tagsClaim] = [
                "principal_tags": .object(Dictionary(tags) { first, _ in first }), "transitive_tag_keys": [],
            ]
        }
        return .object(claims)
    }
}
