// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseServerCrypto
package import GatehouseWire

/// Fails every call: the trigger caller of an installation without functions.
package struct NoTriggers: TriggerCaller {
    /// Creates the caller.
    package init() {}

    /// Fails with the error for a function that does not exist.
    ///
    /// - Throws: `TriggerFailure.notCallable(.notFound, …)`, always.
    package func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        throw .notCallable(.notFound, "no functions are set up: \(call.function)")
    }

    package func codeKey(_ id: String) -> RawAESKey? { nil }
}
