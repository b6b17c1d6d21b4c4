// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The broken promises that parts of a run have noticed; the run ends with the first one.
final class Complaints: Sendable {
    private let found = Mutex<[BrokenPromise]>([])

    func add(_ complaint: BrokenPromise) {
        found.withLock { $0.append(complaint) }
    }

    /// Throws the first complaint, if there is one.
    func raise() throws {
        if let first = found.withLock(\.first) { throw first }
    }
}
