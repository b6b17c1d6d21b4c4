// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
