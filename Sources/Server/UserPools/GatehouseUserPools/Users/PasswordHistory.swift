// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

extension UserPoolRecord {
    /// How many passwords a user may not choose again, the present one included; zero allows every one.
    fileprivate var passwordHistorySize: Int { passwordPolicy.passwordHistorySize ?? 0 }
}

extension UserPools {
    /// Checks a new password against those that the user has and had.
    ///
    /// Each is tried, whatever the others said. It answers and takes its time only for a password of this user, so it
    /// must not be asked before the caller has proved who they are and the try has been counted.
    ///
    /// - Throws: `PasswordHistoryPolicyViolationException` for one of them.
    func checkHistory(
        _ password: String, of user: UserRecord, in pool: UserPoolRecord
    ) async throws(ServiceFault) {
        let former =
            pool.passwordHistorySize > 1
            ? try await read { try $0.formerPasswords(of: user, in: pool) } : []
        try await checkHistory(password, of: user, in: pool, former: former)
    }

    /// The same with the passwords before the present one that were read along with the user.
    func checkHistory(
        _ password: String, of user: UserRecord, in pool: UserPoolRecord, former: [UserRecord.SealedPassword]
    ) async throws(ServiceFault) {
        guard pool.passwordHistorySize > 0, let present = user.password else { return }
        let passwords = passwords
        let isKnown = try await compute {
            var isKnown = false
            for sealed in [present] + former {
                isKnown = try passwords.matches(password, sealed, of: user) || isKnown
            }
            return isKnown
        }
        guard !isKnown else {
            throw ServiceFault(.passwordHistoryPolicyViolation, "Password has previously been used")
        }
    }
}

extension UserPoolReading {
    /// The passwords before the present one that the user may not choose again.
    func formerPasswords(of user: UserRecord?, in pool: UserPoolRecord) throws -> [UserRecord.SealedPassword] {
        guard let user, pool.passwordHistorySize > 1 else { return [] }
        return try formerPasswords(ofUser: user.sub, inPool: pool.id, limit: pool.passwordHistorySize - 1)
    }
}

extension UserPoolWriting {
    /// Gives the user another password and voids a code for choosing one; the caller writes the user's row.
    ///
    /// The new password was held against the history of the user as `checked` was read.
    ///
    /// - Throws: `TooManyRequestsException` when the password was changed meanwhile, so that the check says nothing.
    func replacePassword(
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

    /// Keeps the password that the user is about to lose, as long as it may not be chosen again.
    func keepPassword(of user: UserRecord, in pool: UserPoolRecord) throws {
        let size = pool.passwordHistorySize
        guard size > 1, let password = user.password else { return }
        try keep(password, ofUser: user.sub, inPool: pool.id, atMost: size - 1)
    }
}
