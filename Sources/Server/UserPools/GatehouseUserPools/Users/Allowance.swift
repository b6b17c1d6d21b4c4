// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// How often an hour one user may do something, or something may be done to one address.
struct Allowance: Sendable {
    let poolID: String
    let subject: [UInt8]
    let callsAnHour: Int
}

extension UserPools {
    func allowance(_ action: LimitedAction, of user: UserRecord) -> Allowance {
        allowance(action, of: user.sub, inPool: user.poolID)
    }

    /// The allowance of messages to one address or number, whoever has them sent.
    ///
    /// Without it, users made for the purpose could flood somebody.
    func allowance(ofMessagesTo destination: DeliveryDestination, inPool poolID: String) -> Allowance {
        allowance(.unaskedMessage, of: destination.value.lowercased(), inPool: poolID)
    }

    private func allowance(_ action: LimitedAction, of subject: String, inPool poolID: String) -> Allowance {
        Allowance(
            poolID: poolID,
            subject: sealer.mac(Array("\(poolID)|\(subject)|\(action.rawValue)".utf8), purpose: "allowance"),
            callsAnHour: action.callsAnHour)
    }
}

extension UserPoolWriting {
    /// Uses one call of an allowance, inside the transaction that acts on it.
    /// - Throws: `LimitExceededException` when none is left; nothing is written then.
    func use(_ allowance: Allowance, at now: Date) throws {
        guard try useIfLeft(allowance, at: now) else { throw ServiceFault.attemptLimit }
    }

    /// Uses one call of an allowance if there is one.
    ///
    /// Calls are counted in the rows of failed attempts, whose date is the beginning of the hour here.
    func useIfLeft(_ allowance: Allowance, at now: Date) throws -> Bool {
        let record = try failedAttempts(on: allowance.subject, inPool: allowance.poolID)
        let hour = record.flatMap { now.timeIntervalSince($0.lastFailureAt) < 3_600 ? $0 : nil }
        let used = hour?.count ?? 0
        guard used < allowance.callsAnHour else { return false }
        try put(
            FailedAttemptsRecord(
                poolID: allowance.poolID, subject: allowance.subject, count: used + 1,
                lastFailureAt: hour?.lastFailureAt ?? now))
        return true
    }
}
