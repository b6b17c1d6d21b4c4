// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Synchronization

/// The faults of schema creations that failed, with the ids of their APIs.
final class CreationFaults: Sendable {
    private let lines = Mutex<[String]>([])

    /// The id and the cause of each fault.
    var causes: [String] { lines.withLock { $0 } }

    func add(_ fault: ServiceFault, ofAPI id: String) {
        let cause = fault.cause.map { "\($0)" } ?? "none"
        lines.withLock { $0.append("\(id): \(cause)") }
    }
}
