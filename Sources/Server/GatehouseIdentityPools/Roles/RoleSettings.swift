// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseWire

/// Checks the roles and role mappings in a request.
struct RoleSettings: Sendable {
    /// The limit that the service enforces; the one in its model is higher.
    static let maximumRules = 25
    static let maximumMappings = 10

    let pool: IdentityPool
    let keys: LoginKey

    /// The roles that a pool can give by its settings and its rules, in the order of their ARNs.
    static func arns(_ roles: [String: String]?, _ mappings: [String: RoleMapping]?) -> [String] {
        let ofRules = (mappings ?? [:]).values.flatMap { mapping in
            (mapping.rulesConfiguration?.rules ?? []).map(\.roleARN)
        }
        return Set(ofRules).union((roles ?? [:]).values).sorted()
    }

    /// Checks a request, in the order of the keys.
    /// - Throws: `InvalidParameterException` for the first error.
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

    /// The mapping keys that the pool allows: user pool clients, provider ARNs, and social login keys.
    private var mappingKeys: Set<String> {
        let userPools = (pool.cognitoIdentityProviders ?? []).compactMap { provider in
            provider.providerName.flatMap { name in provider.clientId.map { "\(keys.canonical(name)):\($0)" } }
        }
        let arns = (pool.openIdConnectProviderARNs ?? []) + (pool.samlProviderARNs ?? [])
        return Set(userPools + arns).union((pool.supportedLoginProviders ?? [:]).keys)
    }
}
