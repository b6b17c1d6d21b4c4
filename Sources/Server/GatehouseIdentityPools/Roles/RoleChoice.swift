// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseSecurityTokens
import GatehouseWire

/// Chooses the role for an identity's credentials (enhanced flow).
struct RoleChoice: Sendable {
    /// The keys of a pool's default roles.
    enum Kind: String, Sendable {
        case authenticated
        case unauthenticated
    }

    /// A role, and how its trust policy is to be judged.
    struct Choice: Sendable {
        let arn: RoleARN
        /// The assertion that offers the role; `nil` for a role of the pool's own settings.
        let assertion: SAMLLogin?
    }

    let roles: GetIdentityPoolRolesResponse
    let keys: LoginKey
    /// The claims that no rule may use.
    var distrusted = DistrustedClaims.none

    /// The role of guests.
    /// - Throws: `InvalidIdentityPoolConfigurationException` when the pool has none; `NotAuthorizedException` when
    ///   the guest requests a custom role, which only a mapping can grant.
    func roleOfGuest(customRole: String?) throws(ServiceFault) -> Choice {
        if let customRole { throw .forbidden(role: customRole) }
        return try standard(.unauthenticated)
    }

    /// The role of an identity with verified logins.
    ///
    /// If several logins have mappings, the first by mapping key is used.
    /// - Throws: `NotAuthorizedException` when the custom role is not allowed or the mapping denies the request;
    ///   `InvalidIdentityPoolConfigurationException` when there is no role.
    func role(of logins: [ProvenLogin], customRole: String?) throws(ServiceFault) -> Choice {
        let mappings = mappingsByLogin
        if let login = logins.filter({ $0.saml != nil }).min(by: { $0.mappingKey < $1.mappingKey }) {
            return try roleOfAssertion(login, mappings[login.mappingKey], customRole)
        }
        let mapped = logins.filter { mappings[$0.mappingKey] != nil }.min { $0.mappingKey < $1.mappingKey }
        guard let login = mapped, let (key, mapping) = mappings[login.mappingKey] else {
            if let customRole { throw .forbidden(role: customRole) }
            return try standard(.authenticated)
        }
        guard let arn = try mappedRole(login, mapping, customRole) else { return try ambiguous(mapping, key) }
        return try usable(arn)
    }

    /// The role of a SAML login, which the assertion names unless the provider's mapping has rules.
    private func roleOfAssertion(
        _ login: ProvenLogin, _ mapping: (key: String, mapping: RoleMapping)?, _ customRole: String?
    ) throws(ServiceFault) -> Choice {
        if let (key, mapping) = mapping, mapping.type == .rules {
            guard let arn = try mappedRole(login, mapping, customRole) else { return try ambiguous(mapping, key) }
            return try usable(arn)
        }
        guard let saml = login.saml else { throw .noUsableRole }
        return try usable(saml.role(customRole: customRole), offeredBy: saml)
    }

    /// The mappings by the canonical form of their keys; if two keys have the same canonical form, the alphabetically
    /// first is used.
    private var mappingsByLogin: [String: (key: String, mapping: RoleMapping)] {
        var mappings: [String: (key: String, mapping: RoleMapping)] = [:]
        for (key, mapping) in (roles.roleMappings ?? [:]).sorted(by: { $0.key > $1.key }) {
            mappings[keys.canonical(mapping: key)] = (key, mapping)
        }
        return mappings
    }

    private func mappedRole(
        _ login: ProvenLogin, _ mapping: RoleMapping, _ customRole: String?
    ) throws(ServiceFault) -> String? {
        if mapping.type == .rules {
            let rules = RoleRules(mapping.rulesConfiguration?.rules ?? [])
            return try rules.role(for: distrusted.trusted(of: login), customRole: customRole)
        }
        guard let customRole else { return login.verified.preferredRole }
        guard login.verified.roles.contains(customRole) else { throw .forbidden(role: customRole) }
        return customRole
    }

    private func ambiguous(_ mapping: RoleMapping, _ key: String) throws(ServiceFault) -> Choice {
        guard mapping.ambiguousRoleResolution == .authenticatedRole else { throw .ambiguousRole(provider: key) }
        return try standard(.authenticated)
    }

    private func standard(_ kind: Kind) throws(ServiceFault) -> Choice {
        guard let arn = roles.roles?[kind.rawValue] else { throw .noUsableRole }
        return try usable(arn)
    }

    private func usable(_ arn: String, offeredBy assertion: SAMLLogin? = nil) throws(ServiceFault) -> Choice {
        guard let role = RoleARN(arn) else { throw .noUsableRole }
        return Choice(arn: role, assertion: assertion)
    }
}
