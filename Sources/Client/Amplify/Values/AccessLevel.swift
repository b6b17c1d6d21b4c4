// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The users that may read and change a stored object.
public enum AccessLevel: String, Sendable {
    /// All users read and change it.
    case `public`

    /// All users read it, its owner changes it.
    case protected

    /// Its owner reads and changes it.
    case `private`
}
