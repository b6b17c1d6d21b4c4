// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import Synchronization

/// The calls of functions with the invocation type `Event`: the request does not wait for them.
///
/// A call is in memory until it is made; it is lost if the process is killed before. ``run(_:)`` makes the calls, and
/// ends after ``finish()`` and the last call.
final class FunctionEvents: Sendable {
    /// The calls that are made at once.
    private static let atOnce = 16
    /// The calls that wait at most.
    private static let mostCalls = 1_000
    /// The bytes of the events that wait at most.
    private static let mostBytes = 16 * 1_024 * 1_024

    private let calls: AsyncStream<TriggerCall>
    private let continuation: AsyncStream<TriggerCall>.Continuation
    private let waitingBytes = Mutex(0)

    /// Makes a queue without calls.
    init() {
        (calls, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostCalls))
    }

    /// The reasons for which a call is not taken.
    enum Refusal {
        /// Too many calls wait, or their events have too many bytes.
        case full
        /// The server shuts down.
        case finished
    }

    /// Takes a call, or says why not.
    func add(_ call: TriggerCall) -> Refusal? {
        let size = call.event.utf8.count
        return waitingBytes.withLock { bytes in
            guard bytes == 0 || bytes + size <= Self.mostBytes else { return .full }
            switch continuation.yield(call) {
            case .enqueued:
                bytes += size
                return nil
            case .terminated: return .finished
            default: return .full
            }
        }
    }

    /// Takes no more calls.
    func finish() { continuation.finish() }

    /// Makes the calls, some at once, until the queue takes no more and is empty; the caller of the functions logs
    /// their failures.
    func run(_ caller: any TriggerCaller) async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for await call in calls {
                waitingBytes.withLock { $0 -= call.event.utf8.count }
                if running == Self.atOnce {
                    await group.next()
                    running -= 1
                }
                group.addTask { _ = try? await caller.call(call) }
                running += 1
            }
        }
    }
}
