// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Who sent a request, as far as its signature proves.
package enum Principal: Sendable, Equatable {
    /// Nobody: the request is not signed, or its signature does not matter for the operation.
    case anonymous
    /// The holder of an administration key.
    case administrator(accessKeyID: String)
    /// The holder of credentials that were vended for a role.
    case role(RoleSession)
}

/// A role taken on for an hour: what a session token proves.
package struct RoleSession: Sendable, Equatable {
    /// `AROA…`: the role's own id.
    package let roleID: String
    /// `arn:aws:iam::<account>:role/<name>`, as it was configured.
    package let roleARN: String
    /// The session's name; `CognitoIdentityCredentials` for those an identity pool vends.
    package let name: String
    /// The identity the credentials were vended for.
    package let identityID: String?
    /// The identity pool that vended them.
    package let identityPoolID: String?
    /// How the identity proved itself: `authenticated` or `unauthenticated`, then the providers.
    package let authenticationMethods: [String]

    /// Creates the value that a session token stands for.
    package init(
        roleID: String, roleARN: String, name: String, identityID: String?, identityPoolID: String?,
        authenticationMethods: [String]
    ) {
        self.roleID = roleID
        self.roleARN = roleARN
        self.name = name
        self.identityID = identityID
        self.identityPoolID = identityPoolID
        self.authenticationMethods = authenticationMethods
    }
}
