// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseWire

/// The claims of logins that decide about no role and no tag, because users can set their values.
///
/// `SetIdentityPoolRoles` and `SetPrincipalTagAttributeMap` refuse such claims. Apps of a user pool change later, so that
/// each use of a rule or a map checks them again; a claim that users can set is then absent.
struct DistrustedClaims: Sendable {
    /// No claim.
    static let none = DistrustedClaims(names: [:])

    /// The names of claims by login key.
    fileprivate let names: [String: Set<String>]

    /// The claims of a login without those that its user can set.
    /// - Throws: `InternalErrorException` for a verified token without claims.
    func trusted(of login: ProvenLogin) throws(ServiceFault) -> [WireName: WireValue] {
        let claims = try login.claims()
        guard let distrusted = names[login.provider], !distrusted.isEmpty else { return claims }
        return claims.filter { !distrusted.contains($0.key.text) }
    }
}

extension IdentityPoolsService {
    /// The claims that the pool's rules and maps use for these logins, and that users can set.
    ///
    /// A pool whose rules and maps do not use claims needs no read.
    func distrustedClaims(
        of logins: [ProvenLogin], in pool: IdentityPoolRecord
    ) async throws(ServiceFault) -> DistrustedClaims {
        let keys = LoginKey(deployment: pools.deployment)
        var names: [String: Set<String>] = [:]
        for login in logins {
            var claims: Set<String> = []
            for (key, mapping) in pool.roles.roleMappings ?? [:] where keys.canonical(mapping: key) == login.mappingKey
            {
                claims.formUnion(mapping.ruleClaims)
            }
            if let map = pool.principalTags[login.tagMapKey], !map.usesDefaults { claims.formUnion(map.tags.values) }
            guard !claims.isEmpty else { continue }
            names[login.provider] = try await pools.writtenClaims.claimsThatUsersWrite(
                among: claims, provider: login.provider)
        }
        return DistrustedClaims(names: names)
    }

    /// Checks that users cannot set the claims of a rule or a map.
    /// - Throws: `InvalidParameterException`.
    func refuseClaimsOfUsers(_ claims: Set<String>, provider: String) async throws(ServiceFault) {
        guard !claims.isEmpty else { return }
        let written = try await pools.writtenClaims.claimsThatUsersWrite(among: claims, provider: provider)
        if let claim = written.min() { throw .claimOfUsers(claim, provider: provider) }
    }
}

extension RoleMapping {
    /// The claims of the mapping's rules.
    var ruleClaims: Set<String> {
        type == .rules ? Set((rulesConfiguration?.rules ?? []).map(\.claim)) : []
    }
}
