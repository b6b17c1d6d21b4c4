// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Synchronization

/// An authenticator whose answers a test writes, one after another.
final class ScriptedAuthenticator: PasskeyAuthenticator {
    private let answers: Mutex<[Result<Data, PasskeyError>]>
    private let use: @Sendable () -> Void

    init(_ answers: [Result<Data, PasskeyError>], use: @escaping @Sendable () -> Void = {}) {
        self.answers = Mutex(answers)
        self.use = use
    }

    func register(_ options: Data, names: [String]) async throws(PasskeyError) -> Data { try next() }

    func assert(_ options: Data) async throws(PasskeyError) -> Data { try next() }

    private func next() throws(PasskeyError) -> Data {
        use()
        return try answers.withLock { $0.isEmpty ? .failure(.noCredential) : $0.removeFirst() }.get()
    }
}

/// An authenticator that waits for the test, and does not heed its cancellation.
struct HeldAuthenticator: PasskeyAuthenticator {
    /// Opens when the authenticator is used.
    let arrival = Barrier()
    /// Suspends each use.
    let barrier = Barrier()

    func register(_ options: Data, names: [String]) async throws(PasskeyError) -> Data { await hold() }

    func assert(_ options: Data) async throws(PasskeyError) -> Data { await hold() }

    private func hold() async -> Data {
        arrival.open()
        await barrier.pass()
        return Data("{}".utf8)
    }
}
