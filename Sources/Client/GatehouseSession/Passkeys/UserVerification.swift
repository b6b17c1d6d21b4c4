// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Whether an authenticator must verify the user: `UserVerificationRequirement` of WebAuthn Level 3, section 5.8.6.
package enum UserVerification: String, Sendable {
    case required
    case preferred
    case discouraged

    /// Reads the member of the options; an unknown value means the default.
    init(_ text: String?) {
        self = text.flatMap(UserVerification.init(rawValue:)) ?? .preferred
    }
}
