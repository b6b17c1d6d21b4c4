// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import GatehouseAccess
import GatehouseCore
import GatehouseFederation
package import GatehouseWire

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

    /// The tags of a request cannot become the tags of a session.
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

// The faults of sts for tokens and assertions that are refused. Texts are the service's own where they were observed.
extension ServiceFault {
    static let notWebIdentity = ServiceFault(
        .invalidIdentityToken,
        "The ID Token provided is not a valid JWT. (You may see this error if you sent an Access Token)",
        cause: TokenRefusal.notIDToken
    )

    static func noProvider(ofIssuer issuer: String) -> ServiceFault {
        let shown = issuer.utf8.count <= 255 ? issuer : "the token's issuer"
        return ServiceFault(
            .invalidIdentityToken, "No OpenIDConnect provider found in your account for \(shown)",
            cause: TokenRefusal.wrongIssuer)
    }

    static func expiredWebIdentity(now: Int64, expiry: Int64) -> ServiceFault {
        ServiceFault(
            .expiredToken,
            "Token expired: current date/time \(now) must be before the expiration date/time \(expiry)",
            cause: TokenRefusal.expired(now: now, expiry: expiry))
    }

    /// The provider itself refuses the token.
    static func rejectedClaim(_ cause: any Error) -> ServiceFault {
        ServiceFault(
            .idpRejectedClaim, "The identity provider rejected the token: it is not valid, or it was revoked.",
            cause: cause)
    }

    /// A web identity token is refused.
    static func refusedWebIdentity(_ refusal: TokenRefusal, issuer: String) -> ServiceFault {
        var fault = answer(to: refusal, issuer: issuer)
        fault.cause = refusal
        return fault
    }

    private static func answer(to refusal: TokenRefusal, issuer: String) -> ServiceFault {
        switch refusal {
        case .notIDToken: .notWebIdentity
        case .unverifiable:
            ServiceFault(
                .invalidIdentityToken,
                "Couldn't retrieve verification key from your identity provider,  please reference "
                    + "AssumeRoleWithWebIdentity documentation for requirements")
        case .wrongIssuer: .noProvider(ofIssuer: issuer)
        case .missingClaim(let claim):
            ServiceFault(.invalidIdentityToken, "Missing a required claim: \(claim)")
        case .contradictoryClaims(let claim):
            ServiceFault(.invalidIdentityToken, "The two forms of the claim \(claim) differ")
        case .expired(let now, let expiry): .expiredWebIdentity(now: now, expiry: expiry)
        case .notYetValid(let now, let start):
            ServiceFault(.invalidIdentityToken, "Token is not yet valid: \(now) < \(start)")
        case .wrongAudience: ServiceFault(.invalidIdentityToken, "Incorrect token audience")
        case .providerUnavailable:
            ServiceFault(.idpCommunicationError, "The identity provider does not answer; try again later.")
        }
    }

    /// A SAML response is refused.
    static func refusedAssertion(_ refusal: SAMLLoginRefusal) -> ServiceFault {
        switch refusal {
        case .response(let fault): .refusedAssertion(fault)
        case .unregisteredProvider(let arn):
            ServiceFault(.invalidIdentityToken, "The provider \(arn) does not exist.", cause: refusal)
        case .unusableMetadata(let arn):
            ServiceFault(.invalidIdentityToken, "The metadata of \(arn) is not usable.", cause: refusal)
        case .failure(let fault): fault
        }
    }

    /// A SAML response is refused for its content.
    static func refusedAssertion(_ fault: SAMLFault) -> ServiceFault {
        switch fault {
        case .noSubject: .notAuthorized(toPerform: FederatedRequest.samlAction, cause: fault)
        case .expired: ServiceFault(.expiredToken, fault.text, cause: fault)
        case .unsuccessful: ServiceFault(.idpRejectedClaim, fault.text, cause: fault)
        case .encoding, .document, .structure, .encryptedAssertion, .signature, .expiredMetadata, .foreignIssuer,
            .notYetValid, .wrongAudience, .wrongDestination, .wrongRecipient, .wrongRequest:
            ServiceFault(.invalidIdentityToken, fault.text, cause: fault)
        }
    }

    /// A SAML response is refused for the session that its attributes describe.
    static func refusedAssertion(_ fault: SAMLSessionFault) -> ServiceFault {
        ServiceFault(.invalidIdentityToken, fault.text, cause: fault)
    }
}
