// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// Other clients whose requests arrive at the same time and fill the queues of the server.
struct Crowd: Sendable, Equatable, CustomStringConvertible {
    /// The priority of their requests.
    let priority: WorkPriority
    /// The time that the server takes for them.
    let milliseconds: Int

    var description: String { "a crowd of \(milliseconds) ms, \(priority)" }
}
