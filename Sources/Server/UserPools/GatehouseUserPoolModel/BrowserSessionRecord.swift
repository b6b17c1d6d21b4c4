// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A browser that a user has signed in with on the hosted pages.
///
/// The browser's cookie has a random value, of which the store keeps only a keyed hash. Each sign-in makes a new one.
package struct BrowserSessionRecord: Sendable, Equatable {
    /// The lifetime in seconds, unless the client of the sign-in has its own; use does not extend it.
    package static let lifetime: Double = 3_600

    /// A keyed hash of the cookie's value.
    package let hash: [UInt8]
    /// The id of the user's pool; the session is valid for all of its clients.
    package let poolID: String
    /// The id of the user in the pool.
    package let sub: String
    /// The sign-in.
    package var signIn: CompletedSignIn
    /// The name of the identity provider of the sign-in; `nil` for a sign-in at the pool itself.
    package let provider: String?
    /// The session at the identity provider, in the form of its kind of provider; `nil` if it cannot be ended.
    package let providerSession: String?
    /// The time at which the session began, by the forward clock.
    package let createdAt: Date
    /// The time by the forward clock from which the session is refused.
    package let expiresAt: Date
    /// The factors that the sign-in has proved, by their versions.
    package var factors: ProvedFactors

    /// Creates the record of a session.
    package init(
        hash: [UInt8], poolID: String, sub: String, signIn: CompletedSignIn, provider: String?,
        providerSession: String? = nil, createdAt: Date, expiresAt: Date, factors: ProvedFactors = ProvedFactors()
    ) {
        self.hash = hash
        self.poolID = poolID
        self.sub = sub
        self.signIn = signIn
        self.provider = provider
        self.providerSession = providerSession
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.factors = factors
    }
}

/// The versions of the factors that a browser's sign-in has proved.
///
/// After a change of a factor, the user has another version of it, and the earlier proof does not count. Times could not
/// tell this after the clock was set back.
package struct ProvedFactors: Sendable, Equatable {
    /// The version of the password that the user has entered, or has chosen at a sign-up that continues with this
    /// sign-in.
    ///
    /// It is `nil` for a sign-in without a password, and for one that an earlier release recorded.
    package var password: [UInt8]?
    /// The version of the authenticator app; `nil` without an app, and for a sign-in that an earlier release recorded.
    package let softwareToken: [UInt8]?
    /// The time of the last removal of a passkey before the sign-in; `nil` without one.
    package let passkeysRemovedAt: Date?

    /// Creates the versions.
    package init(password: [UInt8]? = nil, softwareToken: [UInt8]? = nil, passkeysRemovedAt: Date? = nil) {
        self.password = password
        self.softwareToken = softwareToken
        self.passkeysRemovedAt = passkeysRemovedAt
    }
}
