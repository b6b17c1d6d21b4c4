// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A signed-in user, as the store keeps it.
package struct SignedInUser: Sendable, Equatable, Codable {
    package var tokens: UserPoolTokens
    /// The user name as typed at sign-in; device data is stored under it.
    package var typedUsername: String
    package var method: SignInMethod
    /// The time of the sign-in by the client's clock.
    package var signedInAt: Date
    /// The key of the device of the sign-in; refreshes in pools that track devices must include it.
    package var deviceKey: String?
    /// Whether the user pool has refused the refresh token permanently.
    package internal(set) var isRefreshTokenDead: Bool
    /// How the user appears in the identity pool; nil: under the user pool's own key.
    package var federation: UserFederation?
    /// Whether the next call renews the tokens even if they are still valid; absent means false.
    package var areTokensStale: Bool?

    /// Creates the record of a user who has just signed in.
    package init(
        tokens: UserPoolTokens,
        typedUsername: String,
        method: SignInMethod,
        signedInAt: Date,
        deviceKey: String? = nil,
        isRefreshTokenDead: Bool = false,
        federation: UserFederation? = nil,
        areTokensStale: Bool? = nil
    ) {
        self.tokens = tokens
        self.typedUsername = typedUsername
        self.method = method
        // A record read back from the store, in seconds since 1970, must equal the one that was written.
        self.signedInAt = Date(timeIntervalSince1970: signedInAt.timeIntervalSince1970)
        self.deviceKey = deviceKey
        self.isRefreshTokenDead = isRefreshTokenDead
        self.federation = federation
        self.areTokensStale = areTokensStale
    }
}

/// The way in which a user signed in.
package enum SignInMethod: Sendable, Equatable, Codable {
    /// Through the API, with a flow.
    case api(flow: SignInFlow)
    /// Through the hosted pages; with `isPrivate`, in a browser that has forgotten the sign-in.
    ///
    /// Absent means false: the first layout has no members here.
    case hostedUI(isPrivate: Bool?)

    /// The names of the ways in the stored form.
    enum CodingKeys: CodingKey { case api, hostedUI }

    /// A sign-in on the hosted pages.
    static func onPages(isPrivate: Bool) -> SignInMethod { .hostedUI(isPrivate: isPrivate ? true : nil) }

    /// Whether the user's browser may still be signed in on the hosted pages.
    var leavesBrowserSession: Bool {
        switch self {
        case .api: false
        case .hostedUI(let isPrivate): isPrivate != true
        }
    }
}

/// The signed-in user, as the access token names it.
package struct SessionUser: Sendable, Equatable {
    /// The `username` claim, which may differ from the typed name.
    package let username: String
    /// The `sub` claim.
    package let userID: String

    /// Creates a user.
    package init(username: String, userID: String) {
        self.username = username
        self.userID = userID
    }
}
