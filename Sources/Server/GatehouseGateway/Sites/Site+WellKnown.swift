// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
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
                try await tokens.jsonWebKeySet()
            },
            document("/.well-known/openid-configuration", label: "openid-configuration") { _ in
                tokens.discoveryDocument()
            },
            document("/<pool id>/.well-known/jwks.json", label: "jwks") { id throws(ServiceFault) in
                try await userPools.discovery.jsonWebKeySet(ofPool: id)
            },
            document("/<pool id>/.well-known/openid-configuration", label: "openid-configuration") {
                id throws(ServiceFault) in
                try await userPools.discovery.discoveryDocument(ofPool: id)
            },
        ])
    }

    private static func document(
        _ path: RoutePath, label: String,
        make: @escaping @Sendable (_ poolID: String) async throws(ServiceFault) -> WireValue
    ) -> Route {
        Route(.get, path, label: label, for: .everyone, isRoutine: true) { call in
            do throws(ServiceFault) {
                var response = GatewayResponse.json(try await make(call.parameters.first ?? ""))
                response.headers.append(("Cache-Control", "public, max-age=300"))
                return Outcome(response, operation: label)
            } catch {
                let status = error.code == .resourceNotFound ? 404 : error.code.httpStatus
                return Outcome(JSONAnswer.fault(error, status: status), operation: label, fault: error)
            }
        }
    }
}
