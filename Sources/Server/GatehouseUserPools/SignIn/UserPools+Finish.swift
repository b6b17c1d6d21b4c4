// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseWire

/// A proof that a user gave, to be judged in the transaction that acts on it.
struct PasswordProof: Sendable {
    let client: AppClientRecord
    let pool: UserPoolRecord
    let typedName: String
    /// `nil` for a name that stands for nobody.
    let user: UserRecord?
    let grounds: TokenGrounds
    let isRight: Bool
    let origin: CallOrigin
    /// What must not be answered twice.
    let ticket: SpentTicket
    /// What somebody is told who answers it twice.
    var reuse: ServiceFault = .wrongCredentials
    let machine: SignInMachine
    /// What takes the place of the hash that the user was imported with.
    var replacement: UserRecord.SealedPassword?

    /// Whether it is a temporary password that nobody used in time.
    fileprivate func isTooLate(at now: Date) -> Bool {
        guard let user, user.status == .forceChangePassword, let password = user.password else { return false }
        return now.timeIntervalSince(password.setAt) >= pool.temporaryPasswordValidity
    }
}

extension UserPools {
    /// Judges a password proof: counts it, burns its ticket, and goes on to what the machine decides.
    func conclude(_ proof: PasswordProof) async throws(ServiceFault) -> SignInAnswer {
        let now = clock.now
        let subject = lockoutSubject(sub: proof.user?.sub, typedName: proof.typedName, in: proof.pool)
        let eventID = entropy.uuid()
        let event = event(
            .signIn, of: proof.user, in: proof.pool, from: proof.origin, by: .password, id: eventID)
        guard proof.isRight, let user = proof.user else {
            throw try await write { store in
                // Counted even if the ticket is spent: how long a right answer takes must not tell more guesses apart.
                let isFresh = try store.spend(proof.ticket)
                let refusal = try store.judgeAttempt(
                    succeeded: false, subject: subject, inPool: proof.pool.id, at: now)
                if refusal == .lockedOut { return .lockedOut }
                guard isFresh else { return proof.reuse }
                try event?.save(.fail, in: store)
                return refusal ?? .wrongCredentials
            }
        }
        var machine = proof.machine
        switch try machine.handle(.provedPassword(user.status)) {
        case .challenge:
            // Told only to who knows the password.
            guard !proof.isTooLate(at: now) else {
                try await accept(proof, subject: subject, at: now) { try event?.save(.fail, in: $0) }
                throw .expiredTemporaryPassword
            }
            let session = SignInSession(
                ticket: entropy.uuid(), poolID: proof.pool.id, clientID: proof.client.id, sub: user.sub,
                typedName: proof.typedName, state: machine.state, eventID: eventID,
                password: (proof.replacement ?? user.password)?.digest,
                expiresAt: now.addingTimeInterval(proof.client.sessionValidity))
            try await accept(proof, subject: subject, at: now) { try event?.save(.inProgress, in: $0) }
            return newPasswordChallenge(session, user: user, client: proof.client, in: proof.pool)
        case .issueTokens:
            let issue = try await newTokens(
                for: user, client: proof.client, in: proof.pool, grounds: proof.grounds, from: proof.origin,
                eventID: eventID)
            try await accept(proof, subject: subject, at: now) { store in
                try issue.save(in: store)
                try event?.save(.pass, in: store)
            }
            return .tokens(issue.result)
        case .keepOpen: throw .invalidSession
        }
    }

    private func accept(
        _ proof: PasswordProof, subject: [UInt8], at now: Date,
        andThen finish: @escaping @Sendable (any UserPoolWriting) throws -> Void
    ) async throws(ServiceFault) {
        let refusal: ServiceFault? = try await write { store in
            guard try store.spend(proof.ticket) else { return proof.reuse }
            if let refusal = try store.changeOfMind(behind: proof) { return refusal }
            if let refusal = try store.judgeAttempt(
                succeeded: true, subject: subject, inPool: proof.pool.id, at: now)
            {
                return refusal
            }
            try store.replaceImportedHash(behind: proof)
            try finish(store)
            return nil
        }
        if let refusal { throw refusal }
    }
}

extension UserPoolReading {
    /// The refusal for a user whom somebody shut out, reset or changed while the proof was being checked.
    fileprivate func changeOfMind(behind proof: PasswordProof) throws -> ServiceFault? {
        guard let known = proof.user, let user = try user(known.sub, inPool: proof.pool.id) else {
            return .wrongCredentials
        }
        guard user.isEnabled else { return .disabledUser }
        guard user.status != .resetRequired else { return .resetRequired }
        return user.status == known.status && user.password == known.password ? nil : .wrongCredentials
    }
}
