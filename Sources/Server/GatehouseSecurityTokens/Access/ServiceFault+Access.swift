// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseAccess
import GatehouseCore
package import GatehouseWire

// The faults of access keys and permissions, with the service's own codes and texts where they were observed.
extension ServiceFault {
    /// Policies do not permit an action.
    package static func denied(
        user: String, action: String, resource: String,
        _ refusal: AccessRefusal = AccessRefusal(.identity, isExplicit: false)
    ) -> ServiceFault {
        ServiceFault(
            .accessDenied,
            "User: \(user) is not authorized to perform: \(action) on resource: \(resource) "
                + refusal.text(for: action),
            cause: RefusedAccess(
                refusal.cause, RefusedAttempt(principal: user, action: action, resource: resource))
        )
    }

    static let invalidSecurityToken = ServiceFault(
        .unrecognizedClient, "The security token included in the request is invalid."
    )

    static let expiredSecurityToken = ServiceFault(
        .expiredToken, "The security token included in the request is expired"
    )
}
