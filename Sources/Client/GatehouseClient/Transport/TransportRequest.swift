// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// One HTTP request, complete in memory.
package struct TransportRequest: Sendable {
    /// The methods that the services are called with.
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    package var method: Method
    package var url: URL
    /// The headers in the order in which they are sent; a name may occur more than once.
    package var headers: [(name: String, value: String)]
    /// All bytes of the body; empty for `GET`.
    package var body: Data
    /// The time limit for this attempt, from the first byte sent to the last byte received.
    package var timeout: Duration
    /// The time limit for the connection, within that time.
    package var connectTimeout: Duration
    /// The largest response body that is accepted, in bytes.
    package var responseLimit: Int

    /// Creates a request.
    package init(
        method: Method = .post,
        url: URL,
        headers: [(name: String, value: String)] = [],
        body: Data = Data(),
        timeout: Duration = .seconds(30),
        connectTimeout: Duration = .seconds(10),
        responseLimit: Int = 4 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.responseLimit = responseLimit
    }
}
