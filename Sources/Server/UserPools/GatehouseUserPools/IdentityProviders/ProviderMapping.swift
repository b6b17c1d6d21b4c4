// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The rules for the mapping of a provider's claims to the attributes of a pool.
enum ProviderMapping {
    /// The key of the user name in a mapping.
    private static let username = "username"
    /// The attributes that no claim can set.
    private static let fixed: Set<String> = ["sub", IdentitiesAttribute.name]

    /// Returns the mapping of a request, with the default for the user name.
    ///
    /// An immutable attribute can be mapped, as with Cognito: the first sign-in sets it, a later change is refused.
    /// - Throws: `InvalidParameterException` with the names of unknown attributes and of those that cannot be mapped. The
    ///   user name comes from the provider's own id of the person only, since people can change their other claims.
    static func checked(
        _ mapping: [String: String]?, for kind: IdentityProviderKind, in pool: UserPoolRecord
    ) throws(ServiceFault) -> [String: String] {
        var known = Set((pool.description.schemaAttributes ?? []).compactMap(\.name)).subtracting(fixed)
        var result = mapping ?? [:]
        if let claim = kind.subjectClaim {
            if result[username].map({ $0 == claim }) ?? true { known.insert(username) }
            result[username] = result[username] ?? claim
        }
        let invalid = result.filter { !known.contains($0.key) || $0.value.isEmpty }.keys.sorted()
        guard invalid.isEmpty else {
            throw .invalidParameter("AttributeMapping contains invalid mapping: [\(invalid.joined(separator: ", "))]")
        }
        return result
    }

    /// Checks that a provider which gets names for levels is one of OpenID Connect.
    /// - Throws: `InvalidParameterException` for names of a provider of another type.
    static func check(levels: [String: String]?, for kind: IdentityProviderKind) throws(ServiceFault) {
        guard levels?.isEmpty ?? true || kind == .oidc else {
            throw .invalidParameter("AcrMapping is for identity providers of the type OIDC only.")
        }
    }
}
