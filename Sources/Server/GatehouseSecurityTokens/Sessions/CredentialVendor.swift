// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
package import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseWire

/// Issues temporary credentials.
///
/// Nothing is stored: the secret is derived from the key id, and the session is in the token.
package struct CredentialVendor: Sendable {
    let sealer: Sealer
    let clock: WallClock
    let entropy: Entropy

    /// Issues credentials for a session that begins now, with a lifetime in seconds.
    /// - Throws: `PackedPolicyTooLarge` for a session whose token would be longer than requests may have it.
    package func vend(
        for holder: SessionToken.Holder, lifetime: TimeInterval
    ) throws(ServiceFault) -> SecurityTokenCredentials {
        let accessKeyID = AccessKeyID.make(entropy: entropy)
        let expiresAt = Date(timeIntervalSince1970: (clock.now.timeIntervalSince1970 + lifetime).rounded(.down))
        let token = SessionToken(id: entropy.uuid(), holder: holder, expiresAt: expiresAt)
            .sealed(for: accessKeyID, by: sealer)
        guard token.utf8.count <= SessionToken.maximumLength else { throw .sessionTooLarge }
        return SecurityTokenCredentials(
            accessKeyId: accessKeyID, secretAccessKey: AccessKeyID.secret(of: accessKeyID, by: sealer),
            sessionToken: token, expiration: expiresAt
        )
    }
}

/// The ids of temporary access keys: `ASIA` and 16 characters of `A-Z2-7`.
enum AccessKeyID {
    private static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    private static let letters = Array(alphabet.utf8)
    private static let prefix = "ASIA"

    /// A new id.
    static func make(entropy: Entropy) -> String {
        prefix + entropy.characters(16, from: alphabet)
    }

    /// Whether `text` has the form of a temporary key's id.
    fileprivate static func isTemporary(_ text: String) -> Bool {
        text.utf8.count == 20 && text.hasPrefix(prefix) && text.utf8.allSatisfy(letters.contains)
    }

    /// One character of the alphabet for each byte.
    static func characters(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.map { letters[Int($0 & 31)] }, as: UTF8.self)
    }

    /// The secret of a key, 40 characters; only this installation can derive it from the id.
    static func secret(of accessKeyID: String, by sealer: Sealer) -> String {
        Base64.encode(Array(sealer.mac(Array(accessKeyID.utf8), purpose: .temporarySecret).prefix(30)))
    }
}

/// Resolves temporary access keys without reading the store.
struct VendedAccessKeys: AccessKeyResolver {
    let opened: OpenedSessionTokens
    let sealer: Sealer
    let clock: WallClock

    /// Resolves every key id of the temporary form.
    /// - Throws: `UnrecognizedClientException` for a missing, altered or foreign session token,
    ///   `ExpiredTokenException` for an expired one.
    func resolve(accessKeyID: String, sessionToken: String?) async throws(ServiceFault) -> ResolvedAccessKey? {
        guard AccessKeyID.isTemporary(accessKeyID) else { return nil }
        guard let sessionToken, let key = opened.key(of: accessKeyID, with: sessionToken, by: sealer) else {
            throw .invalidSecurityToken
        }
        if let expiry = key.expiresAt, clock.now >= expiry { throw .expiredSecurityToken }
        return key
    }
}
