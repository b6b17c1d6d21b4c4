// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Synchronization

/// The events of a model's subscriptions that are not in the store yet.
struct EventBuffer: Sendable {
    /// The greatest number of events.
    static let limit = 10_000

    /// An event, with the mode of its subscription.
    struct Event: Sendable {
        let record: MutationSync<AnyModel>
        let mode: SyncMode
    }

    private var events: [Event] = []
    private var start = 0
    private(set) var isHeld = true
    private(set) var needsSync = false

    /// The number of events.
    var count: Int { events.count - start }

    /// Adds an event.
    ///
    /// One more than the limit drops all of them, and the model has to be synced.
    mutating func add(_ event: Event) {
        if count >= Self.limit {
            events = []
            start = 0
            needsSync = true
        }
        events.append(event)
    }

    /// Notes that events were lost.
    mutating func lose() {
        needsSync = true
    }

    /// Keeps the events until `release()`, while the model is synced.
    ///
    /// The sync reads what was lost until now.
    mutating func hold() {
        isHeld = true
        needsSync = false
    }

    /// Lets the events go to the store.
    mutating func release() {
        isHeld = false
    }

    /// Takes the oldest events of one mode; none while they are held.
    mutating func take(_ limit: Int) -> [Event] {
        guard !isHeld, start < events.count else { return [] }
        let mode = events[start].mode
        let end = events[start...].prefix(limit).firstIndex { $0.mode != mode } ?? min(start + limit, events.count)
        let taken = Array(events[start..<end])
        start = end
        // The array is shortened once for many parts, so that a part costs no more than its size.
        if start == events.count || start > Self.limit {
            events.removeFirst(start)
            start = 0
        }
        return taken
    }
}

/// The buffer of a model between the tasks of its subscriptions and the task that writes.
final class EventInbox: Sendable {
    private let buffer = Mutex(EventBuffer())
    /// An element after events have arrived, and after the release.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init() {
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Changes the buffer, and lets the task that writes look at it.
    func update(_ change: (inout EventBuffer) -> Void) {
        buffer.withLock { change(&$0) }
        signal.yield()
    }

    /// Takes the oldest events; none while they are held.
    func take(_ limit: Int) -> [EventBuffer.Event] {
        buffer.withLock { $0.take(limit) }
    }

    /// Whether events were lost since the last sync began.
    var needsSync: Bool { buffer.withLock { $0.needsSync } }

    /// Ends the signals.
    func finish() { signal.finish() }
}
