// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseWire

extension UserPoolReading {
    /// A user who was read before this transaction, as they are now.
    /// - Throws: `UserNotFoundException` when they are gone.
    package func present(_ user: UserRecord) throws -> UserRecord {
        guard let present = try self.user(user.sub, inPool: user.poolID) else { throw ServiceFault.noSuchUser }
        return present
    }
}

extension UserPoolWriting {
    /// Writes a user, read in this transaction, with other second factors.
    package func save(_ mfa: UserMFA, of user: UserRecord, at now: Date) throws {
        var user = user
        user.mfa = mfa
        user.modifiedAt = now
        try update(user)
    }
}
