// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseOutbound
import GatehouseServerCrypto
import GatehouseWire

/// The programs of triggers: each returns its event unchanged, after a time.
struct SimulatedPrograms: TriggerCaller {
    let threads: ProgramThreads

    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        try await threads.run {
            do { return try WireValue(json: Array(call.event.utf8)) } catch { throw TriggerFailure.notJSON }
        }
    }

    func codeKey(_ id: String) -> RawAESKey? { nil }

    /// The ARN of a function.
    static func arn(_ name: String) -> String { "arn:aws:lambda:us-east-1:123456789012:function:\(name)" }
}
