// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// New messages that wait for a free lane.
///
/// The number is limited. A message that does not fit, or whose lease would end during the attempt, is left in the
/// queue.
struct WaitingMessages {
    typealias Reply = AsyncStream<MessageDispatcher.Outcome>.Continuation

    static let capacity = 1_000

    /// An array, because its size is small and a removed element leaves no copy of its code in memory.
    private var messages: [(OutgoingMessage, Reply?)] = []
    /// Whether the queue must be searched as soon as a lane is free.
    var isSearchDue = false

    /// Adds a message; `false` if there is no room.
    mutating func append(_ outgoing: OutgoingMessage, reply: Reply?) -> Bool {
        guard messages.count < Self.capacity else { return false }
        messages.append((outgoing, reply))
        return true
    }

    /// Removes and returns the message that has waited longest.
    mutating func next() -> (OutgoingMessage, Reply?)? {
        messages.isEmpty ? nil : messages.removeFirst()
    }

    /// Removes and returns the messages whose attempt could exceed their lease.
    mutating func takeLate(at now: Date, attempt: Duration) -> [(OutgoingMessage, Reply?)] {
        let end = now.addingTimeInterval(attempt / .seconds(1))
        let late = messages.filter { $0.0.lease <= end }
        if !late.isEmpty { messages.removeAll { $0.0.lease <= end } }
        return late
    }

    /// Removes and returns all messages.
    mutating func takeAll() -> [(OutgoingMessage, Reply?)] {
        defer { messages = [] }
        return messages
    }
}
