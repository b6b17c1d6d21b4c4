// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The information that an app shows when the user must enter the PIN of a security key.
public struct SecurityKeyPINRequest: Sendable, Equatable {
    /// The number of wrong PINs that the key still accepts before it locks itself permanently.
    public let attemptsLeft: Int
    /// Whether the last PIN was wrong.
    public let isRetry: Bool
}
