// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a domain needs to know of the request it answers.
package struct RequestContext: Sendable {
    /// Names the request in answers and logs.
    package let requestID: String
    /// The region of the request's signature, or the deployment's default.
    package let region: String
    package let principal: Principal
    /// What the operation does with the user's account that it is about.
    package let access: AccountRates.Access
    /// The client's address, for rate limits and recorded events.
    package let sourceAddress: String
    package let userAgent: String

    /// Creates a context; everything but the id has a default that suits tests.
    package init(
        requestID: String, region: String = "us-east-1", principal: Principal = .anonymous,
        access: AccountRates.Access = .read, sourceAddress: String = "127.0.0.1", userAgent: String = ""
    ) {
        self.requestID = requestID
        self.region = region
        self.principal = principal
        self.access = access
        self.sourceAddress = sourceAddress
        self.userAgent = userAgent
    }
}
