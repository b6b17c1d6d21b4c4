// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes

/// What a user has granted an app with OAuth 2.0; all tokens of the family obey it.
///
/// A sign-in through the API has no grant: its access tokens have the scope of the user's own operations.
package struct TokenGrant: Sendable, Equatable {
    /// The granted scopes, in the order of the claim `scope`.
    package var scopes: [String]
    /// The claim `aud` of access tokens: the resource that the app asked for; `nil` if it asked for none.
    package var audience: String?

    /// Creates a grant.
    package init(scopes: [String], audience: String? = nil) {
        self.scopes = scopes
        self.audience = audience
    }

    /// The scopes as the store keeps them and as the claim shows them, separated by spaces.
    package var text: String { scopes.joined(separator: " ") }

    /// Creates a grant from the ``text`` of its scopes.
    package init(text: String, audience: String?) {
        let scopes = text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        self.init(scopes: scopes, audience: audience)
    }
}

extension TokenGrant {
    /// The scope that permits the user's own operations of the API.
    package static let ownOperations = "aws.cognito.signin.user.admin"
    /// The scope with which an ID token is issued.
    package static let openID = "openid"
    /// The scopes that release attributes, besides custom attributes and attributes of a person.
    private static let contacts: [String: [String]] = [
        "email": ["email", "email_verified"], "phone": ["phone_number", "phone_number_verified"],
    ]
    private static let profile = "profile"

    /// Returns whether the grant lets the app see an attribute that it may read.
    ///
    /// `email` and `phone` release the address and the number, `profile` all other attributes. Without any of the three,
    /// `openid` releases all.
    package func releases(_ attribute: String) -> Bool {
        let (contacts, hasProfile) = (scopes.compactMap { Self.contacts[$0] }, scopes.contains(Self.profile))
        guard hasProfile || !contacts.isEmpty else { return true }
        if contacts.contains(where: { $0.contains(attribute) }) { return true }
        return hasProfile && !Self.contacts.values.contains { $0.contains(attribute) }
    }

    /// Returns whether a client may read all attributes of the scopes `email` and `phone`, with the flags of their
    /// verification.
    package func isReadable(by client: AppClientRecord) -> Bool {
        scopes.compactMap { Self.contacts[$0] }.allSatisfy { $0.allSatisfy(client.mayRead) }
    }
}

extension UserPoolReading {
    /// Returns a grant without the scopes that the client may no longer have or that no resource server has any more.
    package func current(_ grant: TokenGrant, for client: AppClientRecord) throws -> TokenGrant {
        let allowed = client.description.allowedOAuthScopes ?? []
        var grant = grant
        grant.scopes.removeAll { !allowed.contains($0) }
        return try current(grant, inPool: client.poolID)
    }

    /// Returns a grant without the scopes that no resource server of the pool has any more.
    package func current(_ grant: TokenGrant, inPool poolID: String) throws -> TokenGrant {
        var grant = grant
        // The service's own scopes have no slash.
        grant.scopes = try grant.scopes.filter { scope in
            try !scope.utf8.contains(UInt8(ascii: "/")) || hasCustomScope(scope, inPool: poolID)
        }
        return grant
    }
}
