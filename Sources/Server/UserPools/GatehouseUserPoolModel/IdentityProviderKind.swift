// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

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

    /// Returns whether a name is that of the user pool itself, in upper or lower case.
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
