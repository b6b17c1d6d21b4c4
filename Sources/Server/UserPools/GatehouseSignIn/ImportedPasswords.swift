// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension UserPoolsService {
    /// Checks a password against the user's imported hash and continues the sign-in, which replaces the hash by an SRP
    /// verifier.
    ///
    /// A password that the hasher rejects is wrong.
    func checkPassword(
        _ password: String, against hash: ImportedHash, _ signIn: SignIn
    ) async throws(ServiceFault) -> SignInAnswer {
        let isRight = try await pools.computation.matches(password, hash, inPool: signIn.pool.id)
        // The verifier is computed for a wrong password too: a right one must not take longer before the lock is
        // checked.
        let replacement = try await pools.newPasswords.sealed(
            password, sub: signIn.session.sub, username: signIn.user?.username ?? "", in: signIn.pool)
        do {
            return try await judge(isRight, signIn, replacement: replacement)
        } catch {
            // Only a request that another one has overtaken is repeated, not one that was refused after the check.
            guard isRight, error == .wrongCredentials, let later = try await replaced(signIn) else { throw error }
            return try await checkPassword(later, password: password)
        }
    }

    /// Returns the sign-in with the user's current state, if another sign-in has replaced the hash in the meantime.
    private func replaced(_ signIn: SignIn) async throws(ServiceFault) -> SignIn? {
        guard let known = signIn.user else { return nil }
        let user = try await records.read { try $0.user(known.sub, inPool: known.poolID) }
        guard let user, user.password != known.password, try pools.passwords.importedHash(of: user) == nil else {
            return nil
        }
        return SignIn(
            client: signIn.client, pool: signIn.pool, session: signIn.session, user: user,
            lockedUntil: signIn.lockedUntil, tokenInputs: signIn.tokenInputs, origin: signIn.origin,
            device: signIn.device,
            metadata: signIn.metadata, passkeys: signIn.passkeys, browserReturn: signIn.browserReturn)
    }
}
