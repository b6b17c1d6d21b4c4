// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AccessManagementShapes
import GatehouseAccess
package import GatehouseCore
package import GatehouseSecurityTokens
package import GatehouseWire

/// The calls of IAM, which administer the same registry as `gatehouse iam`.
package struct AccessManagement: Sendable {
    let securityTokens: SecurityTokens
    let deployment: Deployment
    let poolRoles: @Sendable () async -> Result<[PoolRole], ServiceFault>

    /// Creates the domain from its dependencies.
    /// - Parameters:
    ///   - securityTokens: has the registry.
    ///   - deployment: the account number for ARNs.
    ///   - poolRoles: reads the roles of all identity pools, which the first registered role must not cut off.
    package init(
        securityTokens: SecurityTokens, deployment: Deployment,
        poolRoles: @escaping @Sendable () async -> Result<[PoolRole], ServiceFault>
    ) {
        self.securityTokens = securityTokens
        self.deployment = deployment
        self.poolRoles = poolRoles
    }

    /// The operations of iam for one request.
    package func service(for context: RequestContext) -> AccessManager {
        AccessManager(management: self)
    }
}

/// The operations of iam; the caller's permission was checked before.
package struct AccessManager: AccessManagementService {
    let management: AccessManagement

    var registry: AccessRegistry { management.securityTokens.registry }
    var account: String { management.deployment.accountID }

    /// Reads the registry.
    /// - Throws: the fault that `body` throws, the fault of a failing store.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccessReading) throws -> Value
    ) async throws(ServiceFault) -> Value {
        try await management.read(body)
    }

    /// Changes the registry; its refusals become faults with the codes of IAM.
    ///
    /// `name` is the name or the ARN by which the request names the entry.
    /// - Throws: the fault of a refusal or of a failing store.
    @discardableResult
    func changing<Value>(
        _ name: String, _ body: () async throws -> Value
    ) async throws(ServiceFault) -> Value {
        do {
            return try await body()
        } catch {
            throw ServiceFault(ofRegistry: error, named: name)
        }
    }
}
