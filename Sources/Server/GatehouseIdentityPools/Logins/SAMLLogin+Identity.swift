// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseFederation
import GatehouseSecurityTokens
import GatehouseWire

extension SAMLLogin {
    /// The attributes, for rules and session tags; several values are an array.
    var claims: [WireName: WireValue] {
        var claims: [WireName: WireValue] = [:]
        for (name, values) in assertion.attributes {
            claims[WireName(name)] = values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) })
        }
        return claims
    }

    /// Chooses one of the roles that the assertion grants.
    ///
    /// The session's name must be valid too, although sessions of identity pools have another one.
    /// - Throws: `NotAuthorizedException` if the assertion grants none, if it grants several and the custom role is none
    ///   of them, or if an attribute for the session is not valid.
    func role(customRole: String?) throws(ServiceFault) -> String {
        let roles = assertion.roles(of: provider)
        guard !roles.isEmpty else { throw .noOfferedRole }
        do { _ = try SAMLSessionRequest(assertion) } catch { throw .invalidLogin(error) }
        if let customRole, !roles.contains(customRole) {
            throw roles.count == 1 ? .forbidden(role: customRole) : .severalRoles
        }
        guard let role = customRole ?? (roles.count == 1 ? roles[0] : nil) else { throw .severalRoles }
        return role
    }
}
