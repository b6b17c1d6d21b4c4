// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request at a route's path.
struct SiteRequest: Sendable {
    let request: GatewayRequest
    /// The values of the path's parameters, in their order.
    let parameters: [String]
    let requestID: String
}
