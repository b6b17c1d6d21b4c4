// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseWire

/// Functions of a test that answer at once, so that the limit of a call does not matter.
package protocol PromptFunctions: TriggerCaller {}

extension PromptFunctions {
    /// Calls the function, which needs no limit.
    package func call(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> WireValue {
        try await self.call(call)
    }
}
