// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseTesting
import Synchronization

/// The answer of a trigger while it is out of order.
final class Outage: Sendable {
    private let answer = Mutex<ScriptedTriggers.Answer?>(nil)

    func begin(_ answer: ScriptedTriggers.Answer = .failure(.timedOut)) { self.answer.withLock { $0 = answer } }
    func end() { answer.withLock { $0 = nil } }

    func function(_ usual: @escaping ScriptedTriggers.Function) -> ScriptedTriggers.Function {
        { event in
            if let answer = self.answer.withLock({ $0 }) { return answer }
            return await usual(event)
        }
    }
}
