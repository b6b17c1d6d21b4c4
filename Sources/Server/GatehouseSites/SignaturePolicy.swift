// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The rule for verifying signatures.
package enum SignaturePolicy: Sendable, Equatable {
    /// Every signature is verified, and its key must be known.
    case verified
    /// A signature with an unknown key counts as an administrator's; for a developer's own machine only.
    case anyAdministrator
}
