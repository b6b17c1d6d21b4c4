// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import GatehouseUserPoolModel

/// The result of a step of a sign-in on the hosted pages: a challenge, or the user's authentication.
package enum HostedAnswer: Sendable {
    /// A challenge. In `USER_AUTH`, `available` has the first factors that the user can choose instead; otherwise it is
    /// empty.
    case challenge(
        ChallengeNameType, session: String, parameters: [String: String], available: [ChallengeNameType])
    /// The user has signed in; no tokens were issued.
    ///
    /// The session is the browser's new one. It is `nil` if the page has asked for none, or if the request expects
    /// another user.
    indirect case signedIn(HostedAuthentication, NewBrowserSession?)
}

/// A user's completed authentication on the hosted pages, or at an identity provider.
package struct HostedAuthentication: Sendable {
    /// The user, as stored when the last step was checked.
    package let user: UserRecord
    /// What the user has proved.
    package let signIn: CompletedSignIn
    /// The name of the identity provider; `nil` for a sign-in at the pool itself.
    package let provider: String?
    /// The session at the provider, in the provider's form; `nil` if it cannot be ended.
    package let providerSession: String?
    /// The origin of the proofs that the sign-in began with.
    var former: FormerSignIn?

    /// Creates the description of an authentication.
    package init(
        user: UserRecord, signIn: CompletedSignIn, provider: String? = nil, providerSession: String? = nil
    ) {
        self.user = user
        self.signIn = signIn
        self.provider = provider
        self.providerSession = providerSession
    }
}
