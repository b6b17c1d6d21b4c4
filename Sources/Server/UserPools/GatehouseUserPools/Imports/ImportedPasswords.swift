// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// What rests in place of a verifier until the user of an imported hash signs in with the password itself.
///
/// SRP cannot work from a foreign hash, so till then it ends as with a wrong password.
extension StoredPasswords {
    /// Stands where a verifier has the length of its salt, which is never zero.
    static let importMark: UInt8 = 0

    /// Seals a hash as the password of a user.
    func keep(_ hash: ImportedHash, poolID: String, sub: String, at now: Date) -> UserRecord.SealedPassword {
        UserRecord.SealedPassword(sealed: seal([Self.importMark] + hash.bytes, poolID: poolID, sub: sub), setAt: now)
    }

    /// The hash that stands in for the user's password, if one does.
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
    /// Checks the password against the hash that the user was imported with, and goes on with the sign-in, which puts a
    /// verifier in the hash's place.
    ///
    /// A password that the hasher cannot hash is a wrong one.
    func checkPassword(
        _ password: String, against hash: ImportedHash, _ signIn: SignIn
    ) async throws(ServiceFault) -> SignInAnswer {
        let hasher = pools.hasher.inPool(signIn.pool.id)
        let isRight = try await pools.compute(in: pools.hashing) {
            hash.matches(Secret(utf8: password), by: hasher)
        }
        // Made for a wrong password too: until the lock is judged, a right one must not take longer.
        let replacement = try await sealedPassword(
            password, sub: signIn.session.sub, username: signIn.user?.username ?? "", in: signIn.pool)
        do {
            return try await judge(isRight, signIn, replacement: replacement)
        } catch {
            // Only who came second tries again, not who was refused behind the judgement.
            guard isRight, error == .wrongCredentials, let later = try await replaced(signIn) else { throw error }
            return try await checkPassword(later, password: password)
        }
    }

    /// The same sign-in with the user as they are now, if another one has replaced the hash meanwhile.
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
