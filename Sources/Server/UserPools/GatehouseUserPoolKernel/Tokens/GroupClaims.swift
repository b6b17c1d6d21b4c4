// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

/// The claims about a user's groups.
struct GroupClaims: Sendable, Equatable {
    /// The names of the groups, in order of precedence.
    let names: [String]
    /// The roles of all groups without duplicates, in order of precedence.
    let roles: [String]
    /// The role of the first group that has one; `nil` if groups of the same precedence have different roles.
    let preferredRole: String?

    /// Creates the claims of groups: a lower precedence value comes first, no value comes last, and names decide a tie.
    init(_ groups: [GroupRecord]) {
        let ranked = groups.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
        names = ranked.map(\.name)
        let withRole = ranked.filter { $0.roleARN != nil }
        var roles: [String] = []
        for role in withRole.compactMap(\.roleARN) where !roles.contains(role) { roles.append(role) }
        self.roles = roles
        let best = Set(withRole.prefix { $0.rank == withRole.first?.rank }.map(\.roleARN))
        preferredRole = best.count == 1 ? roles.first : nil
    }

    /// Creates claims from names and roles that a trigger returned.
    init(names: [String], roles: [String], preferredRole: String?) {
        (self.names, self.roles, self.preferredRole) = (names, roles, preferredRole)
    }

    /// The claims of an ID token.
    var idToken: [WireName: WireValue] {
        var claims = accessToken
        if !roles.isEmpty { claims["cognito:roles"] = .array(roles.map(WireValue.string)) }
        claims["cognito:preferred_role"] = preferredRole.map(WireValue.string)
        return claims
    }

    /// The claims of an access token: the names only.
    var accessToken: [WireName: WireValue] {
        names.isEmpty ? [:] : ["cognito:groups": .array(names.map(WireValue.string))]
    }
}

extension GroupRecord {
    fileprivate var rank: Int { precedence ?? .max }
}
