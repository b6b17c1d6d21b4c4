// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A page of passkeys.
public struct AuthListWebAuthnCredentialsResult: Sendable {
    /// The passkeys.
    public var credentials: [any AuthWebAuthnCredential]

    /// The token of the next page; `nil` after the last.
    public let nextToken: String?

    /// Makes a page.
    public init(credentials: [any AuthWebAuthnCredential], nextToken: String?) {
        self.credentials = credentials
        self.nextToken = nextToken
    }
}
