// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseIdentityPoolModel
package import GatehouseWire

/// What identity pools do with role rules and principal tags on claims that users can set.
package enum UserClaimUse: Sendable {
    /// New ones are refused, and those that exist give no role and no tag.
    case refused
    /// They are accepted and have their effect, as in AWS, and new ones are reported; for development.
    case reported(@Sendable (UserClaim) -> Void)
}

/// A claim in a role rule or a principal tag that users of its provider can set.
package struct UserClaim: Sendable, Equatable {
    /// The identity pool with the rule or the tag.
    package let identityPoolID: String
    /// The provider as the request or the pool names it.
    package let provider: String
    /// The name of the claim.
    package let claim: String

    /// Creates the claim.
    package init(identityPoolID: String, provider: String, claim: String) {
        self.identityPoolID = identityPoolID
        self.provider = provider
        self.claim = claim
    }
}

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
        if case .reported = pools.userClaims { return .none }
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

    /// Checks that users cannot set the claims of a rule or a map; in `dev`, reports those that users can set.
    /// - Throws: `InvalidParameterException`.
    func checkClaimsOfUsers(
        _ claims: Set<String>, provider: String, inPool poolID: String
    ) async throws(ServiceFault) {
        guard !claims.isEmpty else { return }
        let written = try await pools.writtenClaims.claimsThatUsersWrite(among: claims, provider: provider).sorted()
        switch pools.userClaims {
        case .refused:
            if let claim = written.first { throw .claimOfUsers(claim, provider: provider) }
        case .reported(let report):
            for claim in written {
                report(UserClaim(identityPoolID: poolID, provider: provider, claim: claim))
            }
        }
    }
}

extension IdentityPools {
    /// The claims in rules and tags of the default region's identity pools that have no effect, because users can set
    /// them; none where such claims are accepted.
    /// - Throws: the fault of a failing store.
    package func ineffectiveClaims() async throws(ServiceFault) -> [UserClaim] {
        guard case .refused = userClaims else { return [] }
        var found: [UserClaim] = []
        for pool in try await listedPools() {
            var claims: [String: Set<String>] = [:]
            for (key, mapping) in pool.roles.roleMappings ?? [:] {
                let provider = key.lastIndex(of: ":").map { String(key[..<$0]) } ?? key
                claims[provider, default: []].formUnion(mapping.ruleClaims)
            }
            for (provider, map) in pool.principalTags where !map.usesDefaults {
                claims[provider, default: []].formUnion(map.tags.values)
            }
            for (provider, claims) in claims.sorted(by: { $0.key < $1.key }) where !claims.isEmpty {
                let written = try await writtenClaims.claimsThatUsersWrite(among: claims, provider: provider)
                found += written.sorted().map { UserClaim(identityPoolID: pool.id, provider: provider, claim: $0) }
            }
        }
        return found
    }
}

extension RoleMapping {
    /// The claims of the mapping's rules.
    var ruleClaims: Set<String> {
        type == .rules ? Set((rulesConfiguration?.rules ?? []).map(\.claim)) : []
    }
}
