// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseWire

/// One user's allowance of one action.
struct Allowance: Sendable {
    let poolID: String
    let subject: [UInt8]
    let callsAnHour: Int
}

extension UserPools {
    func allowance(_ action: LimitedAction, of user: UserRecord) -> Allowance {
        Allowance(
            poolID: user.poolID,
            subject: sealer.mac(
                Array("\(user.poolID)|\(user.sub)|\(action.rawValue)".utf8), purpose: "allowance"),
            callsAnHour: action.callsAnHour)
    }
}

extension UserPoolWriting {
    /// Uses one call of an allowance, inside the transaction that acts on it.
    ///
    /// Calls are counted in the rows of failed attempts, whose date is the beginning of the hour here.
    /// - Throws: `LimitExceededException` when none is left; nothing is written then.
    func use(_ allowance: Allowance, at now: Date) throws {
        let record = try failedAttempts(on: allowance.subject, inPool: allowance.poolID)
        let hour = record.flatMap { now.timeIntervalSince($0.lastFailureAt) < 3_600 ? $0 : nil }
        let used = hour?.count ?? 0
        guard used < allowance.callsAnHour else { throw ServiceFault.attemptLimit }
        try put(
            FailedAttemptsRecord(
                poolID: allowance.poolID, subject: allowance.subject, count: used + 1,
                lastFailureAt: hour?.lastFailureAt ?? now))
    }
}
