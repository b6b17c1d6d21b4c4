// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// A token of an identity provider that the app hands over; it is used once.
package final class HandedToken: Sendable {
    private let token = Mutex<String?>(nil)

    /// Creates a place without a token.
    package init() {}

    /// Keeps a token, in place of another.
    package func hand(_ token: String) {
        self.token.withLock { $0 = token }
    }

    /// Takes the token.
    package func take() -> String? {
        token.withLock { token in
            defer { token = nil }
            return token
        }
    }

    /// Whether there is a token.
    package var isThere: Bool { token.withLock { $0 != nil } }
}
