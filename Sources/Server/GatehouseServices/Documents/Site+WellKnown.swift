// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
package import GatehouseIdentityPools
package import GatehouseSites
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

extension Site {
    /// The documents with which other programs check the tokens of user pools and of identity pools.
    package static func wellKnown(_ userPools: UserPools, _ identityPools: IdentityPools) -> Site {
        let tokens = identityPools.tokens
        return Site(routes: [
            document("/.well-known/jwks_uri", label: "jwks") { _ throws(ServiceFault) in
                try await tokens.jsonWebKeySet().json()
            },
            document("/.well-known/openid-configuration", label: "openid-configuration") { _ in
                tokens.discoveryDocument().json()
            },
            document("/<pool id>/.well-known/jwks.json", label: "jwks") { id throws(ServiceFault) in
                try await userPools.discovery.jsonWebKeySet(ofPool: id).json()
            },
            document("/<pool id>/.well-known/openid-configuration", label: "openid-configuration") {
                id throws(ServiceFault) in
                try await userPools.discovery.discoveryDocument(ofPool: id).json
            },
        ])
    }

    private static func document(
        _ path: RoutePath, label: String,
        make: @escaping @Sendable (_ poolID: String) async throws(ServiceFault) -> Data
    ) -> Route {
        Route(.get, path, label: label, for: .everyone, isRoutine: true) { call in
            do throws(ServiceFault) {
                let headers = [
                    (name: "Content-Type", value: "application/json"),
                    (name: "Cache-Control", value: "public, max-age=300"),
                ]
                let document = try await make(call.parameters.first ?? "")
                return Outcome(GatewayResponse(status: 200, headers: headers, body: document), operation: label)
            } catch {
                let status = error.code == .resourceNotFound ? 404 : error.code.httpStatus
                return Outcome(JSONAnswer.fault(error, status: status), operation: label, fault: error)
            }
        }
    }
}
