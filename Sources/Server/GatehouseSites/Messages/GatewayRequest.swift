// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// An HTTP request, independent of the HTTP library.
package struct GatewayRequest: Sendable {
    /// The HTTP method in capitals, such as `POST`.
    package var method: String
    /// The percent-encoded path as received, without the query.
    package var path: String
    /// The percent-encoded query as received, without the question mark.
    package var query: String
    /// The headers; names are case-insensitive and may occur several times.
    package var headers: [(name: String, value: String)]
    /// All bytes of the body.
    package var body: Data
    /// The client's address, without its port.
    package var remoteAddress: String
    /// The flaw that the request's connection found in its head.
    package var flaw: RequestFlaw?

    /// Creates a request.
    package init(
        method: String, path: String, query: String = "", headers: [(name: String, value: String)] = [],
        body: Data = Data(), remoteAddress: String = "127.0.0.1"
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
    }

    /// The first value of a header; the case of its name does not matter.
    package func header(_ name: String) -> String? {
        headers.first { HeaderName.areEqual($0.name, name) }?.value
    }

    /// Whether an origin has the host and the port of the request's `Host` header.
    ///
    /// The scheme does not matter, because a proxy may end TLS.
    package func isOwn(origin: String) -> Bool {
        guard let host = header("Host"), !host.isEmpty else { return false }
        return ["http://", "https://"].contains { HeaderName.areEqual(origin, $0 + host) }
    }
}
