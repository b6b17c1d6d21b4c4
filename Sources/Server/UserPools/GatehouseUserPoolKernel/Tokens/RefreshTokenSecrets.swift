// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseText
import GatehouseUserPoolModel

/// The name of a token family, which its refresh tokens contain.
package struct TokenFamilyName: Sendable, Equatable {
    /// The id of the family's pool.
    package let poolID: String
    /// The id of the family in its pool.
    package let id: String
}

/// Refresh tokens, which name their family under a keyed hash.
///
/// A token is the Base64URL text of the keyed hash (32 bytes), the secret (48 bytes), and the ids of pool and family with a
/// slash between them. The keyed hash is made with an index key over everything behind it, so only this installation can
/// make a token that names a family. A token with a correct keyed hash was therefore issued. If it has no row, it was
/// replaced, and its row was removed. Tokens of earlier releases are 48 random bytes and name no family.
extension TokenSecrets {
    private static let hashBytes = 32
    private static let secretBytes = 48
    /// The longest text that may be a token that names its family: the ids have at most 55 and 64 bytes.
    private static let longestText = 512

    /// The hash under which a refresh token is stored.
    package func refreshTokenHash(_ token: String) -> [UInt8] {
        sealer.mac(Array(token.utf8), purpose: .refreshToken)
    }

    /// A new refresh token of a family, and its record.
    func newRefreshToken(
        in family: TokenFamilyRecord, expiresAt: Date
    ) -> (token: String, record: RefreshTokenRecord) {
        let named = entropy.bytes(Self.secretBytes) + Array("\(family.poolID)/\(family.id)".utf8)
        let token = Base64URL.encode(sealer.mac(named, purpose: .refreshTokenFamily) + named)
        let record = RefreshTokenRecord(
            hash: refreshTokenHash(token), poolID: family.poolID, familyID: family.id, expiresAt: expiresAt,
            namesFamily: true)
        return (token, record)
    }

    /// The family that a refresh token of this installation names.
    ///
    /// It is `nil` for every other text, and for the tokens of earlier releases.
    package func familyName(in token: String) -> TokenFamilyName? {
        guard token.utf8.count <= Self.longestText, let bytes = Base64URL.decode(token),
            bytes.count > Self.hashBytes + Self.secretBytes
        else { return nil }
        let named = Array(bytes[Self.hashBytes...])
        let hash = Array(bytes[..<Self.hashBytes])
        guard constantTimeEqual(hash, sealer.mac(named, purpose: .refreshTokenFamily)) else { return nil }
        let ids = named[Self.secretBytes...].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard ids.count == 2, let poolID = String(utf8: Array(ids[0])), let id = String(utf8: Array(ids[1])) else {
            return nil
        }
        return TokenFamilyName(poolID: poolID, id: id)
    }
}
