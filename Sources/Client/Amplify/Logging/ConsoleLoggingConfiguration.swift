// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The configuration of `AWSUnifiedLoggingPlugin`.
public struct ConsoleLoggingConfiguration: Codable, Sendable {
    /// Whether messages are written.
    public let enable: Bool

    /// Makes a configuration.
    public init(enable: Bool = true) {
        self.enable = enable
    }
}
