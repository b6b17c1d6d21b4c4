// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import Logging

extension MessageDispatcher {
    /// Sends new and queued messages until `close()`; attempts in progress are completed first.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await searchNowAndThen() }
            await work()
            group.cancelAll()
        }
    }

    /// Starts no more attempts; waiting messages remain in the queue.
    package func close() {
        tasks.close()
    }

    private func searchNowAndThen() async {
        repeat {
            tasks.add(.search)
        } while (try? await pause(patience.search)) != nil
    }

    private func work() async {
        var waiting = WaitingMessages()
        var free = Self.lanes
        await withDiscardingTaskGroup { group in
            for await task in tasks.stream {
                var left: [(OutgoingMessage, WaitingMessages.Reply?)] = []
                switch task {
                case .send(let outgoing, let reply):
                    if !waiting.append(outgoing, reply: reply) { left.append((outgoing, reply)) }
                case .search: waiting.isSearchDue = true
                case .laneFree: free += 1
                }
                left += waiting.takeLate(at: clock.now, attempt: patience.attempt)
                for (outgoing, reply) in left { group.addTask { await leave(outgoing, reply: reply) } }
                while free > 0, let (outgoing, reply) = waiting.next() {
                    free -= 1
                    group.addTask { await handle(outgoing, reply: reply) }
                }
                guard free > 0, waiting.isSearchDue else { continue }
                for outgoing in await dueMessages(limit: free) {
                    free -= 1
                    group.addTask { await handle(outgoing, reply: nil) }
                }
                // If lanes are free, every due message has got one.
                waiting.isSearchDue = free == 0
            }
            for (outgoing, reply) in waiting.takeAll() { group.addTask { await leave(outgoing, reply: reply) } }
        }
    }

    private func handle(_ outgoing: OutgoingMessage, reply: AsyncStream<Outcome>.Continuation?) async {
        await attempt(outgoing) { outcome in
            reply?.yield(outcome)
            reply?.finish()
        }
        tasks.add(.laneFree)
    }

    private func dueMessages(limit: Int) async -> [OutgoingMessage] {
        let lease = lease
        do {
            var messages: [OutgoingMessage] = []
            for queued in try await queue.claim(dueBy: clock.now, until: lease, limit: limit) {
                do {
                    messages.append(try OutgoingMessage(queued, sealer: sealer, lease: lease))
                } catch {
                    await drop(queued, cause: error)
                }
            }
            return messages
        } catch {
            logger.warning("The queue of messages cannot be read", metadata: ["cause": "\(error)"])
            return []
        }
    }

    /// Removes a message that cannot be opened; a failure does not affect the messages that were claimed with it.
    private func drop(_ queued: QueuedMessage, cause: any Error) async {
        let metadata: Logger.Metadata = ["message_id": "\(queued.id)", "cause": "\(cause)"]
        logger.error("A queued message cannot be opened and is dropped", metadata: metadata)
        do {
            try await queue.remove(queued.id)
        } catch {
            logger.warning(
                "A queued message cannot be removed", metadata: ["message_id": "\(queued.id)", "cause": "\(error)"])
        }
    }
}

/// The tasks of a `MessageDispatcher`, in order.
struct DispatchTasks: Sendable {
    enum Item: Sendable {
        /// Send a new message, and report the outcome to the waiting caller.
        case send(OutgoingMessage, reply: AsyncStream<MessageDispatcher.Outcome>.Continuation?)
        /// Search the queue for messages that are due.
        case search
        /// An attempt has ended, and its lane is free.
        case laneFree
    }

    let stream: AsyncStream<Item>
    private let continuation: AsyncStream<Item>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    /// Adds a task; `false` after `close()`.
    @discardableResult
    func add(_ item: Item) -> Bool {
        if case .terminated = continuation.yield(item) { false } else { true }
    }

    /// Ends the stream after its remaining tasks.
    func close() {
        continuation.finish()
    }
}

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
    fileprivate mutating func takeLate(at now: Date, attempt: Duration) -> [(OutgoingMessage, Reply?)] {
        let end = now.addingTimeInterval(attempt / .seconds(1))
        let late = messages.filter { $0.0.lease <= end }
        if !late.isEmpty { messages.removeAll { $0.0.lease <= end } }
        return late
    }

    /// Removes and returns all messages.
    fileprivate mutating func takeAll() -> [(OutgoingMessage, Reply?)] {
        defer { messages = [] }
        return messages
    }
}
