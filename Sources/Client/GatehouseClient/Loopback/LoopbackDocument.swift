// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A document that a loopback listener serves besides its callback.
package struct LoopbackDocument: Sendable, Equatable {
    /// The path, escaped; no document has that of the redirect URI.
    package let path: String
    /// The media type.
    package let type: String
    /// The value of `Content-Security-Policy`.
    package let policy: String
    package let body: [UInt8]

    /// Creates a document.
    package init(path: String, type: String, policy: String, body: [UInt8]) {
        self.path = path
        self.type = type
        self.policy = policy
        self.body = body
    }
}
