// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseWire

extension TestGatehouse {
    /// Registers a user with these statements, in JSON, as the only policy.
    /// - Returns: the id and the secret of the user's access key.
    /// - Throws: the flaw of the policy, the refusal of the registry.
    package func registerUser(
        _ name: String, policy statements: String
    ) async throws -> (keyID: String, secret: String) {
        let json = #"{"policies":{"own":{"Version":"2012-10-17","Statement":[\#(statements)]}}}"#
        let registry = installation.securityTokens.registry
        try await registry.create(.user, named: name, document: WireValue(accessJSON: Array(json.utf8)))
        let key = try await registry.createKey(forUser: name)
        return (key.id, key.secret)
    }
}
