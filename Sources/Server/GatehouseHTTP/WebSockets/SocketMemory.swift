// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites

/// The memory that a WebSocket holds for what has arrived: frames that are not complete, and messages that wait.
struct SocketMemory {
    private let budget: BodyBudget?
    private let subscriber: Subscriber
    private var held = 0

    init(_ budget: BodyBudget?, remoteAddress: String) {
        self.budget = budget
        subscriber = Subscriber(remoteAddress)
    }

    /// Counts what is held now; throws an error if the budget is exceeded, and then the count stays as it was.
    mutating func set(_ bytes: Int) throws(BodyBudget.Exhausted) {
        if bytes > held { try budget?.take(bytes - held, for: subscriber) }
        if bytes < held { budget?.giveBack(held - bytes, of: subscriber) }
        held = bytes
    }

    /// Releases everything.
    mutating func giveBack() {
        if held > 0 { budget?.giveBack(held, of: subscriber) }
        held = 0
    }
}
