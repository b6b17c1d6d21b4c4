// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

extension CodeRecord {
    /// Whether the code has not expired.
    ///
    /// After the clock was set back, a code from a later time has, because it would be valid for longer than its
    /// lifetime.
    package func isValid(at now: Date) -> Bool { expiresAt > now && !createdAt.isInFuture(at: now) }
}

/// Creates and verifies codes, of which the store keeps keyed hashes.
package struct VerificationCodes: Sendable {
    /// The result of an attempt.
    package enum Redemption {
        /// The code is right; the record is the one that the store had.
        case accepted(CodeRecord)
        /// The code is refused, with the fault for the caller.
        case refused(ServiceFault)
    }

    /// The maximum number of wrong attempts for a code.
    static let guessLimit = 15

    let sealer: Sealer
    let entropy: Entropy

    /// Returns a new code of six digits and its record.
    func draw(
        _ purpose: CodePurpose, for user: UserRecord, to destination: DeliveryDestination, at now: Date
    ) -> (code: String, record: CodeRecord) {
        let code = entropy.digits(6)
        let record = CodeRecord(
            poolID: user.poolID, sub: user.sub, purpose: purpose, hash: hash(code, purpose, of: user),
            attribute: destination.attribute, destination: destination.value, createdAt: now,
            expiresAt: now.addingTimeInterval(purpose.lifetime))
        return (code, record)
    }

    /// Checks a code in the transaction that uses it.
    ///
    /// A correct code is removed. A wrong one is counted; the caller must let the transaction commit, so that the count
    /// is saved.
    package func redeem(
        _ guess: String, _ purpose: CodePurpose, of user: UserRecord, at now: Date, in store: any UserPoolWriting
    ) throws -> Redemption {
        let verdict = try judge(guess, purpose, of: user, at: now, in: store)
        if case .accepted = verdict {
            try store.deleteCode(purpose, ofUser: user.sub, inPool: user.poolID)
        }
        return verdict
    }

    /// Checks a code as ``redeem`` does, but keeps a correct one for a later transaction.
    package func judge(
        _ guess: String, _ purpose: CodePurpose, of user: UserRecord, at now: Date, in store: any UserPoolWriting
    ) throws -> Redemption {
        guard var record = try store.code(purpose, ofUser: user.sub, inPool: user.poolID), record.isValid(at: now)
        else {
            return .refused(.expiredCode)
        }
        guard record.attempts < Self.guessLimit else { return .refused(.attemptLimit) }
        guard constantTimeEqual(record.hash, hash(guess, purpose, of: user)) else {
            record.attempts += 1
            try store.put(record)
            return .refused(.wrongCode)
        }
        return .accepted(record)
    }

    /// Rejects a code for an unknown user, since no code was ever sent.
    ///
    /// If the store has no code for the name, one is created as if it had just been sent, so that attempts for unknown
    /// users are counted and rejected like those for a pending code.
    package func refuse(
        _ guess: String, _ purpose: CodePurpose, ofDecoy user: UserRecord, at now: Date, in store: any UserPoolWriting
    ) throws -> ServiceFault {
        if try store.code(purpose, ofUser: user.sub, inPool: user.poolID) == nil {
            let nowhere = DeliveryDestination(attribute: "email", value: "")
            try store.put(draw(purpose, for: user, to: nowhere, at: now).record)
        }
        guard case .refused(let fault) = try judge(guess, purpose, of: user, at: now, in: store) else {
            return .wrongCode
        }
        return fault
    }

    private func hash(_ code: String, _ purpose: CodePurpose, of user: UserRecord) -> [UInt8] {
        sealer.mac(Array("\(user.poolID)|\(user.sub)|\(purpose.key)|\(code)".utf8), purpose: .code)
    }
}
