// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request that has an id.
public protocol RequestIdentifier {
    /// The id.
    var requestID: String { get }
}
