// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The family of all tokens that come from one sign-in; its revocation revokes all of them.
package struct TokenFamilyRecord: Sendable, Equatable {
    /// The maximum lifetime of an ID or access token, in seconds.
    package static let longestTokenLife: Double = 86_400

    /// The claim `origin_jti` of the tokens.
    package let id: String
    /// The id of the user's pool.
    package let poolID: String
    /// The id of the app client that the tokens were issued to.
    package let clientID: String
    /// The id of the user in the pool.
    package let sub: String
    /// The claim `event_id` of the tokens.
    package let eventID: String
    /// The time of authentication; for a sign-in that continues an earlier one, the time of the last proof.
    package let authTime: Date
    /// The time at which the family's last refresh token expires.
    package let expiresAt: Date
    /// The time at which all tokens of the family were revoked; `nil` if they were not.
    package var revokedAt: Date?
    /// The key of the device that signed in, confirmed or not; `nil` if the pool did not track devices.
    package let deviceKey: String?
    /// The methods that the user has proved; empty for sign-ins that an earlier release recorded.
    package let methods: Set<AuthenticationMethod>
    /// The claim `acr` of the tokens, which then also have `amr`; `nil` if they have neither.
    package let levelName: String?
    /// The time at which the oldest of the methods was proved.
    package let provedAt: Date
    /// What the tokens permit; `nil` for a sign-in through the API, which permits the user's own operations.
    package var grant: TokenGrant?
    /// The hash of the browser session that the tokens came from; `nil` for sign-ins through the API, and for families
    /// of earlier releases.
    package let sessionHash: [UInt8]?

    /// Creates the record of a family; without `provedAt`, the methods were proved at `authTime`.
    package init(
        id: String, poolID: String, clientID: String, sub: String, eventID: String, authTime: Date, expiresAt: Date,
        revokedAt: Date? = nil, deviceKey: String? = nil, methods: Set<AuthenticationMethod> = [],
        levelName: String? = nil, provedAt: Date? = nil, grant: TokenGrant? = nil, sessionHash: [UInt8]? = nil
    ) {
        self.id = id
        self.poolID = poolID
        self.clientID = clientID
        self.sub = sub
        self.eventID = eventID
        self.authTime = authTime
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.deviceKey = deviceKey
        self.methods = methods
        self.levelName = levelName
        self.provedAt = provedAt ?? authTime
        self.grant = grant
        self.sessionHash = sessionHash
    }
}

/// A refresh token, of which the store keeps only a keyed hash.
package struct RefreshTokenRecord: Sendable, Equatable {
    /// The time for which a replaced token keeps its row, in seconds.
    ///
    /// It is the longest grace period of a client, 60 seconds, and more than the clocks of two nodes can differ.
    package static let replacedTokensKept: Double = 75

    /// A keyed hash of the token.
    package let hash: [UInt8]
    /// The id of the user's pool.
    package let poolID: String
    /// The id of the token's family.
    package let familyID: String
    /// The time from which the token is refused.
    package let expiresAt: Date
    /// The time at which rotation replaced the token; it remains valid for the client's grace period.
    package var rotatedAt: Date?
    /// Whether the token itself names its family; `false` for tokens of earlier releases.
    ///
    /// Without a row, such a token is recognised as a replaced one. The row of another token is kept until it expires.
    package let namesFamily: Bool

    /// Creates the record of a refresh token.
    package init(
        hash: [UInt8], poolID: String, familyID: String, expiresAt: Date, rotatedAt: Date? = nil,
        namesFamily: Bool = false
    ) {
        self.hash = hash
        self.poolID = poolID
        self.familyID = familyID
        self.expiresAt = expiresAt
        self.rotatedAt = rotatedAt
        self.namesFamily = namesFamily
    }
}

/// The id of data that a user can send once, such as a session string, a secret block or a code of an authenticator
/// app.
///
/// The store keeps the ids of used data.
package struct SingleUseID: Sendable, Equatable {
    /// A text that identifies the data among all data of a single use.
    package let id: String
    /// The time from which the server rejects the data as expired, so that the id can be deleted from the store.
    package let expiresAt: Date

    /// Creates an id.
    package init(id: String, expiresAt: Date) {
        self.id = id
        self.expiresAt = expiresAt
    }
}

/// The failed password attempts for one user name since its last successful one.
///
/// Attempts for unknown user names count as well, so that a lock does not reveal whether a user exists.
package struct FailedAttemptsRecord: Sendable, Equatable {
    /// The id of the pool that the user name was tried in.
    package let poolID: String
    /// A keyed hash of the user's `sub`, or of an unknown user name.
    package let subject: [UInt8]
    /// The number of failed attempts since the last success.
    package var count: Int
    /// The time of the latest failed attempt.
    package var lastFailureAt: Date

    /// Creates the record of failed attempts.
    package init(poolID: String, subject: [UInt8], count: Int, lastFailureAt: Date) {
        self.poolID = poolID
        self.subject = subject
        self.count = count
        self.lastFailureAt = lastFailureAt
    }
}

/// A session: a token family as users and administrators see it.
package struct UserSessionRecord: Sendable, Equatable {
    /// The session id: `tkn` and 25 lower-case letters and digits.
    package let id: String
    /// The id of the user's pool.
    package let poolID: String
    /// The id of the session's token family.
    package let familyID: String
    /// The id of the app client that signed in.
    package let clientID: String
    /// The id of the user in the pool.
    package let sub: String
    /// The IP address of the last sign-in or token renewal.
    package let address: String
    /// A description of the device of that sign-in or renewal, such as a browser and an operating system.
    package let device: String
    /// The time of the sign-in.
    package let createdAt: Date
    /// The time at which tokens were last issued or renewed.
    package let lastActiveAt: Date
    /// The time at which the token family expires.
    package let expiresAt: Date

    /// Creates the record of a session.
    package init(
        id: String, poolID: String, familyID: String, clientID: String, sub: String, address: String, device: String,
        createdAt: Date, lastActiveAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.poolID = poolID
        self.familyID = familyID
        self.clientID = clientID
        self.sub = sub
        self.address = address
        self.device = device
        self.createdAt = createdAt
        self.lastActiveAt = lastActiveAt
        self.expiresAt = expiresAt
    }
}
