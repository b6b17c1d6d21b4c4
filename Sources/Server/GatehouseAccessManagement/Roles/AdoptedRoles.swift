// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
import GatehouseWire

/// The roles of identity pools as the first registered role registers them, so that it does not end their credentials.
///
/// Each has no permission, and trusts those who get it already: the guests, or the users, of the pools that have it.
struct AdoptedRoles: Sendable {
    private static let description = "Registered with the first role, for the identity pools that have it."

    /// The roles, in the order of their ARNs.
    private(set) var roles: [Role] = []
    /// The roles that cannot be registered: of another account, of a form that no role has, or with the name of another
    /// role.
    private(set) var impossible: [PoolRole] = []

    /// Makes roles of the roles of identity pools.
    ///
    /// `role` is the one that a request creates, and is left out.
    init(_ uses: [PoolRole], beside role: Role, account: String) {
        var names = CaseFoldedNames([role.name], of: .role)
        var taken: Set = [WireName(role.name)]
        let byARN = Dictionary(grouping: uses) { WireName($0.arn) }
        for (arn, uses) in byARN.sorted(by: { $0.key < $1.key }) where arn != WireName(role.arn(inAccount: account)) {
            guard let adopted = Self.role(arn.text, uses, account: account), names.other(than: adopted.name) == nil,
                taken.insert(WireName(adopted.name)).inserted
            else {
                impossible += uses.prefix(1)
                continue
            }
            names.insert(adopted.name)
            roles.append(adopted)
        }
    }

    private static func role(_ arn: String, _ uses: [PoolRole], account: String) -> Role? {
        let prefix = "arn:aws:iam::\(account):role/"
        guard arn.utf8.starts(with: prefix.utf8) else { return nil }
        let place = NamedPath(String(arn.dropFirst(prefix.count)))
        var statements: [WireValue] = []
        for (isForGuests, method) in [(true, "unauthenticated"), (false, "authenticated")] {
            let pools = Set(uses.filter { $0.isForGuests == isForGuests }.map(\.identityPoolID)).sorted()
            guard !pools.isEmpty else { continue }
            statements.append(IdentityPoolTrust.statement(forPools: pools, method: method))
        }
        let document: WireValue = [
            "path": .string(place.path), "description": .string(description),
            "trustPolicy": ["Version": "2012-10-17", "Statement": .array(statements)],
        ]
        // A name that the registry would read in another way makes another role.
        guard let adopted = try? Role(name: place.name, document: document),
            adopted.arn(inAccount: account).utf8.elementsEqual(arn.utf8)
        else { return nil }
        return adopted
    }
}

extension AccessManager {
    /// The roles to register together with a new one, and whether that one is the first.
    /// - Throws: `InvalidInput` if a role of an identity pool cannot be registered, because the pool would give no
    ///   credentials of it any more.
    func rolesToAdopt(beside role: Role) async throws(ServiceFault) -> (roles: [Role], isFirst: Bool) {
        guard try await !managesRoles() else { return ([], false) }
        let adopted = AdoptedRoles(try await management.poolRoles().get(), beside: role, account: account)
        if let other = adopted.impossible.first {
            throw .invalidInput(
                "The identity pool \(other.identityPoolID) has the role \(other.arn), which cannot be registered in the "
                    + "account \(account) together with \(role.name). With the first registered role, the pool would give "
                    + "no credentials of it. Set another role with SetIdentityPoolRoles, or UpdateGroup for the role of a "
                    + "group, and repeat the request.")
        }
        return (adopted.roles, true)
    }

    /// The roles to register together with the change of a role, which may be one of `dev`.
    /// - Throws: `NoSuchEntity`, and the faults of ``rolesToAdopt(beside:)``.
    func rolesToAdopt(besideRole name: String) async throws(ServiceFault) -> [Role] {
        guard try await !managesRoles() else { return [] }
        return try await rolesToAdopt(beside: try await role(name).entry).roles
    }

    /// Registers the roles that identity pools got while the first role was registered.
    ///
    /// The first role exists whether this succeeds or not; the next start of the server names the pools that give no
    /// credentials.
    func adoptLaterRoles(than role: Role) async {
        guard let uses = try? await management.poolRoles().get() else { return }
        try? await registry.adopt(AdoptedRoles(uses, beside: role, account: account).roles)
    }

    private func managesRoles() async throws(ServiceFault) -> Bool {
        let registry = registry
        return try await ServiceFault.translating { try await registry.managesRoles() }
    }
}
