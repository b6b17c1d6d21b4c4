// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTestSupport
import Synchronization

/// A network whose state is the test's.
final class ScriptedNetwork: NetworkMonitor {
    private let watches = Mutex<[(url: URL, states: AsyncStream<Bool>.Continuation)]>([])
    let unwatched = Latch()

    var hosts: [String?] { watches.withLock { $0.map { $0.url.host() } } }

    func states(towards url: URL) -> AsyncStream<Bool> {
        let (stream, states) = AsyncStream.makeStream(of: Bool.self)
        states.onTermination = { [unwatched] _ in unwatched.open() }
        watches.withLock { $0.append((url, states)) }
        return stream
    }

    func change(to isOnline: Bool) {
        for watch in watches.withLock({ $0 }) { watch.states.yield(isOnline) }
    }
}
