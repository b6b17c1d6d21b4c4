// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The information that an app shows when the user must enter the PIN of a security key.
public struct SecurityKeyPINRequest: Sendable, Equatable {
    /// How many wrong PINs the key takes before it locks itself for good.
    public let attemptsLeft: Int
    /// Whether the last PIN was wrong.
    public let isRetry: Bool
}
