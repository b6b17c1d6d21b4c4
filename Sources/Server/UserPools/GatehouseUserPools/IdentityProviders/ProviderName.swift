// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The rules for the names and the identifiers of identity providers.
enum ProviderName {
    /// The names of social providers in lower case.
    ///
    /// A provider with such a name in other letters would be taken for the social one, by people and, in pools that
    /// ignore case, in user names.
    private static let reserved = Set(IdentityProviderKind.allCases.compactMap { $0.fixedName?.lowercased() })

    /// Checks the name of a new provider.
    ///
    /// - Throws: `InvalidParameterException` for a name that another type of provider has, or the user pool itself.
    static func check(_ name: String, for kind: IdentityProviderKind) throws(ServiceFault) {
        let fits =
            if let fixed = kind.fixedName {
                WireName(name) == WireName(fixed)
            } else {
                !IdentityProviderKind.isUserPool(name) && !reserved.contains(name.lowercased())
            }
        guard fits else { throw .invalidParameter("Provider \(name) cannot be of type \(kind.rawValue).") }
    }

    /// Checks that a request has each identifier once.
    ///
    /// - Throws: `InvalidParameterException` with the first one that it repeats.
    static func check(identifiers: [String]) throws(ServiceFault) {
        var seen: Set<WireName> = []
        for identifier in identifiers where !seen.insert(WireName(identifier)).inserted {
            throw .takenIdentifier(identifier)
        }
    }

    /// Checks that the provider of a request is not the user pool itself.
    ///
    /// - Throws: `UnsupportedIdentityProviderException` for the user pool.
    static func checkChangeable(_ name: String) throws(ServiceFault) {
        guard !IdentityProviderKind.isUserPool(name) else {
            throw ServiceFault(.unsupportedIdentityProvider, "The identity provider \(name) cannot be changed.")
        }
    }
}

extension ServiceFault {
    /// Returns the fault for an identifier that a provider of the pool has.
    static func takenIdentifier(_ identifier: String) -> ServiceFault {
        .invalidParameter("The identity provider identifier \(identifier) is in use.")
    }
}
