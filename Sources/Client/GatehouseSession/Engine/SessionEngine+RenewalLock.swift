// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient

extension SessionEngine {
    /// The first pause before the lock is tried again; each one is twice as long as the one before it.
    private static let firstPause = Duration.milliseconds(20)
    private static let longestPause = Duration.milliseconds(500)

    /// Runs a refresh while no other program refreshes the same stored session, so that no two spend one refresh token.
    ///
    /// The lock is taken wherever the store has one, and not only in a store that is said to be shared: any two programs
    /// of a user can have the same folder, and so can two parts of one program. A lock that does not come in half the
    /// time of a call is no error; the body then runs without it. No thread waits.
    ///
    /// - Throws: the error of the body, or `.cancelled`.
    func withRenewalLock<Value>(
        _ body: () async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        let lock = try await renewalLock()
        defer { lock?.release() }
        return try await body()
    }

    private func renewalLock() async throws(SessionError) -> StoreLock? {
        let end = clock.uptime() + configuration.deadline / 2
        var pause = Self.firstPause
        while true {
            switch holder.storage.tryLock() {
            case .held(let lock): return lock
            case .unavailable: return nil
            case .taken:
                if clock.uptime() + pause > end { return nil }
                do {
                    try await clock.sleep(pause)
                } catch {
                    throw .cancelled
                }
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }
}
