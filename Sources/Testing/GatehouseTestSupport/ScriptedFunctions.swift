// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseServerCrypto
package import GatehouseWire
import Synchronization

/// Functions with an answer for each event, which record their calls.
package final class ScriptedFunctions: TriggerCaller {
    private let known: Set<String>?
    private let answer: @Sendable (WireValue) async throws(TriggerFailure) -> WireValue
    private let made = Mutex<[(call: TriggerCall, limit: Duration?)]>([])

    /// Makes functions; without `known`, all names are those of functions.
    package init(
        knowing known: Set<String>? = nil,
        _ answer: @escaping @Sendable (WireValue) async throws(TriggerFailure) -> WireValue
    ) {
        self.known = known
        self.answer = answer
    }

    /// The calls so far, the first one first.
    package var calls: [TriggerCall] { made.withLock { $0.map(\.call) } }

    /// The time that each call had; `nil` for a call that decides itself.
    package var limits: [Duration?] { made.withLock { $0.map(\.limit) } }

    /// The events of the calls.
    package var events: [WireValue] {
        calls.map { (try? WireValue(json: Array($0.event.utf8))) ?? .null }
    }

    package func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        try await self.call(call, limit: nil)
    }

    package func call(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> WireValue {
        try await self.call(call, limit: limit)
    }

    private func call(_ call: TriggerCall, limit: Duration?) async throws(TriggerFailure) -> WireValue {
        made.withLock { $0.append((call, limit)) }
        return try await answer((try? WireValue(json: Array(call.event.utf8))) ?? .null)
    }

    package func codeKey(_ id: String) -> RawAESKey? { nil }

    package func knows(_ function: String) -> Bool { known?.contains(function) ?? true }
}
