// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccess
import GatehouseCore
import GatehouseFederation
import GatehouseSecurityTokens
import GatehouseWire

// The faults of identity pools. Codes and texts are the service's own where they were observed.
extension ServiceFault {
    static func unknownPool(_ id: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "IdentityPool '\(id)' not found.")
    }

    static func unknownIdentity(_ id: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "Identity '\(id)' not found.")
    }

    static let guestsRefused = ServiceFault(
        .notAuthorized, "Unauthenticated access is not supported for this identity pool."
    )

    static let loginsTooLarge = ServiceFault(
        .invalidParameter, "The logins and the tags of the session are too large together."
    )

    /// The request names an authenticated identity without a login of it, or a disabled one.
    static func forbidden(identity id: String) -> ServiceFault {
        ServiceFault(.notAuthorized, "Access to Identity '\(id)' is forbidden.")
    }

    /// The logins belong to another identity.
    static let loginsDoNotMatch = ServiceFault(
        .notAuthorized,
        "Logins don't match. Please include at least one valid login for this identity or identity pool."
    )

    /// The pool does not have the provider of the token, or not the client in its audience.
    static let unsupportedProvider = ServiceFault(
        .notAuthorized, "Token is not from a supported provider of this identity pool."
    )

    static let cognitoTokenInGetId = ServiceFault(
        .notAuthorized, "Invalid login token. Can't pass in a Cognito token."
    )

    static let notACognitoToken = ServiceFault(.notAuthorized, "Invalid login token. Not a Cognito token.")

    static let developerProviderInPublicCall = ServiceFault(
        .invalidParameter, "Please provide a valid public provider"
    )

    /// The pool has the provider, but this server cannot verify its tokens.
    static func unverifiable(provider: String) -> ServiceFault {
        ServiceFault(.notAuthorized, "Invalid login token. Gatehouse does not verify logins of \(provider) yet.")
    }

    /// A SAML response is refused, in the words of STS.
    static func invalidLogin(_ fault: SAMLFault) -> ServiceFault {
        ServiceFault(.notAuthorized, "Invalid login token. \(fault.text)", cause: fault)
    }

    /// A SAML response is refused for the session that its attributes describe, in the words of STS.
    static func invalidLogin(_ fault: SAMLSessionFault) -> ServiceFault {
        ServiceFault(.notAuthorized, "Invalid login token. \(fault.text)", cause: fault)
    }

    /// The assertion grants no role of the provider.
    static let noOfferedRole = ServiceFault(
        .notAuthorized, "Invalid login token. Response does not contain a role of the specified provider"
    )

    /// The assertion grants several roles, and the request names none of them.
    static let severalRoles = ServiceFault(
        .notAuthorized, "Multiple roles found in the SAML assertion, CustomRoleArn must name one of them."
    )

    static let classicFlowDisabled = ServiceFault(
        .invalidParameter, "Basic (classic) flow is not enabled, please use enhanced flow."
    )

    static let classicFlowWithMappings = ServiceFault(
        .invalidParameter, "Basic (classic) flow is not supported with RoleMappings, please use enhanced flow."
    )

    static let classicFlowWithSAML = ServiceFault(
        .invalidParameter, "Basic (classic) flow is not supported with SAML, please use enhanced flow."
    )

    static let unsupportedDeveloperProvider = ServiceFault(
        .invalidParameter, "This identity pool does not support the specified developer provider"
    )

    static let severalDeveloperLogins = ServiceFault(
        .invalidParameter, "Only one login of a developer provider is allowed."
    )

    static let developerUserRegistered = ServiceFault(
        .developerUserAlreadyRegistered, "The developer user identifier is registered with another identity."
    )

    static let developerUserOfOtherIdentity = ServiceFault(
        .resourceConflict, "The developer user identifier does not belong to the identity."
    )

    static let noDeveloperQuery = ServiceFault(
        .invalidParameter, "Either IdentityId or DeveloperUserIdentifier is required."
    )

    static func unknownDeveloperUser(_ identifier: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "Developer user identifier '\(identifier)' not found.")
    }

    static func noDeveloperUser(of identityID: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "Identity '\(identityID)' has no developer user identifier.")
    }

    static func unknownProvider(_ name: String) -> ServiceFault {
        ServiceFault(.invalidParameter, "\(name) is not a configured provider of this identity pool.")
    }

    static func claimOfUsers(_ claim: String, provider: String) -> ServiceFault {
        ServiceFault(
            .invalidParameter,
            "Users of \(provider) can set the claim \(claim) themselves: remove it from WriteAttributes of all app "
                + "clients and check the values that exist, which count from then on, or choose a claim that only "
                + "administrators set.")
    }

    static func reservedDeveloperProvider(_ name: String) -> ServiceFault {
        ServiceFault(
            .invalidParameter,
            "\(name) is the name of a public provider or of an authentication method: choose another "
                + "DeveloperProviderName, such as login.example.com.")
    }

    static let tooLongTags = ServiceFault(
        .invalidParameter,
        "The values of principal tags may have \(CheckedTags.maximumValue) characters each and "
            + "\(PrincipalTags.maximumBytes) bytes together, their keys \(CheckedTags.maximumKey) characters each and "
            + "\(PrincipalTags.maximumKeyBytes) bytes together."
    )

    static let repeatedTagKey = ServiceFault(
        .invalidParameter, "The keys of principal tags must differ by more than the case of their letters."
    )

    static let tooManyPrincipalTags = ServiceFault(
        .invalidParameter, "A session can have at most \(CheckedTags.maximumCount) principal tags."
    )

    /// Principal tags that a session cannot have.
    static func badTags(_ flaw: CheckedTags.Flaw) -> ServiceFault {
        switch flaw {
        case .tooMany: tooManyPrincipalTags
        case .length: tooLongTags
        case .repeatedKey, .unknownTransitiveKey: repeatedTagKey
        }
    }

    static func unknownResource(_ arn: String) -> ServiceFault {
        ServiceFault(.resourceNotFound, "Resource '\(arn)' not found.")
    }

    static let tooManyTags = ServiceFault(
        .invalidParameter, "A resource can have at most \(ResourceTags.maximum) tags."
    )

    static let loginLinkedElsewhere = ServiceFault(
        .resourceConflict, "Login is already linked to another account."
    )

    static let tooManyLogins = ServiceFault(
        .invalidParameter, "An identity can have at most \(IdentityLinking.maximumLogins) linked logins."
    )

    static let noUsableRole = ServiceFault(
        .invalidIdentityPoolConfiguration,
        "Invalid identity pool configuration. Check assigned IAM roles for this pool."
    )

    /// The role of an identity does not admit it.
    static func unusableRole(_ cause: RefusedAccess) -> ServiceFault {
        var fault = noUsableRole
        fault.cause = cause
        return fault
    }

    static func forbidden(role arn: String, _ cause: RefusedAccess? = nil) -> ServiceFault {
        ServiceFault(.notAuthorized, "Access to Role '\(arn)' is forbidden.", cause: cause)
    }

    static func ambiguousRole(provider: String) -> ServiceFault {
        ServiceFault(
            .notAuthorized, "The ambiguous role mapping rules for: \(provider) denied this request."
        )
    }

    static func invalidMappingKey(_ key: String) -> ServiceFault {
        ServiceFault(
            .invalidParameter, "\(key) is not a valid RoleMapping ProviderName or is not a configured provider."
        )
    }

    static func foreignProvider(_ arn: String, account: String) -> ServiceFault {
        ServiceFault(.notAuthorized, "Identity provider \(arn) is not valid for account \(account)")
    }

    static let missingAuthentication = ServiceFault(.missingAuthenticationToken, "Missing Authentication Token")
}
