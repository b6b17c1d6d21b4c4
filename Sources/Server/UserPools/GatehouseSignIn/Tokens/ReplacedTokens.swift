// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolKernel
import GatehouseUserPoolModel

extension UserPoolReading {
    /// Returns the refresh token with a hash, even if it has expired or was replaced.
    ///
    /// `name` is the family that the token names. A token that names a family and has no row was issued, and its row was
    /// removed after its replacement: the last token of a family keeps its row until it expires. A family without any row
    /// has lost its tokens in another way, such as by the removal of its device; its tokens are then unknown.
    func refreshToken(_ hash: [UInt8], naming name: TokenFamilyName?) throws -> RefreshTokenRecord? {
        if let token = try refreshToken(hash) { return token }
        guard let name, let family = try tokenFamily(name.id, inPool: name.poolID),
            try hasRefreshTokens(ofFamily: family.id, inPool: family.poolID)
        else { return nil }
        return RefreshTokenRecord(
            hash: hash, poolID: family.poolID, familyID: family.id, expiresAt: family.expiresAt,
            rotatedAt: .distantPast, namesFamily: true)
    }
}
