// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// The password hash of an imported user, which the store keeps until the user first signs in with the password itself.
///
/// SRP cannot work with such a hash, so an SRP sign-in fails as with a wrong password until then.
extension StoredPasswords {
    /// The first byte of an imported hash; an SRP verifier has the length of its salt there, which is never 0.
    static let importMark: UInt8 = 0

    /// Returns a hash, encrypted as the password of a user.
    func keep(_ hash: ImportedHash, poolID: String, sub: String, at now: Date) -> UserRecord.SealedPassword {
        UserRecord.SealedPassword(sealed: seal([Self.importMark] + hash.bytes, poolID: poolID, sub: sub), setAt: now)
    }

    /// Returns the imported hash of a user; `nil` if the user has none or an SRP verifier.
    ///
    /// - Throws: `InternalErrorException` for a hash that cannot be read.
    func importedHash(of user: UserRecord?) throws(ServiceFault) -> ImportedHash? {
        guard let user, let password = user.password else { return nil }
        let plain = try open(password, poolID: user.poolID, sub: user.sub)
        guard plain.first == Self.importMark else { return nil }
        guard let hash = ImportedHash(bytes: Array(plain.dropFirst())) else {
            throw ServiceFault(unforeseen: StoredPasswordError.unreadableHash)
        }
        return hash
    }
}

extension UserPoolsService {
    /// Checks a password against the user's imported hash and continues the sign-in, which replaces the hash by an SRP
    /// verifier.
    ///
    /// A password that the hasher rejects is wrong.
    func checkPassword(
        _ password: String, against hash: ImportedHash, _ signIn: SignIn
    ) async throws(ServiceFault) -> SignInAnswer {
        let hasher = pools.hasher.inPool(signIn.pool.id)
        let isRight = try await pools.compute(in: pools.hashing) {
            hash.matches(Secret(utf8: password), by: hasher)
        }
        // The verifier is computed for a wrong password too: a right one must not take longer before the lock is
        // checked.
        let replacement = try await sealedPassword(
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
        let user = try await pools.read { try $0.user(known.sub, inPool: known.poolID) }
        guard let user, user.password != known.password, try pools.passwords.importedHash(of: user) == nil else {
            return nil
        }
        return SignIn(
            client: signIn.client, pool: signIn.pool, session: signIn.session, user: user,
            lockedUntil: signIn.lockedUntil, tokenInputs: signIn.tokenInputs, origin: signIn.origin,
            device: signIn.device,
            metadata: signIn.metadata, passkeys: signIn.passkeys)
    }
}
