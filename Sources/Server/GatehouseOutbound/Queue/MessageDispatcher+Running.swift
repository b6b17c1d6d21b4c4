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
