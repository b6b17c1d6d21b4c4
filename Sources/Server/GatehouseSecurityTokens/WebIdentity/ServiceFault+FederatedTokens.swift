// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseFederation
import GatehouseWire

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
