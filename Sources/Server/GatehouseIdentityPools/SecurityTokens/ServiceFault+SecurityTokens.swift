// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseWire

// The faults of sts. Texts are the service's own where they were observed.
extension ServiceFault {
    static func stsValidation(_ message: String) -> ServiceFault { ServiceFault("ValidationError", message) }

    static let stsMissingAuthentication = ServiceFault(
        .queryMissingAuthenticationToken, "Request is missing Authentication Token"
    )

    /// The caller may not assume a role, or the role does not exist.
    static func mayNotAssume(_ role: String, caller: String, action: String = "sts:AssumeRole") -> ServiceFault {
        ServiceFault(
            .queryAccessDenied, "User: \(caller) is not authorized to perform: \(action) on resource: \(role)"
        )
    }

    /// An identity provider's person may not assume a role, or the role does not exist.
    static func notAuthorized(toPerform action: String) -> ServiceFault {
        ServiceFault(.queryAccessDenied, "Not authorized to perform \(action)")
    }

    static func sessionsMayNotCall(_ operation: String) -> ServiceFault {
        ServiceFault(.queryAccessDenied, "Cannot call \(operation) with session credentials")
    }

    static let sessionTooLong = stsValidation(
        "The requested DurationSeconds exceeds the MaxSessionDuration set for this role."
    )

    static let chainedSessionTooLong = stsValidation(
        "The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining"
    )
}
