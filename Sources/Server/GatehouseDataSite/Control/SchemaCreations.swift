// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseWire
import Synchronization

/// The changes of APIs that run in this process, one at a time for each API, and how the last one ended.
final class SchemaCreations: Sendable {
    /// The end of a creation that StartSchemaCreation began.
    struct Result: Sendable {
        /// The messages that the status of a creation has at most.
        static let mostMessages = 100

        let isSuccess: Bool
        /// The first messages, each in a line, and how many more there are.
        let details: String

        /// The end of a creation as another node has noted it.
        init(isSuccess: Bool, details: String) {
            self.isSuccess = isSuccess
            self.details = details
        }

        /// Makes the end of a creation of its messages, each in a line.
        init(isSuccess: Bool, messages: String) {
            self.isSuccess = isSuccess
            let lines = messages.split(separator: "\n")
            let first = lines.prefix(Self.mostMessages).joined(separator: "\n")
            let rest = lines.count - Self.mostMessages
            details = rest > 0 ? first + "\nThere are \(rest) messages more." : first
        }
    }

    private struct State {
        var isRunning = false
        var result: Result?
        var task: Task<Void, Never>?
    }

    private let states = Mutex<[String: State]>([:])

    /// Notes that a change of an API begins.
    /// - Throws: `ConcurrentModificationException` while another one runs.
    func begin(_ id: String) throws(ServiceFault) {
        let isFree = states.withLock { states in
            guard states[id]?.isRunning != true else { return false }
            states[id, default: State()].isRunning = true
            return true
        }
        guard isFree else { throw .schemaIsChanging }
    }

    /// Notes that the change ended; a change without a result of its own leaves that of the last creation.
    func end(_ id: String, _ result: Result? = nil) {
        states.withLock { states in
            states[id]?.isRunning = false
            states[id]?.task = nil
            if let result { states[id]?.result = result }
            // Nothing is left to say, and there may be no API with the id.
            if states[id]?.result == nil { states[id] = nil }
        }
    }

    /// Forgets an API that was deleted.
    func forget(_ id: String) {
        states.withLock { $0[id] = nil }
    }

    /// Continues a change that has begun in a task of its own, which ends with its result.
    ///
    /// The client may close its connection after the answer to its request.
    func run(_ id: String, _ body: @escaping @Sendable () async -> Result) {
        states.withLock { states in
            states[id]?.task = ClientPresence.startTask { self.end(id, await body()) }
        }
    }

    /// Whether a change runs, and the result of the last creation.
    func state(of id: String) -> (isRunning: Bool, result: Result?) {
        states.withLock { ($0[id]?.isRunning ?? false, $0[id]?.result) }
    }

    /// Waits until the creation of an API's schema has ended.
    func wait(for id: String) async {
        await states.withLock { $0[id]?.task }?.value
    }

    /// Waits until the creations of all APIs have ended that run at present.
    func waitForAll() async {
        let tasks = states.withLock { states in states.values.compactMap { $0.task } }
        for task in tasks { await task.value }
    }
}
