// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// The resources that the first start of `gatehouse dev` created in a data folder.
package struct DevelopmentResources: Sendable, Equatable, Codable {
    /// The name of the first pool and of its client.
    package static let name = "gatehouse-dev"

    /// The id of the first user pool.
    package let userPoolID: String
    /// The id of that pool's app client.
    package let userPoolClientID: String
    /// The id of the first identity pool.
    package let identityPoolID: String
    /// The id of the pool's app client for the pages; `nil` in the record of an earlier release.
    package let pageClientID: String?

    /// The region of the pools, which is the prefix of a user pool's id.
    var region: String { String(userPoolID.prefix { $0 != "_" }) }

    /// Creates the value.
    package init(userPoolID: String, userPoolClientID: String, identityPoolID: String, pageClientID: String? = nil) {
        self.userPoolID = userPoolID
        self.userPoolClientID = userPoolClientID
        self.identityPoolID = identityPoolID
        self.pageClientID = pageClientID
    }
}

extension RequestContext {
    /// The context for operations that `gatehouse dev` itself calls.
    static func development(inRegion region: String) -> RequestContext {
        RequestContext(
            requestID: "gatehouse-dev", region: region, principal: .administrator(accessKeyID: "gatehouse-dev"))
    }
}
