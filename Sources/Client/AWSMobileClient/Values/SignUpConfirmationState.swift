// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Whether a new user is confirmed.
public enum SignUpConfirmationState: Sendable {
    /// The user can sign in.
    case confirmed
    /// The user has to enter the code that was sent.
    case unconfirmed
    /// Never given.
    case unknown
}
