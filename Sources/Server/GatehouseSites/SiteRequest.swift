// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request at a route's path.
package struct SiteRequest: Sendable {
    /// The request, with the address of the client instead of a trusted proxy's.
    package let request: GatewayRequest
    /// The values of the path's parameters in their order, percent-encoded as received.
    package let parameters: [String]
    /// The id of the request in its response and in the log.
    package let requestID: String

    /// Creates a request at a path with `parameters`.
    package init(request: GatewayRequest, parameters: [String] = [], requestID: String) {
        self.request = request
        self.parameters = parameters
        self.requestID = requestID
    }
}
