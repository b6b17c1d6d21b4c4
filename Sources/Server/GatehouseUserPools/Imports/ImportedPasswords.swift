// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
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
    func checkPassword(
        _ password: String, against hash: ImportedHash, _ start: SignInStart, saying data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let hasher = pools.hasher
        let isRight = try await pools.compute(in: pools.hashing) {
            try hash.matches(Secret(utf8: password), by: hasher)
        }
        var replacement: UserRecord.SealedPassword?
        if isRight, let user = start.user {
            replacement = try await sealedPassword(
                password, sub: user.sub, username: user.username, in: start.pool)
        }
        do {
            return try await pools.conclude(
                PasswordProof(
                    client: start.client, pool: start.pool, typedName: start.typedName, user: start.user,
                    grounds: start.grounds, isRight: isRight, origin: origin(data, by: start.client),
                    ticket: SpentTicket(id: pools.entropy.uuid(), expiresAt: pools.clock.now),
                    machine: SignInMachine(), replacement: replacement))
        } catch {
            guard isRight, let later = try await replaced(start) else { throw error }
            return try await checkPassword(later, parameters: ["PASSWORD": password], saying: data)
        }
    }

    /// The same start with the user as they are now, if another sign-in has replaced the hash meanwhile.
    private func replaced(_ start: SignInStart) async throws(ServiceFault) -> SignInStart? {
        guard let known = start.user else { return nil }
        let user = try await pools.read { try $0.user(known.sub, inPool: known.poolID) }
        guard let user, user.password != known.password, try pools.passwords.importedHash(of: user) == nil else {
            return nil
        }
        let later = SignInStart(
            client: start.client, pool: start.pool, typedName: start.typedName, user: user,
            attempts: start.attempts, grounds: start.grounds)
        try later.checkUser(at: pools.clock.now)
        return later
    }
}

extension UserPoolWriting {
    /// Puts a verifier in the place of the hash that the user was imported with.
    func replaceImportedHash(behind proof: PasswordProof) throws {
        guard let replacement = proof.replacement, let known = proof.user,
            var user = try user(known.sub, inPool: known.poolID)
        else { return }
        user.password = replacement
        try update(user)
    }
}
