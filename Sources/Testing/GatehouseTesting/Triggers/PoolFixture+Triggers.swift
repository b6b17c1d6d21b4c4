// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseWire

extension PoolFixture {
    /// A pool with these functions, and a client that may use every flow.
    package static func make(
        _ triggers: ScriptedTriggers, hiding: Bool = false, withSecret: Bool = false,
        changing change: (inout CreateUserPoolRequest) -> Void = { _ in }
    ) async throws -> PoolFixture {
        let gatehouse = try await TestGatehouse(triggers: triggers)
        let pool = request {
            $0.lambdaConfig = triggers.settings
            change(&$0)
        }
        return try await make(pool: pool, withSecret: withSecret, on: gatehouse) {
            $0.preventUserExistenceErrors = hiding ? .enabled : .legacy
            $0.explicitAuthFlows?.append(contentsOf: [.allowCustomAuth, .allowUserAuth])
        }
    }
}
