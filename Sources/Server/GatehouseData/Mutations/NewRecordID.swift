// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Synchronization

/// The id that a mutation gives to a new record without one: it is drawn once, however often the transaction is run.
///
/// A transaction is run again if its connection was lost at the commit. With another id it could add a second record.
final class NewRecordID: Sendable {
    private let entropy: Entropy
    private let drawn = Mutex<String?>(nil)

    init(_ entropy: Entropy) { self.entropy = entropy }

    /// The id.
    func value() -> String {
        drawn.withLock { id in
            if let id { return id }
            let new = entropy.uuid()
            id = new
            return new
        }
    }
}
