// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// One HTTP response, complete in memory.
package struct TransportResponse: Sendable {
    /// The HTTP status code.
    package var status: Int
    /// The headers in the order in which they came; a name may occur more than once.
    package var headers: [(name: String, value: String)]
    /// All bytes of the body, after decompression.
    package var body: Data

    /// Creates a response.
    package init(status: Int, headers: [(name: String, value: String)] = [], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header.
    ///
    /// - Parameter name: the header's name in any case.
    /// - Returns: the value, or nil when the header is absent.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
    }
}
