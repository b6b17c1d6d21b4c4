// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The memory of one request while its body arrives and while it is handled.
package struct HeldMemory: Sendable {
    private let address: String
    private let sizeOfHead: Int
    private let budget: BodyBudget
    /// The bytes of the head and of the beginning of the body.
    private var short = 0
    /// The bytes of the rest of the body.
    private var long = 0
    private var body = 0

    /// Creates the memory of a request, which holds nothing yet.
    package init(of request: GatewayRequest, in budget: BodyBudget) {
        address = request.remoteAddress
        sizeOfHead = request.headers.reduce(request.path.utf8.count + request.query.utf8.count) { size, header in
            size + header.name.utf8.count + header.value.utf8.count
        }
        self.budget = budget
    }

    /// Counts the head.
    /// - Throws: `Exhausted` if there is no memory for it.
    package mutating func takeHead() throws(BodyBudget.Exhausted) {
        try takeShort(sizeOfHead)
    }

    /// Counts the body, which has `size` bytes now.
    /// - Throws: `Exhausted` if there is no memory for it.
    package mutating func grow(to size: Int) throws(BodyBudget.Exhausted) {
        try takeShort(min(size, BodyBudget.shortBody) - min(body, BodyBudget.shortBody))
        let growth = max(size - BodyBudget.shortBody, 0) - long
        if growth > 0 {
            try budget.take(growth, for: Subscriber(address))
            long += growth
        }
        body = size
    }

    /// Releases everything.
    package func giveBack() {
        budget.giveBackShort(short)
        if long > 0 { budget.giveBack(long, of: Subscriber(address)) }
    }

    private mutating func takeShort(_ bytes: Int) throws(BodyBudget.Exhausted) {
        guard bytes > 0 else { return }
        try budget.takeShort(bytes)
        short += bytes
    }
}
