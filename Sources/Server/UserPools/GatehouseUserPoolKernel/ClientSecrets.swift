// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
package import Foundation
import GatehouseCore
package import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// Encrypts client secrets and verifies secrets and secret hashes.
package struct ClientSecrets: Sendable {
    /// The maximum number of active secrets of a client.
    package static let maximumPerClient = 2
    private static let purpose = SealPurpose.clientSecret

    let sealer: Sealer

    /// Returns a new secret: 52 lower-case letters and digits.
    package func draw(_ entropy: Entropy) -> String {
        entropy.characters(52, from: Alphabet.lowerCaseAndDigits)
    }

    /// Returns the record of a new secret, encrypted for the client.
    package func seal(_ secret: String, id: String, clientID: String, at now: Date) -> AppClientRecord.SealedSecret {
        AppClientRecord.SealedSecret(
            id: id, sealed: sealer.seal(Array(secret.utf8), purpose: Self.purpose, context: Array(clientID.utf8)),
            createdAt: now)
    }

    /// Returns the form of a client for administrators, with its first secret if it has one.
    package func printed(_ client: AppClientRecord) throws(ServiceFault) -> UserPoolClientType {
        var printed = client.description.printed
        printed.clientSecret = try secrets(of: client).first.map { String(decoding: $0, as: UTF8.self) }
        return printed
    }

    /// Checks a `SECRET_HASH` against every active secret and every user name that it may contain.
    ///
    /// - Throws: `NotAuthorizedException` if the client has a secret and the hash is missing or wrong.
    package func checkHash(_ hash: String?, usernames: [String], client: AppClientRecord) throws(ServiceFault) {
        guard !client.secrets.isEmpty else { return }
        guard try proves(hash, usernames: usernames, client: client) else {
            throw ServiceFault(.notAuthorized, "Unable to verify secret hash for client \(client.id)")
        }
    }

    /// Checks the `SECRET_HASH` of a renewal, for which older clients send a secret itself.
    ///
    /// - Throws: `NotAuthorizedException` if the client has a secret and the hash is missing or wrong.
    package func checkRenewalHash(_ hash: String?, usernames: [String], client: AppClientRecord) throws(ServiceFault) {
        guard !client.secrets.isEmpty else { return }
        let isHash = try proves(hash, usernames: usernames, client: client)
        guard try isSecret(hash ?? "", of: client) || isHash else {
            throw ServiceFault(.notAuthorized, "SecretHash does not match for the client: \(client.id)")
        }
    }

    /// Whether a hash belongs to an active secret and one of the user names.
    ///
    /// - Throws: `NotAuthorizedException` if the hash is missing.
    private func proves(
        _ hash: String?, usernames: [String], client: AppClientRecord
    ) throws(ServiceFault) -> Bool {
        guard let hash else {
            throw ServiceFault(
                .notAuthorized, "Client \(client.id) is configured with secret but SECRET_HASH was not received")
        }
        var matches = false
        for secret in try secrets(of: client) {
            for username in usernames {
                let expected = secretHash(username: username, clientID: client.id, clientSecret: Secret(secret))
                matches = constantTimeEqual(Array(expected.utf8), Array(hash.utf8)) || matches
            }
        }
        return matches
    }

    /// Returns the `SECRET_HASH` for a user name, with which the hosted pages call the operations of a client; `nil` for a
    /// client without a secret.
    package func hash(of username: String, client: AppClientRecord) throws(ServiceFault) -> String? {
        try secrets(of: client).first.map {
            secretHash(username: username, clientID: client.id, clientSecret: Secret($0))
        }
    }

    /// Checks a secret, as requests for renewal and revocation contain it.
    ///
    /// - Throws: `NotAuthorizedException` if the client has a secret and the given one is missing or wrong.
    package func checkSecret(_ given: String?, client: AppClientRecord) throws(ServiceFault) {
        guard !client.secrets.isEmpty else { return }
        guard try isSecret(given ?? "", of: client) else {
            throw ServiceFault(.notAuthorized, "Unable to verify secret for client \(client.id)")
        }
    }

    /// Whether a text is an active secret of the client.
    private func isSecret(_ text: String, of client: AppClientRecord) throws(ServiceFault) -> Bool {
        var matches = false
        for secret in try secrets(of: client) {
            matches = constantTimeEqual(secret, Array(text.utf8)) || matches
        }
        return matches
    }

    private func secrets(of client: AppClientRecord) throws(ServiceFault) -> [[UInt8]] {
        do {
            return try client.secrets.map {
                try sealer.open($0.sealed, purpose: Self.purpose, context: Array(client.id.utf8))
            }
        } catch {
            throw ServiceFault(unforeseen: error)
        }
    }
}
