// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What an app tells the user who is to type the PIN of a security key.
public struct SecurityKeyPINRequest: Sendable, Equatable {
    /// How many wrong PINs the key takes before it locks itself for good.
    public let attemptsLeft: Int
    /// Whether the last PIN was wrong.
    public let isRetry: Bool
}
