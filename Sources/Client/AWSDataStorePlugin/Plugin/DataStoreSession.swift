// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AWSPluginsCore

/// The session of a device whose plugins do not belong to `Amplify`, such as one of several devices in a test.
package struct DataStoreSession: Sendable {
    /// Returns the `sub` of the user pool's user; nil if no user is signed in.
    package let user: @Sendable () async -> String?

    /// Returns the token of the app's provider of OpenID Connect; nil for an app without a provider.
    package let openIDToken: (@Sendable () async -> String?)?

    /// Returns the token with the user's claims for a mode; nil without a token.
    package let token: @Sendable (AWSAuthorizationType?) async -> String?

    /// Returns a token for a mode in place of one that the service has refused; nil if `token` supplies these, too.
    package let renewedToken: (@Sendable (AWSAuthorizationType) async -> String?)?

    /// Returns an element for each sign-in, sign-out and expiry of the session from now on.
    package let changes: @Sendable () -> AsyncStream<Void>

    /// Makes a session of its roles.
    package init(
        user: @escaping @Sendable () async -> String?,
        openIDToken: (@Sendable () async -> String?)? = nil,
        token: @escaping @Sendable (AWSAuthorizationType?) async -> String? = { _ in nil },
        renewedToken: (@Sendable (AWSAuthorizationType) async -> String?)? = nil,
        changes: @escaping @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }
    ) {
        self.user = user
        self.openIDToken = openIDToken
        self.token = token
        self.renewedToken = renewedToken
        self.changes = changes
    }

    var state: SignInState {
        SignInState(
            asksProvider: { openIDToken != nil },
            caller: {
                guard let openIDToken else { return Caller(userPool: await user(), openID: nil) }
                return Caller(userPool: await user(), openID: await openIDToken().map(Caller.openID))
            },
            token: token, renewedToken: renewedToken, changes: changes)
    }
}
