// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseWire

extension UserPoolsService {
    /// Sets a new password with the code that was sent, and verifies the channel that brought it.
    ///
    /// A password that the policy refuses leaves the code as it was.
    package func confirmForgotPassword(
        _ request: ConfirmForgotPasswordRequest
    ) async throws(ServiceFault) -> ConfirmForgotPasswordResponse {
        let recovery = try await recoveryRequest(
            clientID: request.clientId, username: request.username, secretHash: request.secretHash)
        let owner = try recovery.codeOwner(sealer: pools.sealer)
        let pool = recovery.pool
        try pool.passwordPolicy.check(request.password)
        let password = try await sealedPassword(
            request.password, sub: owner.sub, username: owner.username, in: pool)
        let reset = PasswordReset(
            owner: owner, guess: request.confirmationCode, password: password, pool: pool,
            allowance: pools.allowance(.recovery, of: owner), codes: pools.codes,
            lockoutSubject: pools.lockoutSubject(sub: owner.sub, typedName: recovery.typedName, in: pool))
        let now = pools.clock.now
        let refusal = try await pools.write { try reset.perform(in: $0, at: now) }
        if let refusal { throw refusal }
        return ConfirmForgotPasswordResponse()
    }
}

/// One try at a new password, ready for the transaction that judges it.
private struct PasswordReset: Sendable {
    let owner: UserRecord
    let guess: String
    let password: UserRecord.SealedPassword
    let pool: UserPoolRecord
    let allowance: Allowance
    let codes: VerificationCodes
    let lockoutSubject: [UInt8]

    /// Counts the try, and acts on it when the code is right.
    /// - Returns: the refusal, which must not undo the count.
    func perform(in store: any UserPoolWriting, at now: Date) throws -> ServiceFault? {
        try store.use(allowance, at: now)
        switch try codes.redeem(guess, .passwordReset, of: owner, at: now, in: store) {
        case .refused(let fault): return fault
        case .accepted(let code): return try setPassword(by: code, in: store, at: now)
        }
    }

    private func setPassword(
        by code: CodeRecord, in store: any UserPoolWriting, at now: Date
    ) throws -> ServiceFault? {
        // A code that went to an address the user has left since proves nothing.
        guard
            var user = try store.user(owner.sub, inPool: pool.id), user.isEnabled,
            user.attributes[code.attribute] == code.destination
        else { return .expiredCode }
        user.password = password
        user.status = .confirmed
        user.modifiedAt = now
        user.verify(code)
        try store.update(user)
        try store.claimNames(of: user, in: pool, forced: true)
        try store.deleteFailedAttempts(on: lockoutSubject, inPool: pool.id)
        return nil
    }
}
