// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseClient

/// The identity pool that vends AWS credentials.
package struct IdentityPoolConfiguration: Sendable {
    /// The id of the identity pool: its region, a colon and a UUID.
    package let poolID: String
    /// The AWS region at the beginning of the id, for which requests are signed.
    package let region: String
    package let endpoint: Endpoint

    /// Checks and keeps an identity pool's configuration.
    ///
    /// - Parameters:
    ///   - poolID: looks like `us-east-1:` and a UUID.
    ///   - region: the pool's region.
    ///   - endpoint: where the service answers; Amazon's in the region when absent.
    /// - Throws: `SessionError.configuration`.
    package init(poolID: String, region: String, endpoint: Endpoint? = nil) throws(SessionError) {
        guard !poolID.isEmpty else {
            throw .configuration("The identity pool id is empty.", cure: "Copy it from the identity pool.")
        }
        self.poolID = poolID
        self.region = region
        self.endpoint = if let endpoint { endpoint } else { try .session("cognito-identity", region: region) }
    }
}
