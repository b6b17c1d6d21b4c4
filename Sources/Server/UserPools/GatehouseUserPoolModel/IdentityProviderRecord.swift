// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import Foundation

/// An identity provider of a pool, as the store keeps it.
package struct IdentityProviderRecord: Sendable, Equatable {
    /// The maximum number of providers of a pool.
    package static let maximumPerPool = 300

    /// The id of the pool that the provider belongs to.
    package let poolID: String
    /// The name, which is unique in the pool.
    package let name: String
    package let kind: IdentityProviderKind
    /// The provider's claims by the names of the pool's attributes that they are written to.
    package var attributeMapping: [String: String]
    /// Further names of the provider, such as mail domains; each is unique in the pool.
    package var identifiers: [String]
    /// The names of the provider's authentication contexts by the names of the pool's levels; `nil` if none were given.
    package var levelMapping: [String: String]?
    /// The entity id of a SAML provider; `nil` for other types.
    package var issuer: String?
    /// The details with their secrets, encrypted for the provider.
    package var sealedDetails: [UInt8]
    /// The time at which the provider was created.
    package let createdAt: Date
    /// The time at which the provider was last changed.
    package var modifiedAt: Date

    /// Creates the record of a provider.
    package init(
        poolID: String, name: String, kind: IdentityProviderKind, attributeMapping: [String: String],
        identifiers: [String], levelMapping: [String: String]?, issuer: String?, sealedDetails: [UInt8],
        createdAt: Date, modifiedAt: Date
    ) {
        self.poolID = poolID
        self.name = name
        self.kind = kind
        self.attributeMapping = attributeMapping
        self.identifiers = identifiers
        self.levelMapping = levelMapping
        self.issuer = issuer
        self.sealedDetails = sealedDetails
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
    }
}

/// The levels of authentication at a provider, which has names of its own for them (`AcrMapping`).
extension IdentityProviderRecord {
    /// Returns the provider's names for levels, in the order of the levels; a level without a name is left out.
    package func contexts(for levels: [AuthenticationLevel]) -> [String] {
        levels.compactMap { levelMapping?[$0.key] }
    }

    /// Returns the level of a sign-in whose authentication context the provider has named; the lowest one if it has
    /// named none, and for a name without a level.
    package func level(ofContext name: String?) -> AuthenticationLevel {
        guard let name, let levelMapping else { return .one }
        // Of two levels with the same name, the lower one is certain.
        return AuthenticationLevel.allCases.first { level in
            levelMapping[level.key].map { $0.utf8.elementsEqual(name.utf8) } ?? false
        } ?? .one
    }
}

/// The types of identity providers of a user pool.
package enum IdentityProviderKind: String, CaseIterable, Sendable {
    case saml = "SAML"
    case facebook = "Facebook"
    case google = "Google"
    case loginWithAmazon = "LoginWithAmazon"
    case signInWithApple = "SignInWithApple"
    case oidc = "OIDC"

    /// The attribute name of the provider's own id of a user, in links between users.
    package static let subjectAttribute = "Cognito_Subject"
    /// The provider name of the user pool itself.
    package static let userPoolName = "Cognito"

    /// Returns whether a name is the user pool's own, in upper or lower case.
    package static func isUserPool(_ name: String) -> Bool { name.lowercased() == userPoolName.lowercased() }

    /// The only name that a provider of this type can have; `nil` for a type whose providers are named freely.
    package var fixedName: String? {
        switch self {
        case .saml, .oidc: nil
        case .facebook, .google, .loginWithAmazon, .signInWithApple: rawValue
        }
    }

    /// The claim that identifies a user; `nil` for SAML, where it is the `NameID`.
    package var subjectClaim: String? {
        switch self {
        case .saml: nil
        case .facebook: "id"
        case .loginWithAmazon: "user_id"
        case .google, .signInWithApple, .oidc: "sub"
        }
    }

    /// Creates the type from the API's word; `nil` for a word that is none.
    package init?(_ word: IdentityProviderTypeType) { self.init(rawValue: word.rawValue) }

    /// The type as the API has it.
    package var word: IdentityProviderTypeType { IdentityProviderTypeType(rawValue: rawValue) }
}
