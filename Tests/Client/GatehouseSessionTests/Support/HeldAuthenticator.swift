// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession

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
