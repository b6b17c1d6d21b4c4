// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// Draws codes, keeps keyed hashes of them, and judges guesses.
struct VerificationCodes: Sendable {
    /// What became of a guess.
    enum Redemption {
        case accepted(CodeRecord)
        case refused(ServiceFault)
    }

    /// Wrong guesses that one code stands.
    static let guessLimit = 15

    let sealer: Sealer
    let entropy: Entropy

    /// A new code of six digits and the row that remembers it.
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

    /// Checks a guess inside the transaction that acts on it.
    ///
    /// A right one is used up; a wrong one is counted, and the caller lets the transaction end well so that the count
    /// stays.
    func redeem(
        _ guess: String, _ purpose: CodePurpose, of user: UserRecord, at now: Date, in store: any UserPoolWriting
    ) throws -> Redemption {
        let verdict = try judge(guess, purpose, of: user, at: now, in: store)
        if case .accepted = verdict {
            try store.deleteCode(purpose, ofUser: user.sub, inPool: user.poolID)
        }
        return verdict
    }

    /// Checks a guess as ``redeem`` does, but leaves a right code for a later transaction.
    func judge(
        _ guess: String, _ purpose: CodePurpose, of user: UserRecord, at now: Date, in store: any UserPoolWriting
    ) throws -> Redemption {
        guard var record = try store.code(purpose, ofUser: user.sub, inPool: user.poolID), record.expiresAt > now else {
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

    /// Refuses a guess at the code of an unknown user, which was sent to no address.
    ///
    /// Where no code is kept, one is drawn as though a message had just brought it, so that guesses at unknown names are
    /// counted and refused like guesses at a pending code.
    func refuse(
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
        sealer.mac(Array("\(user.poolID)|\(user.sub)|\(purpose.key)|\(code)".utf8), purpose: "code")
    }
}

extension UserPools {
    var codes: VerificationCodes { VerificationCodes(sealer: sealer, entropy: entropy) }
}
