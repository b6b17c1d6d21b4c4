// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A device that a user signs in from.
public protocol AuthDevice: Sendable {
    /// The device's key.
    var id: String { get }

    /// The device's name.
    var name: String { get }
}
