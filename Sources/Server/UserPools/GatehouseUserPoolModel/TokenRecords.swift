// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// All tokens that come from one sign-in.
///
/// Revoking the family revokes them.
package struct TokenFamilyRecord: Sendable, Equatable {
    /// The longest time that an ID or access token may be good for, in seconds.
    package static let longestTokenLife: Double = 86_400

    /// The tokens' `origin_jti`.
    package let id: String
    package let poolID: String
    package let clientID: String
    package let sub: String
    /// The tokens' `event_id`.
    package let eventID: String
    /// When the user proved who they are; the last time, where a sign-in went on from the proofs of another.
    package let authTime: Date
    /// When the last refresh token of the family ends.
    package let expiresAt: Date
    package var revokedAt: Date?
    /// The key of the device that signed in, confirmed or issued only; `nil` where the pool tracked none.
    package let deviceKey: String?
    /// What the user proved who they are with; nothing for sign-ins that earlier releases judged.
    package let methods: Set<AuthenticationMethod>
    /// The tokens' `acr`, with which goes an `amr`; `nil` where they have neither.
    package let levelName: String?
    /// When the oldest of the methods was proved.
    package let provedAt: Date

    /// Creates the row of a family; without a time of its own, what was proved is as old as the sign-in.
    package init(
        id: String, poolID: String, clientID: String, sub: String, eventID: String, authTime: Date, expiresAt: Date,
        revokedAt: Date? = nil, deviceKey: String? = nil, methods: Set<AuthenticationMethod> = [],
        levelName: String? = nil, provedAt: Date? = nil
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
    }
}

/// A refresh token.
///
/// Only a keyed hash of it is kept.
package struct RefreshTokenRecord: Sendable, Equatable {
    package let hash: [UInt8]
    package let poolID: String
    package let familyID: String
    package let expiresAt: Date
    /// When rotation replaced the token; it stays good for the client's grace period.
    package var rotatedAt: Date?

    /// Creates the row of a token.
    package init(hash: [UInt8], poolID: String, familyID: String, expiresAt: Date, rotatedAt: Date? = nil) {
        self.hash = hash
        self.poolID = poolID
        self.familyID = familyID
        self.expiresAt = expiresAt
        self.rotatedAt = rotatedAt
    }
}

/// Something that may happen once and did: a session string or secret block that was answered.
package struct SpentTicket: Sendable, Equatable {
    package let id: String
    /// From here on the ticket would be refused for its age, so that the row may go.
    package let expiresAt: Date

    /// Creates the row of a spent ticket.
    package init(id: String, expiresAt: Date) {
        self.id = id
        self.expiresAt = expiresAt
    }
}

/// Failed password attempts on one name since its last success.
///
/// Names that stand for nobody are counted as well, so that a lock does not tell who exists.
package struct FailedAttemptsRecord: Sendable, Equatable {
    package let poolID: String
    /// A keyed hash of the user's sub, or of the name that stands for nobody.
    package let subject: [UInt8]
    package var count: Int
    package var lastFailureAt: Date

    /// Creates the row of failed attempts.
    package init(poolID: String, subject: [UInt8], count: Int, lastFailureAt: Date) {
        self.poolID = poolID
        self.subject = subject
        self.count = count
        self.lastFailureAt = lastFailureAt
    }
}
