// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// The password hash of an imported user, which the store keeps until the user first signs in with the password itself.
///
/// SRP cannot work with such a hash, so an SRP sign-in fails as with a wrong password until then.
extension StoredPasswords {
    /// The first byte of an imported hash; an SRP verifier has the length of its salt there, which is never 0.
    static let importMark: UInt8 = 0

    /// Returns a hash, encrypted as the password of a user.
    package func keep(_ hash: ImportedHash, poolID: String, sub: String, at now: Date) -> UserRecord.SealedPassword {
        UserRecord.SealedPassword(new: seal([Self.importMark] + hash.bytes, poolID: poolID, sub: sub), setAt: now)
    }

    /// Returns the imported hash of a user; `nil` if the user has none or an SRP verifier.
    ///
    /// - Throws: `InternalErrorException` for a hash that cannot be read.
    package func importedHash(of user: UserRecord?) throws(ServiceFault) -> ImportedHash? {
        guard let user, let password = user.password else { return nil }
        let plain = try open(password, poolID: user.poolID, sub: user.sub)
        guard plain.first == Self.importMark else { return nil }
        guard let hash = ImportedHash(bytes: Array(plain.dropFirst())) else {
            throw ServiceFault(unforeseen: StoredPasswordError.unreadableHash)
        }
        return hash
    }
}
