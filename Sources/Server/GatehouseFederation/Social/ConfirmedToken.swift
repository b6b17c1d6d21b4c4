// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The apps whose tokens of a social provider are accepted.
package enum SocialApp: Sendable, Equatable {
    /// The app with this id or secret.
    case only(String)
    /// Every app: the caller compares the app of the confirmed token itself.
    case any

    /// Chooses the accepted ones of an app's names.
    /// - Throws: `missingClaim` if the provider names no app, `wrongAudience` if it names another one.
    func accepted(of names: [String]) throws(TokenRefusal) -> [String] {
        guard !names.isEmpty else { throw .missingClaim("aud") }
        switch self {
        case .any: return names
        case .only(let app):
            guard names.contains(app) else { throw .wrongAudience }
            return [app]
        }
    }
}

/// What a social provider says about a token.
package struct ConfirmedToken: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The provider's identifier of the person.
    package let subject: String
    /// The names of the app that the token belongs to; at least one.
    package let apps: [String]

    /// Contains the app; never the person.
    package var description: String { "ConfirmedToken(\(apps.joined(separator: ", ")))" }
    package var customMirror: Mirror { Mirror(self, children: ["apps": apps]) }
}
