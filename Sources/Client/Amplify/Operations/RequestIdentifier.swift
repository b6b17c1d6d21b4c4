// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request that has an id.
public protocol RequestIdentifier {
    /// An id that distinguishes the request from all others.
    var requestID: String { get }
}
