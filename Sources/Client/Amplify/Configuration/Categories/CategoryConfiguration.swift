// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A category's block of `amplifyconfiguration.json`.
public protocol CategoryConfiguration: Codable {
    /// The configuration of each plugin by its key.
    var plugins: [String: JSONValue] { get }
}
