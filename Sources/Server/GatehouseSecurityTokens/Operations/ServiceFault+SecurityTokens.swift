// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseWire

// The faults of sts. Texts are the service's own where they were observed.
extension ServiceFault {
    static func stsValidation(_ message: String) -> ServiceFault { ServiceFault("ValidationError", message) }

    /// The request names something else than a role.
    static let invalidRoleARN = stsValidation("Request ARN is invalid")

    static let stsMissingAuthentication = ServiceFault(
        .queryMissingAuthenticationToken, "Request is missing Authentication Token"
    )

    /// The caller may not assume a role, or the role does not exist.
    static func mayNotAssume(
        _ role: String, caller: String, action: String = "sts:AssumeRole", _ cause: RefusedAccess.Cause
    ) -> ServiceFault {
        ServiceFault(
            .queryAccessDenied, "User: \(caller) is not authorized to perform: \(action) on resource: \(role)",
            cause: RefusedAccess(cause, RefusedAttempt(principal: caller, action: action, resource: role))
        )
    }

    /// An identity provider's person may not assume a role, or the role does not exist.
    static func notAuthorized(toPerform action: String, cause: (any RefusalReason)? = nil) -> ServiceFault {
        ServiceFault(.queryAccessDenied, "Not authorized to perform \(action)", cause: cause)
    }

    static func sessionsMayNotCall(_ operation: String, as principal: String) -> ServiceFault {
        ServiceFault(
            .queryAccessDenied, "Cannot call \(operation) with session credentials",
            cause: RefusedAccess(
                .temporaryCredentials, RefusedAttempt(principal: principal, action: "sts:\(operation)")))
    }

    static let sessionTooLarge = ServiceFault(
        "PackedPolicyTooLarge", "The policies, the tags and the identity of the session are too large together."
    )

    /// The tags of a request cannot be those of a session.
    static func badSessionTags(_ flaw: CheckedTags.Flaw) -> ServiceFault {
        switch flaw {
        case .tooMany: stsValidation("A session can have at most \(CheckedTags.maximumCount) tags.")
        case .length:
            stsValidation(
                "A tag key has 1 to \(CheckedTags.maximumKey) characters, a value at most \(CheckedTags.maximumValue).")
        case .repeatedKey:
            stsValidation("Duplicate tag keys found. Please note that Tag keys are case insensitive.")
        case .unknownTransitiveKey:
            stsValidation("The specified transitive tag key must be included in the requested tags.")
        }
    }

    /// A tag of the request has the key of one that the caller's session keeps.
    static let keptSessionTag = stsValidation(
        "One of the specified transitive tag keys can't be set because it conflicts with a transitive tag key from the "
            + "calling session."
    )

    static let sessionTooLong = stsValidation(
        "The requested DurationSeconds exceeds the MaxSessionDuration set for this role."
    )

    static let chainedSessionTooLong = stsValidation(
        "The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining"
    )
}
