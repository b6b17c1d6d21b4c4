// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Synchronization

/// The events that a plugin sent.
final class EventLog: Sendable {
    private let payloads = Mutex<[HubPayload]>([])

    func append(_ payload: HubPayload) { payloads.withLock { $0.append(payload) } }

    func clear() { payloads.withLock { $0 = [] } }

    var names: [String] { payloads.withLock { $0.map(\.eventName) } }

    func data(of name: String) -> Any? { payload(name)?.data }

    func payload(_ name: String) -> HubPayload? { payloads.withLock { $0.last { $0.eventName == name } } }
}
