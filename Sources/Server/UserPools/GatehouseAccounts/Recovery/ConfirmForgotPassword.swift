// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Sets a new password with a code, and verifies the attribute that the code was sent to.
    ///
    /// The code is checked before the password, so that an invalid password gets the same error for unknown users. A
    /// password that the policy rejects does not use up the code. The user's sessions end unless the server is
    /// configured to keep them.
    package func confirmForgotPassword(
        _ request: ConfirmForgotPasswordRequest
    ) async throws(ServiceFault) -> ConfirmForgotPasswordResponse {
        let recovery = try await recoveryRequest(
            clientID: request.clientId, username: request.username, secretHash: request.secretHash)
        let owner = try recovery.codeOwner(sealer: pools.sealer)
        let pool = recovery.pool
        let reset = PasswordReset(
            owner: owner, guess: request.confirmationCode, pool: pool, pools: pools,
            lockoutSubject: pools.counters.lockoutSubject(sub: owner.sub, typedName: recovery.typedName, in: pool),
            event: pools.events.begin(
                .forgotPassword, of: recovery.user, in: pool,
                from: origin(.app(request.userContextData), by: recovery.client)))
        let now = pools.clock.now
        if let refusal = try await records.write({ try reset.count(in: $0, at: now) }) { throw refusal }
        try pool.passwordPolicy.check(request.password)
        try await pools.newPasswords.checkHistory(request.password, of: owner, in: pool)
        let password = try await pools.newPasswords.sealed(
            request.password, sub: owner.sub, username: owner.username, in: pool)
        switch try await records.write({ try reset.set(password, in: $0, at: now) }) {
        case .refused(let fault): throw fault
        case .done(let user, _):
            try await pools.triggers.postConfirmation(
                .confirmForgotPassword, of: user, in: pool, by: recovery.client, metadata: request.clientMetadata)
        }
        return ConfirmForgotPasswordResponse()
    }
}

/// An attempt to set a new password, for the transaction that decides it.
private struct PasswordReset: Sendable {
    let owner: UserRecord
    let guess: String
    let pool: UserPoolRecord
    let pools: UserPools
    let lockoutSubject: [UInt8]
    let event: PendingAuthEvent?

    /// Counts the attempt and checks the code, before any check that depends on the user's present or former passwords.
    ///
    /// - Returns: The fault for a wrong code, as a value: a thrown error would roll back the count.
    func count(in store: any UserPoolWriting, at now: Date) throws -> ServiceFault? {
        try store.use(pools.counters.allowance(.recovery, of: owner), at: now)
        guard
            case .refused(let fault) = try pools.codes.judge(guess, .passwordReset, of: owner, at: now, in: store)
        else { return nil }
        try event?.save(.fail, in: store)
        return fault
    }

    /// Consumes the code and sets the password.
    ///
    /// - Returns: The user with the new password, or the fault for a code that is no longer valid.
    func set(
        _ password: UserRecord.SealedPassword, in store: any UserPoolWriting, at now: Date
    ) throws -> Confirmation {
        switch try pools.codes.redeem(guess, .passwordReset, of: owner, at: now, in: store) {
        case .refused(let fault): return .refused(fault)
        case .accepted(let code): return try set(password, by: code, in: store, at: now)
        }
    }

    private func set(
        _ password: UserRecord.SealedPassword, by code: CodeRecord, in store: any UserPoolWriting, at now: Date
    ) throws -> Confirmation {
        // A code that was sent to a former address of the user proves nothing.
        guard
            var user = try store.user(owner.sub, inPool: pool.id), user.isEnabled,
            user.attributes[code.attribute] == code.destination
        else { return .refused(.expiredCode) }
        try store.replacePassword(of: &user, by: password, checked: owner, in: pool)
        user.status = .confirmed
        user.modifiedAt = now
        let proven = user.verify(code)
        try store.update(user)
        try pools.sessionEnding.endSessions(ofReset: user, in: store, at: now)
        try store.claimNames(of: user, in: pool, taking: proven)
        try store.deleteFailedAttempts(on: lockoutSubject, inPool: pool.id)
        try event?.save(.pass, in: store)
        return .done(user, by: code)
    }
}
