// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOSSL
import Synchronization

/// Holds the current TLS identity; new connections use the identity of the last change.
package final class TLSKeeper: Sendable {
    private let present: Mutex<NIOSSLContext>

    /// Creates a keeper with its first identity.
    package init(_ identity: TLSIdentity) {
        present = Mutex(identity.context)
    }

    /// Replaces the identity.
    package func replace(with identity: TLSIdentity) {
        present.withLock { $0 = identity.context }
    }

    var context: NIOSSLContext { present.withLock { $0 } }
}
