// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The sender of a request, as its signature proves it.
public struct Caller: Sendable, Equatable {
    /// The access key that signed: `ASIA…` of temporary credentials, `AKIA…` of a registered user.
    public let accessKeyID: String
    /// The ARN of a user, or of the session of a role: `arn:aws:sts::<account>:assumed-role/<role>/<session>`.
    public let arn: String
    /// The account, twelve digits.
    public let account: String
    /// The unique id: `AIDA…`, or `AROA…:<session>`.
    public let userID: String
    /// The identity of the identity pool that issued the credentials; `nil` for other credentials.
    public let identityID: String?
    /// The identity pool that issued the credentials.
    public let identityPoolID: String?
    /// `authenticated` or `unauthenticated`, then the providers of the logins; empty for other credentials.
    public let authenticationMethods: [String]
    /// The principal tags by their keys.
    public let tags: [String: String]
    /// Whether the session has policies of its own, which permit less than the role or the user of ``arn``.
    ///
    /// A signature proves who sends a request, not what the sender may do. Your service does not see the policies: one
    /// that gives rights to roles or users gives such a session too many, unless it refuses it. Sessions of guests, which
    /// ``isGuest`` shows, are restricted by a policy of AWS that does not count here.
    public let isRestricted: Bool

    init(accessKeyID: String, _ principal: SigningPrincipal) {
        self.accessKeyID = accessKeyID
        arn = principal.arn
        account = principal.account
        userID = principal.userID
        identityID = principal.identityID
        identityPoolID = principal.identityPoolID
        authenticationMethods = principal.authenticationMethods
        tags = principal.tags
        isRestricted = principal.isRestricted
    }

    /// Whether the credentials are those of a guest of an identity pool.
    public var isGuest: Bool { authenticationMethods.first == "unauthenticated" }
}
