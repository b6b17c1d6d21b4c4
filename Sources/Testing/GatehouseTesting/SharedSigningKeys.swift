// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServerCrypto
import Synchronization

/// The signing keys of a test server.
///
/// The pools of one server have different keys. The servers of one process share them: generating the keys of a pool
/// takes some hundred milliseconds, and a test suite makes a server for each test.
final class SharedSigningKeys: SigningKeySource {
    private static let generated = Mutex<[RSASigningKey]>([])
    private let count = Mutex(0)

    func next() throws -> RSASigningKey {
        let position = count.withLock { count in
            defer { count += 1 }
            return count
        }
        return try Self.generated.withLock { keys in
            while keys.count <= position { keys.append(try RSASigningKey.generate()) }
            return keys[position]
        }
    }
}
