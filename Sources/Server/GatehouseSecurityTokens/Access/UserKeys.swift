// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseAccess
import GatehouseCore
package import GatehouseCrypto
package import GatehouseServerCrypto
import GatehouseWire

/// Makes the access keys of registered users and opens their secrets.
package enum UserKeys {
    private static let prefix = "AKIA"
    private static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    private static let secretCharacters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    /// Makes a key for a user: its row, and its secret, which is nowhere else in clear text.
    package static func make(
        forUser name: String, at now: Date, entropy: Entropy, sealer: Sealer
    ) -> (record: UserKeyRecord, secret: String) {
        let id = prefix + entropy.characters(16, from: alphabet)
        let secret = entropy.characters(40, from: secretCharacters)
        let sealed = sealer.seal(Array(secret.utf8), purpose: .accessKey, context: Array(id.utf8))
        return (UserKeyRecord(id: id, userName: name, sealedSecret: sealed, createdAt: now), secret)
    }

    /// The secret of a key.
    /// - Throws: `SealingError` if the row was changed or its master key is missing.
    static func secret(of key: UserKeyRecord, by sealer: Sealer) throws -> String {
        let bytes = try sealer.open(key.sealedSecret, purpose: .accessKey, context: Array(key.id.utf8))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a text has the form of a key's id.
    fileprivate static func isKeyID(_ text: String) -> Bool {
        text.utf8.count == 20 && text.hasPrefix(prefix) && text.utf8.dropFirst(4).allSatisfy(alphabet.utf8.contains)
    }
}

/// Resolves the access keys of registered users.
struct UserAccessKeys: AccessKeyResolver {
    let access: any AccessStore
    let sealer: Sealer
    let deployment: Deployment

    /// Resolves the keys of the registry.
    /// - Throws: `UnrecognizedClientException` for a key with a session token, the fault of a failing store.
    func resolve(accessKeyID: String, sessionToken: String?) async throws(ServiceFault) -> ResolvedAccessKey? {
        guard UserKeys.isKeyID(accessKeyID) else { return nil }
        let found = try await ServiceFault.translating {
            try await access.read { store in
                try store.userKey(accessKeyID).map { key in (key, try store.entry(User.self, named: key.userName)) }
            }
        }
        guard let (key, user) = found, let user else { return nil }
        guard sessionToken == nil else { throw .invalidSecurityToken }
        let secret = try await ServiceFault.translating { try UserKeys.secret(of: key, by: sealer) }
        let arn = user.arn(inAccount: deployment.accountID)
        return ResolvedAccessKey(
            secretAccessKey: secret,
            principal: .user(
                UserSession(.key, userName: user.name, arn: arn, id: PrincipalID.user(arn: arn, by: sealer))))
    }
}
