// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension SocketTransport {
    /// Limits the time of the opening, and cancels it at the end of that time.
    ///
    /// - Parameters:
    ///   - limit: the time.
    ///   - clock: measures it.
    ///   - opening: opens a connection; it returns promptly when its task is cancelled.
    /// - Returns: the connection.
    /// - Throws: the error of the opening, or `.timedOut`.
    func within(
        _ limit: Duration,
        _ clock: ClientClock,
        _ opening: @escaping @Sendable () async -> Result<any SocketConnection, SocketError>
    ) async throws(SocketError) -> any SocketConnection {
        let outcome = await withTaskGroup(of: Result<any SocketConnection, SocketError>?.self) { group in
            group.addTask { await opening() }
            group.addTask {
                // Cancelled with the group when the connection is first.
                try? await clock.sleep(limit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .failure(SocketError(Task.isCancelled ? .cancelled : .timedOut))
        }
        return try outcome.get()
    }
}

extension SocketInbox {
    /// Waits for the end, at most for a time; returns at once when the task is cancelled.
    func waitForEnd(_ limit: Duration, _ clock: ClientClock) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                // After `discard`, the next event is the end, unless a message was on its way.
                while end == nil, (try? await receive()) != nil {}
            }
            group.addTask { try? await clock.sleep(limit) }
            await group.next()
            group.cancelAll()
        }
    }
}
