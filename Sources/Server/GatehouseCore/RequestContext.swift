// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The facts about a request that its operation needs.
package struct RequestContext: Sendable {
    /// The request's id in responses and logs.
    package let requestID: String
    /// The region of the request's signature, or the deployment's default.
    package let region: String
    package let principal: Principal
    /// Whether policies permit the operation to the principal, a role's session or a registered user; administrators
    /// need no permission.
    package let isPermitted: Bool
    /// Whether the operation reads or writes the user's account.
    package let access: OperationAccess
    /// The client's address, for rate limits and recorded events.
    package let sourceAddress: String
    /// The `User-Agent` header, for recorded events; empty if the request has none.
    package let userAgent: String
    /// The caller that the operation proves, for the log.
    package let caller: ProvenCaller

    /// Creates a context; everything but the id has a default that suits tests.
    package init(
        requestID: String, region: String = "us-east-1", principal: Principal = .anonymous,
        isPermitted: Bool = false, access: OperationAccess = .read, sourceAddress: String = "127.0.0.1",
        userAgent: String = "",
        caller: ProvenCaller = ProvenCaller()
    ) {
        self.requestID = requestID
        self.region = region
        self.principal = principal
        self.isPermitted = isPermitted
        self.access = access
        self.sourceAddress = sourceAddress
        self.userAgent = userAgent
        self.caller = caller
    }
}
