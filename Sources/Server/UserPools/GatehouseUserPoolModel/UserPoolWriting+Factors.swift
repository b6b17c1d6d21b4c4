// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseWire

extension UserPoolReading {
    /// Returns the current state of a user that was read before this transaction.
    ///
    /// - Throws: `UserNotFoundException` if the user was deleted.
    package func present(_ user: UserRecord) throws -> UserRecord {
        guard let present = try self.user(user.sub, inPool: user.poolID) else { throw ServiceFault.noSuchUser }
        return present
    }
}

extension UserPoolWriting {
    /// Saves the MFA settings of a user that was read in this transaction.
    package func save(_ mfa: UserMFA, of user: UserRecord, at now: Date) throws {
        var user = user
        user.mfa = mfa
        user.modifiedAt = now
        try update(user)
    }
}
