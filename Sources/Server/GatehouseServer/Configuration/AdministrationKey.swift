// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseWire

/// The access key of administrators.
package struct AdministrationKey: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The smallest length of a secret, in bytes.
    static let minimumSecretLength = 32
    private static let minimumDistinctCharacters = 10

    /// The id of the key, which signed admin calls name.
    package let accessKeyID: String
    /// The secret part of the key, with which admin calls are signed; it never prints.
    package let secretAccessKey: String

    /// Creates the key.
    /// - Throws: `StartupRefusal` when the id is not allowed in a signature's scope, or the secret is empty.
    package init(accessKeyID: String, secretAccessKey: String) throws(StartupRefusal) {
        let isWord = accessKeyID.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
        }
        guard isWord, (4...128).contains(accessKeyID.utf8.count), !accessKeyID.hasPrefix("ASIA") else {
            throw StartupRefusal(
                .configuration,
                "The admin access key id must be 4 to 128 letters and digits, not beginning with ASIA: "
                    + "change GATEHOUSE_ADMIN_ACCESS_KEY_ID."
            )
        }
        guard !secretAccessKey.isEmpty else {
            throw StartupRefusal(.configuration, "The admin secret is empty: set GATEHOUSE_ADMIN_SECRET_ACCESS_KEY.")
        }
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
    }

    /// Whether the secret is too easy to guess.
    var isWeak: Bool {
        secretAccessKey.utf8.count < Self.minimumSecretLength
            || Set(secretAccessKey.utf8).count < Self.minimumDistinctCharacters
    }

    /// Contains the id; never the secret.
    package var description: String { "AdministrationKey(\(accessKeyID))" }
    package var customMirror: Mirror { Mirror(self, children: ["accessKeyID": accessKeyID]) }
}

extension AdministrationKey: AccessKeyResolver {
    /// Resolves the administration key; a session token with this long-term key is refused.
    package func resolve(
        accessKeyID: String, sessionToken: String?
    ) async throws(ServiceFault) -> ResolvedAccessKey? {
        guard accessKeyID == self.accessKeyID else { return nil }
        guard sessionToken == nil else {
            throw ServiceFault(
                .unrecognizedClient, "The security token included in the request is invalid."
            )
        }
        return ResolvedAccessKey(
            secretAccessKey: secretAccessKey, principal: .administrator(accessKeyID: accessKeyID)
        )
    }
}
