// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// What the first start of `gatehouse dev` made in a data folder.
package struct DevelopmentResources: Sendable, Equatable, Codable {
    /// The name of the first pool and of its client.
    package static let name = "gatehouse-dev"

    package let userPoolID: String
    package let userPoolClientID: String
    package let identityPoolID: String

    /// The region of the pools, with which the id of a user pool begins.
    var region: String { String(userPoolID.prefix { $0 != "_" }) }

    /// Names what was made.
    package init(userPoolID: String, userPoolClientID: String, identityPoolID: String) {
        self.userPoolID = userPoolID
        self.userPoolClientID = userPoolClientID
        self.identityPoolID = identityPoolID
    }
}

extension RequestContext {
    /// The context in which `gatehouse dev` itself calls operations.
    static func development(inRegion region: String) -> RequestContext {
        RequestContext(
            requestID: "gatehouse-dev", region: region, principal: .administrator(accessKeyID: "gatehouse-dev"))
    }
}
