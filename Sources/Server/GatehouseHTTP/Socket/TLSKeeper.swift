// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOSSL
import Synchronization

/// Keeps what the server shows its clients now; connections made after a change see the new one.
package final class TLSKeeper: Sendable {
    private let present: Mutex<NIOSSLContext>

    /// Begins with one identity.
    package init(_ identity: TLSIdentity) {
        present = Mutex(identity.context)
    }

    /// Puts another identity in its place.
    package func replace(with identity: TLSIdentity) {
        present.withLock { $0 = identity.context }
    }

    var context: NIOSSLContext { present.withLock { $0 } }
}
