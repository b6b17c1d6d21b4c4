// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A user's preference for a second factor.
public enum MFAPreference: Sendable {
    /// Not used.
    case disabled

    /// Used, and preferred if it was before.
    case enabled

    /// Used, and asked for first.
    case preferred

    /// Used, but not asked for first.
    case notPreferred
}
