// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolModel
import GatehouseWire

/// Tokens that are not returned yet: first their rows must be stored.
package struct TokenIssue: Sendable {
    /// The result of the operation; the tokens of a new sign-in are not signed yet.
    package let result: AuthenticationResultType
    let family: TokenFamilyRecord?
    let refreshToken: RefreshTokenRecord?
    let rotated: RefreshTokenRecord?
    /// The hashes of tokens whose rows are not needed any more.
    var replaced: [[UInt8]] = []
    let session: (record: UserSessionRecord, limit: Int)?
    let device: (record: DeviceRecord, address: String)?

    /// Writes the rows, in the transaction that completes the sign-in or renewal.
    ///
    /// - Throws: `ResourceNotFoundException` if the device that signs in was forgotten in the meantime.
    package func save(in store: any UserPoolWriting) throws {
        if let device, let family {
            try store.noteSignIn(with: device.record, from: device.address, at: family.authTime)
        }
        if let family { try store.insert(family) }
        if let rotated { try store.update(rotated) }
        try store.deleteRefreshTokens(replaced)
        if let refreshToken { try store.insert(refreshToken) }
    }

    /// The id of the new token family; `nil` for a renewal.
    package var familyID: String? { family?.id }

    /// Whether a session begins with the tokens.
    package var beginsSession: Bool { session != nil }

    /// Begins the session and ends the least recently used ones over the limit, unless the tokens were revoked in the
    /// meantime.
    ///
    /// A sign-in that a trigger may still refuse ends no session; it does so once the tokens are issued.
    package func beginSession(in store: any UserPoolWriting) throws {
        guard let session, let family, let stored = try store.tokenFamily(family.id, inPool: family.poolID),
            stored.revokedAt == nil
        else { return }
        try store.begin(session.record, keeping: session.limit)
    }

    /// Revokes the rows of tokens that are not returned.
    package func takeBack(in store: any UserPoolWriting, at now: Date) throws {
        guard let family else { return }
        try store.revokeTokenFamily(family.id, inPool: family.poolID, at: now)
    }
}

/// The reason for new tokens, and the data that triggers receive about it.
package struct TokenOccasion: Sendable {
    let source: PreTokenGeneration.Source
    /// The client metadata of the operation, for triggers.
    let metadata: [String: String]?
    /// The claim `nonce` of the ID token.
    let nonce: String?
    /// The changes of the PreTokenGeneration trigger, if it was called before; otherwise it is called.
    let changes: PreTokenGeneration?

    /// Creates the occasion of new tokens.
    package init(
        source: PreTokenGeneration.Source = .authentication, metadata: [String: String]? = nil, nonce: String? = nil,
        changes: PreTokenGeneration? = nil
    ) {
        self.source = source
        self.metadata = metadata
        self.nonce = nonce
        self.changes = changes
    }
}

/// The inputs for a user's tokens besides the user, read in the transaction that reads the user.
package struct TokenInputs: Sendable {
    let keys: [SigningKeyRecord]
    let groups: GroupClaims

    /// The inputs for a step that issues no tokens.
    package static let none = TokenInputs(keys: [], groups: GroupClaims([]))
}

extension UserPoolReading {
    /// The keys of a pool and the groups of one of its users; no groups for an unknown user name.
    package func tokenInputs(of user: UserRecord?, inPool poolID: String) throws -> TokenInputs {
        let memberships = try user.map { user in
            try groups(ofUser: user.sub, inPool: poolID, after: nil, limit: GroupRecord.maximumPerUser)
        }
        return TokenInputs(keys: try signingKeys(ofPool: poolID), groups: GroupClaims(memberships ?? []))
    }
}
