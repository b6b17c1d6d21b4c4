// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The limits of a verifier's requests for signing keys, and of the keys that it keeps.
public struct SigningKeyLimits: Sendable {
    /// The most keys that are kept, and as many refusals.
    public var kept = 10_000
    /// The most keys of unknown access keys that are requested in a second, and at once after a pause.
    public var unknownKeysPerSecond = 100
    /// The most requests for unknown access keys that wait for the server.
    public var waiting = 32

    /// Creates the limits.
    public init() {}
}
