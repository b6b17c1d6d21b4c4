// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension Transport {
    /// Limits the time of an exchange, and cancels it at the end of that time.
    ///
    /// - Parameters:
    ///   - limit: the time.
    ///   - exchange: the exchange; it returns promptly when its task is cancelled.
    /// - Returns: the exchange's response.
    /// - Throws: the exchange's error, or `.timedOut`.
    func within(
        _ limit: Duration,
        _ exchange: @escaping @Sendable () async -> Result<TransportResponse, TransportError>
    ) async throws(TransportError) -> TransportResponse {
        let outcome = await withTaskGroup(of: Result<TransportResponse, TransportError>?.self) { group in
            group.addTask { await exchange() }
            group.addTask {
                // Cancelled with the group when the answer is first.
                try? await Task.sleep(for: limit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .failure(TransportError(Task.isCancelled ? .cancelled : .timedOut))
        }
        return try outcome.get()
    }
}
