// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The response of an operation that has none.
package struct NoOutput: WireStructure {
    /// Creates the empty response.
    package init() {}
    package init(absent: Void) {}
    package mutating func exchange(_ wire: inout WireExchange) {}
}
