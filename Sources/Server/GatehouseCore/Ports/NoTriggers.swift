// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto
package import GatehouseWire

/// Calls nothing: what an installation has for which no function was set up.
package struct NoTriggers: TriggerCaller {
    /// Creates the caller.
    package init() {}

    /// - Throws: always, as for a function that is not there.
    package func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        throw .notCallable(.notFound, "no functions are set up: \(call.function)")
    }

    package func codeKey(_ id: String) -> RawAESKey? { nil }
}
