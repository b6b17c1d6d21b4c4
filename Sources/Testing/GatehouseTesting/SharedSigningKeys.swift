// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServerCrypto
import Synchronization

/// The signing keys of a test server.
///
/// The pools of one server have different keys. The servers of one process share them: generating the keys of a pool
/// takes some hundred milliseconds, and a test suite makes a server for each test. A server whose next key exists does
/// not wait while another one's is generated.
final class SharedSigningKeys: SigningKeySource {
    private static let generated = Mutex<[RSASigningKey]>([])
    /// Held by the one who generates.
    private static let generation = Mutex(())
    private let count: Mutex<Int>

    /// Creates the source of a new server, or that of a server with a copy of another one's data, which goes on from
    /// there.
    init(copying other: SharedSigningKeys? = nil) {
        count = Mutex(other?.count.withLock { $0 } ?? 0)
    }

    func next() throws -> RSASigningKey {
        let position = count.withLock { count in
            defer { count += 1 }
            return count
        }
        if let key = Self.known(position) { return key }
        return try Self.generation.withLock { _ in
            while true {
                // Another server may have got as far in the meantime.
                if let key = Self.known(position) { return key }
                let key = try RSASigningKey.generate()
                Self.generated.withLock { $0.append(key) }
            }
        }
    }

    private static func known(_ position: Int) -> RSASigningKey? {
        generated.withLock { keys in position < keys.count ? keys[position] : nil }
    }
}
