// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

// What identity pools say. Codes and texts are those of the service where it was observed.
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

    /// An authenticated or disabled identity was named without proof.
    static func forbidden(identity id: String) -> ServiceFault {
        ServiceFault(.notAuthorized, "Access to Identity '\(id)' is forbidden.")
    }

    /// The proof is for somebody else, or comes from a provider that the pool does not know.
    static let loginsDoNotMatch = ServiceFault(
        .notAuthorized,
        "Logins don't match. Please include at least one valid login for this identity or identity pool."
    )

    /// The provider is right, the audience is not.
    static let unsupportedAudience = ServiceFault(
        .notAuthorized, "Token is not from a supported provider of this identity pool."
    )

    static let cognitoTokenInGetId = ServiceFault(
        .notAuthorized, "Invalid login token. Can't pass in a Cognito token."
    )

    static let notACognitoToken = ServiceFault(.notAuthorized, "Invalid login token. Not a Cognito token.")

    static let developerProviderInPublicCall = ServiceFault(
        .invalidParameter, "Please provide a valid public provider"
    )

    /// The provider is configured, but nothing here can verify its tokens.
    static func unverifiable(provider: String) -> ServiceFault {
        ServiceFault(.notAuthorized, "Invalid login token. Gatehouse does not verify logins of \(provider) yet.")
    }

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

    static func forbidden(role arn: String) -> ServiceFault {
        ServiceFault(.notAuthorized, "Access to Role '\(arn)' is forbidden.")
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

    static func invalidParameter(_ text: String) -> ServiceFault {
        ServiceFault(.invalidParameter, text)
    }

    static func foreignProvider(_ arn: String, account: String) -> ServiceFault {
        ServiceFault(.notAuthorized, "Identity provider \(arn) is not valid for account \(account)")
    }

    static let missingAuthentication = ServiceFault(.missingAuthenticationToken, "Missing Authentication Token")

    static func denied(user: String, action: String, resource: String) -> ServiceFault {
        ServiceFault(
            .accessDenied,
            "User: \(user) is not authorized to perform: \(action) on resource: \(resource)"
                + " because no identity-based policy allows the \(action) action"
        )
    }

    static let invalidSecurityToken = ServiceFault(
        .unrecognizedClient, "The security token included in the request is invalid."
    )

    static let expiredSecurityToken = ServiceFault(
        .expiredToken, "The security token included in the request is expired"
    )
}
