// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// How far a signature has to prove who signed.
package enum SignaturePolicy: Sendable, Equatable {
    /// Every signature is verified, and its key must be known.
    case verified
    /// A signature by an unknown key is taken for an administrator's. For a developer's own machine only.
    case anyAdministrator
}
