// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAppTesting
import Synchronization

/// State that outlives a plugin of a test: the credential stores of devices, and the factors of users.
final class AppMemory: Sendable {
    /// A user of a pool.
    struct User: Hashable {
        let poolID: String
        let username: String
    }

    private struct State {
        var pool: TestPool?
        var totpSecrets: [User: String] = [:]
    }

    /// The credential stores of devices.
    let devices = DeviceStores()
    private let state: Mutex<State>

    /// Makes an empty memory, or one with the pools and users of another memory and without its devices.
    init(copying other: AppMemory? = nil) {
        state = Mutex(other?.state.withLock { $0 } ?? State())
    }

    /// The pool of calls that name none; `nil` before it is made.
    var pool: TestPool? { state.withLock { $0.pool } }

    /// Keeps a pool as the one of calls that name none, unless there is one; returns the one that is kept.
    func keep(_ pool: TestPool) -> TestPool {
        state.withLock { state in
            let kept = state.pool ?? pool
            state.pool = kept
            return kept
        }
    }

    /// The secret of a user's authenticator app, in Base32; `nil` where the test server has set up none.
    func totpSecret(of user: User) -> String? {
        state.withLock { $0.totpSecrets[user] }
    }

    /// Keeps the secret of a user's authenticator app, in Base32.
    func keep(totpSecret: String, of user: User) {
        state.withLock { $0.totpSecrets[user] = totpSecret }
    }
}
