// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import GatehouseAccess
import GatehouseSecurityTokens
import GatehouseWire

extension AccessManager {
    /// A role in responses; lists leave its tags out.
    func shape(_ record: AccessRecord<Role>, withTags: Bool = true) -> AccessManagementRole {
        let role = record.entry
        let arn = role.arn(inAccount: account)
        return AccessManagementRole(
            path: role.path, roleName: role.name, roleId: registry.uniqueID(of: .role, arn: arn), arn: arn,
            createDate: record.createdAt, assumeRolePolicyDocument: role.trust.escapedText,
            description: role.description, maxSessionDuration: role.maximumSession,
            tags: withTags ? role.tags.shapes : nil)
    }

    /// Makes a role of the document of another one, or of a new one.
    /// - Throws: `InvalidInput`, `LimitExceeded`, `MalformedPolicyDocument` for a trust policy that trusts all clients of
    ///   a provider.
    static func role(named name: String, _ members: [WireName: WireValue]) throws(ServiceFault) -> Role {
        let role: Role
        do throws(AccessFlaw) {
            role = try Role(name: name, document: .object(members))
        } catch {
            throw .invalidEntry(error)
        }
        do throws(AccessFlaw) { try role.checkTrust() } catch { throw .badPolicy(error, quota: "") }
        return role
    }
}
