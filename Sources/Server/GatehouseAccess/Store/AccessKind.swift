// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The kinds of entries in the registry of access management.
///
/// The raw values are stored and never change.
package enum AccessKind: String, Sendable, CaseIterable {
    case role
    case user
    case policy
    case openIDProvider = "oidc-provider"
    case samlProvider = "saml-provider"

    /// The largest number of entries; these are the quotas of an account in IAM.
    package var limit: Int {
        switch self {
        case .role: 1_000
        case .user: 5_000
        case .policy: 1_500
        case .openIDProvider, .samlProvider: 100
        }
    }
}
