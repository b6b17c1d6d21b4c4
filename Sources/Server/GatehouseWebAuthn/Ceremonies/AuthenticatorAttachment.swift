// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Where an authenticator is: in the device itself, or one that is carried about.
package enum AuthenticatorAttachment: String, Sendable {
    case platform
    case crossPlatform = "cross-platform"
}
