// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The attachment of an authenticator: built into the client device, or removable.
package enum AuthenticatorAttachment: String, Sendable {
    case platform
    case crossPlatform = "cross-platform"
}
