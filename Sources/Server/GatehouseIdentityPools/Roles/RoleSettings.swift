// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseWire

/// Checks the roles and role mappings that a caller wants a pool to have.
struct RoleSettings: Sendable {
    /// The enforced limit; the model's is higher.
    static let maximumRules = 25
    static let maximumMappings = 10

    let pool: IdentityPool
    let keys: LoginKey

    /// - Throws: `InvalidParameterException` with what is wrong first, in the order of the keys.
    func check(_ request: SetIdentityPoolRolesInput) throws(ServiceFault) {
        for key in request.roles.keys.sorted() where RoleChoice.Kind(rawValue: key) == nil {
            throw .invalidParameter("\(key) is not a role type: use authenticated or unauthenticated.")
        }
        let mappings = request.roleMappings ?? [:]
        guard mappings.count <= Self.maximumMappings else {
            throw .invalidParameter("At most \(Self.maximumMappings) role mappings are allowed.")
        }
        let configured = mappingKeys
        for (key, mapping) in mappings.sorted(by: { $0.key < $1.key }) {
            guard configured.contains(keys.canonical(mapping: key)) else { throw .invalidMappingKey(key) }
            try check(mapping, of: key)
        }
    }

    private func check(_ mapping: RoleMapping, of key: String) throws(ServiceFault) {
        guard mapping.ambiguousRoleResolution != nil else {
            throw .invalidParameter("AmbiguousRoleResolution is required in the role mapping of \(key).")
        }
        guard mapping.type == .rules else { return }
        guard let rules = mapping.rulesConfiguration?.rules, !rules.isEmpty else {
            throw .invalidParameter("RulesConfiguration is required in the role mapping of \(key).")
        }
        guard rules.count <= Self.maximumRules else {
            throw .invalidParameter("At most \(Self.maximumRules) rules are allowed in the role mapping of \(key).")
        }
    }

    /// Keys that mappings of the pool may have: client of a user pool, provider ARN, or social login key.
    private var mappingKeys: Set<String> {
        let userPools = (pool.cognitoIdentityProviders ?? []).compactMap { provider in
            provider.providerName.flatMap { name in provider.clientId.map { "\(keys.canonical(name)):\($0)" } }
        }
        let arns = (pool.openIdConnectProviderARNs ?? []) + (pool.samlProviderARNs ?? [])
        return Set(userPools + arns).union((pool.supportedLoginProviders ?? [:]).keys)
    }
}
