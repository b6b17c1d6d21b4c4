// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseWire

/// The tags that conditions of a request compare: those that the request sets or removes, and those of its resource.
package struct RequestTags: Sendable {
    private let requested: [String: String]
    private let keys: [String]
    /// Reads the tags of the resource; only policies that compare them need the read.
    let ofResource: @Sendable () async throws(ServiceFault) -> [String: String]

    /// Creates the tags of a request.
    /// - Parameters:
    ///   - requested: the tags that the request sets.
    ///   - removed: the keys of the tags that the request removes.
    ///   - ofResource: reads the tags that the resource has.
    package init(
        requested: [String: String] = [:], removed: [String] = [],
        ofResource: @escaping @Sendable () async throws(ServiceFault) -> [String: String]
    ) {
        self.requested = requested
        keys = requested.keys.sorted() + removed
        self.ofResource = ofResource
    }

    /// `aws:RequestTag/…` and `aws:TagKeys`.
    var facts: [ContextKey: [String]] {
        var facts = AccessAuthority.tags(requested, prefix: "aws:RequestTag/")
        if !keys.isEmpty { facts["aws:TagKeys"] = keys }
        return facts
    }
}
