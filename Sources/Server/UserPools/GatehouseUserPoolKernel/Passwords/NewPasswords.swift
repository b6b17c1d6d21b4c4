// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolRecord {
    /// The number of passwords that a user may not choose again, including the present one; 0 allows all.
    fileprivate var passwordHistorySize: Int { passwordPolicy.passwordHistorySize ?? 0 }
}

/// Seals new passwords, and checks them against the present and the former ones.
package struct NewPasswords: Sendable {
    let stored: StoredPasswords
    let computation: Computation
    let records: UserPoolRecords
    let clock: WallClock

    /// Derives and seals the verifier of a password, outside the threads that serve requests.
    ///
    /// - Throws: an internal error if the compute pool is shut down.
    package func sealed(
        _ password: String, sub: String, username: String, in pool: UserPoolRecord
    ) async throws(ServiceFault) -> UserRecord.SealedPassword {
        let (stored, now) = (stored, clock.now)
        return try await computation.run {
            stored.make(password, poolID: pool.id, sub: sub, username: username, at: now)
        }
    }

    /// Checks a new password against the present and the former passwords.
    ///
    /// The check compares the new password with all of them, whatever the results are. It depends on the user's
    /// passwords in its result and its duration, so the caller must be authenticated and the attempt counted before.
    ///
    /// - Throws: `PasswordHistoryPolicyViolationException` if it is one of them.
    package func checkHistory(
        _ password: String, of user: UserRecord, in pool: UserPoolRecord
    ) async throws(ServiceFault) {
        let former =
            pool.passwordHistorySize > 1
            ? try await records.read { try $0.formerPasswords(of: user, in: pool) } : []
        try await checkHistory(password, of: user, in: pool, former: former)
    }

    /// Checks a new password against the present one and the former ones that were read together with the user.
    package func checkHistory(
        _ password: String, of user: UserRecord, in pool: UserPoolRecord, former: [UserRecord.SealedPassword]
    ) async throws(ServiceFault) {
        guard pool.passwordHistorySize > 0, let present = user.password else { return }
        let isKnown = try await computation.run { [stored] in
            var isKnown = false
            for sealed in [present] + former {
                isKnown = try stored.matches(password, sealed, of: user) || isKnown
            }
            return isKnown
        }
        guard !isKnown else {
            throw ServiceFault(.passwordHistoryPolicyViolation, "Password has previously been used")
        }
    }
}

extension UserPoolReading {
    /// Returns the former passwords that the user may not choose again.
    package func formerPasswords(of user: UserRecord?, in pool: UserPoolRecord) throws -> [UserRecord.SealedPassword] {
        guard let user, pool.passwordHistorySize > 1 else { return [] }
        return try formerPasswords(ofUser: user.sub, inPool: pool.id, limit: pool.passwordHistorySize - 1)
    }
}

extension UserPoolWriting {
    /// Replaces the user's password and deletes the code for a reset; the caller saves the user.
    ///
    /// The new password was checked against the history of the user as `checked` was read.
    ///
    /// - Throws: `TooManyRequestsException` if the password has changed since, so that the check is no longer valid.
    package func replacePassword(
        of user: inout UserRecord, by password: UserRecord.SealedPassword, checked: UserRecord,
        in pool: UserPoolRecord
    ) throws {
        guard pool.passwordHistorySize == 0 || user.password == checked.password else {
            throw ServiceFault(.tooManyRequests, "The password is being changed by another request.")
        }
        try keepPassword(of: user, in: pool)
        try deleteCode(.passwordReset, ofUser: user.sub, inPool: pool.id)
        user.password = password
    }

    /// Adds the user's present password to the former ones, if the history has a place for it.
    package func keepPassword(of user: UserRecord, in pool: UserPoolRecord) throws {
        let size = pool.passwordHistorySize
        guard size > 1, let password = user.password else { return }
        try keep(password, ofUser: user.sub, inPool: pool.id, atMost: size - 1)
    }
}
