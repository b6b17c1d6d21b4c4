// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseFederation
import GatehouseSecurityTokens
import GatehouseWire

extension ServiceFault {
    /// The fault of identity pools for a token that is refused, in the service's texts where they were observed.
    init(_ refusal: TokenRefusal) {
        switch refusal {
        case .notIDToken: self = .invalidLogin("Not a valid OpenId Connect identity token.")
        case .unverifiable: self = .invalidLogin("Couldn't verify signed token.")
        case .wrongIssuer: self = .invalidLogin("Issuer doesn't match providerName")
        case .missingClaim(let claim): self = .invalidLogin("Missing a required claim: \(claim)")
        case .contradictoryClaims(let claim):
            self = .invalidLogin("The two forms of the claim \(claim) differ")
        case .expired(let now, let expiry): self = .invalidLogin("Token expired: \(now) >= \(expiry)")
        case .notYetValid(let now, let start):
            self = .invalidLogin("Token is not yet valid: \(now) < \(start)")
        case .wrongAudience: self = .unsupportedProvider
        case .providerUnavailable:
            self = ServiceFault(
                .externalService, "Couldn't retrieve the answer of your identity provider; try again later.")
        }
        cause = refusal
    }

    /// The fault of identity pools for a SAML response that is refused, in the words of sts.
    init(_ refusal: SAMLLoginRefusal) {
        switch refusal {
        case .response(let fault): self = .invalidLogin(fault)
        case .unregisteredProvider(let arn): self = .invalidLogin("The provider \(arn) does not exist.", cause: refusal)
        case .unusableMetadata(let arn): self = .invalidLogin("The metadata of \(arn) is not usable.", cause: refusal)
        case .failure(let fault): self = fault
        }
    }

    /// The pool lists a provider that the account's registry does not have.
    static func unregistered(issuer: String) -> ServiceFault {
        .invalidLogin("No OpenIDConnect provider found in your account for https://\(issuer)")
    }

    /// The pool asks for a check that no other server offers.
    static func uncheckedStatus(provider: String) -> ServiceFault {
        .invalidLogin(
            "The status of users of \(provider) cannot be checked: set ServerSideTokenCheck to false for the user pool "
                + "of another server.")
    }

    private static func invalidLogin(_ reason: String, cause: (any RefusalReason)? = nil) -> ServiceFault {
        ServiceFault(.notAuthorized, "Invalid login token. \(reason)", cause: cause)
    }
}
