// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The sender of a request, as its signature proves it.
package enum Principal: Sendable, Equatable {
    /// An unknown sender: the request is not signed, or the operation does not check the signature.
    case anonymous
    /// The holder of an administration key.
    case administrator(accessKeyID: String)
    /// The holder of temporary credentials of a role.
    case role(RoleSession)
    /// A registered user.
    case user(UserSession)
}

/// A session of a role, with the contents of its session token.
package struct RoleSession: Sendable, Equatable {
    /// The role's id: `AROA…`.
    package let roleID: String
    /// The role's ARN as configured: `arn:aws:iam::<account>:role/<name>`.
    package let roleARN: String
    /// The session's name; `CognitoIdentityCredentials` for sessions from an identity pool.
    package let name: String
    /// The identity that received the credentials.
    package let identityID: String?
    /// The identity pool that issued the credentials.
    package let identityPoolID: String?
    /// The identity's authentication: `authenticated` or `unauthenticated`, then the providers.
    package let authenticationMethods: [String]
    /// The condition keys of the person that assumed the role with a web identity, such as `<provider>:sub`; empty for
    /// identities of identity pools, and for other sessions.
    package let webIdentity: [String: [String]]
    /// The session tags by key, `aws:PrincipalTag/<key>` in policies; empty for a session without tags.
    package let principalTags: [String: String]
    /// What restricts the session.
    package let scope: SessionScope

    /// Creates the contents of a session token.
    package init(
        roleID: String, roleARN: String, name: String, identityID: String?, identityPoolID: String?,
        authenticationMethods: [String], webIdentity: [String: [String]] = [:],
        principalTags: [String: String] = [:], scope: SessionScope = SessionScope()
    ) {
        self.roleID = roleID
        self.roleARN = roleARN
        self.name = name
        self.identityID = identityID
        self.identityPoolID = identityPoolID
        self.authenticationMethods = authenticationMethods
        self.webIdentity = webIdentity
        self.principalTags = principalTags
        self.scope = scope
    }
}

/// A registered user who signs with an access key or with temporary credentials.
package struct UserSession: Sendable, Equatable {
    /// How the user signs.
    package enum Kind: String, Sendable {
        /// With an access key.
        case key
        /// With credentials of `GetSessionToken`.
        case session
        /// With credentials of `GetFederationToken`, which has given the session a name of its own.
        case federated
    }

    package let kind: Kind
    /// The name of the user whose policies count.
    package let userName: String
    /// The principal's ARN: `arn:aws:iam::<account>:user/…`, or `arn:aws:sts::<account>:federated-user/<name>`.
    package let arn: String
    /// The principal's id: `AIDA…`, or `<account>:<name>` for a federated user.
    package let id: String
    /// Whether the user is the holder of an administration key, and no policy applies to that user.
    package let isAdministrator: Bool
    /// The session tags by key.
    package let principalTags: [String: String]
    package let scope: SessionScope

    /// Creates a principal.
    package init(
        _ kind: Kind, userName: String, arn: String, id: String, isAdministrator: Bool = false,
        principalTags: [String: String] = [:], scope: SessionScope = SessionScope()
    ) {
        self.kind = kind
        self.userName = userName
        self.arn = arn
        self.id = id
        self.isAdministrator = isAdministrator
        self.principalTags = principalTags
        self.scope = scope
    }
}
