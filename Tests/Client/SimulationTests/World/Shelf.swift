// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Synchronization

/// The data that a device keeps when no process runs: the content of a credential store.
final class Shelf: Sendable {
    private let items = Mutex<[String: Data]>([:])

    func item(_ key: String) -> Data? { items.withLock { $0[key] } }

    var keys: [String] { items.withLock { Array($0.keys) } }

    func put(_ data: Data?, for key: String) { items.withLock { $0[key] = data } }

    /// The stored session; more than one counts as damage.
    func session() throws -> SessionRecord? {
        let sessions = items.withLock { items in items.filter { $0.key.hasSuffix(".session") }.map(\.value) }
        guard sessions.count < 2 else { throw StoreError(.understanding, reason: "There are several sessions.") }
        return try sessions.first.map(SessionRecord.init(encoded:))
    }
}
