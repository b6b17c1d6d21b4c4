// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The state of a sequence that can be cancelled together with its source.
///
/// Unchecked because a parent need not be sendable: the lock guards the reference, and `cancel` is called from any
/// thread by its purpose.
final class SequenceCancellation: @unchecked Sendable {
    private let lock = NSLock()
    private var parent: (any Cancellable)?
    private var wasCancelled = false

    init(parent: (any Cancellable)?) {
        self.parent = parent
    }

    var isCancelled: Bool {
        lock.withLock { wasCancelled }
    }

    /// Cancels the parent, once.
    func cancel() {
        lock.withLock { () -> (any Cancellable)? in
            defer { parent = nil }
            wasCancelled = true
            return parent
        }?.cancel()
    }

    func releaseParent() {
        lock.withLock { parent = nil }
    }
}
