// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire

/// What tokens say of a user's groups.
struct GroupClaims: Sendable, Equatable {
    /// The groups' names, the best group first.
    let names: [String]
    /// The roles of all groups, each once, that of the best group first.
    let roles: [String]
    /// The role of the best group that has one; `nil` where groups of the same precedence have different ones.
    let preferredRole: String?

    /// A lower precedence is better, none is the worst; names decide a tie.
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

    /// Groups that somebody else has put together.
    init(names: [String], roles: [String], preferredRole: String?) {
        (self.names, self.roles, self.preferredRole) = (names, roles, preferredRole)
    }

    /// What an ID token says.
    var idToken: [WireName: WireValue] {
        var claims = accessToken
        if !roles.isEmpty { claims["cognito:roles"] = .array(roles.map(WireValue.string)) }
        claims["cognito:preferred_role"] = preferredRole.map(WireValue.string)
        return claims
    }

    /// What an access token says: the names alone.
    var accessToken: [WireName: WireValue] {
        names.isEmpty ? [:] : ["cognito:groups": .array(names.map(WireValue.string))]
    }
}

extension GroupRecord {
    fileprivate var rank: Int { precedence ?? .max }
}
