// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// An app client's secret; it never prints.
package struct ClientSecret: Sendable {
    /// The secret itself, for the members of requests that carry it.
    package let revealed: String

    /// Wraps a secret.
    package init(_ text: String) {
        revealed = text
    }

    /// `SECRET_HASH` for a request that carries the given user name.
    func hash(username: String, clientID: String) -> String {
        secretHash(username: username, clientID: clientID, clientSecret: Secret(utf8: revealed))
    }
}

extension ClientSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(client secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
