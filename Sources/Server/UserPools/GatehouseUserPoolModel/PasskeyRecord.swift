// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import Foundation
package import GatehouseCore
import GatehouseCrypto
package import GatehouseWebAuthn
package import GatehouseWire

/// A passkey of a user, as the store keeps it.
package struct PasskeyRecord: Sendable, Equatable {
    /// The maximum number of passkeys of a user.
    package static let maximumPerUser = 20

    /// The id of the user's pool.
    package let poolID: String
    /// The id of the user in the pool.
    package let sub: String
    /// The credential id from the authenticator, unique in the pool.
    package let credentialID: [UInt8]
    /// The encoded COSE_Key, as received.
    package let publicKey: [UInt8]
    /// The signature counter of the last assertion; 0 for authenticators without a counter.
    package var signCount: UInt32
    /// Whether the credential may be backed up (flag BE), which never changes.
    package let isBackupEligible: Bool
    /// Whether the credential was backed up at the last assertion (flag BS).
    package var isBackedUp: Bool
    /// The AAGUID, which identifies the authenticator's model: 16 bytes, all zero if unknown.
    package let aaguid: [UInt8]
    /// The relying party id: the domain in which the passkey is valid.
    package let relyingPartyID: String
    /// The kind of authenticator; `nil` if the client did not report it.
    package let attachment: AuthenticatorAttachment?
    /// The authenticator's transports, such as `internal`.
    package let transports: [String]
    /// The time of the registration.
    package let createdAt: Date
    /// The time of the last sign-in with the passkey; `nil` before the first.
    package var lastUsedAt: Date?

    /// Creates the record of a passkey.
    package init(
        poolID: String, sub: String, credentialID: [UInt8], publicKey: [UInt8], signCount: UInt32,
        isBackupEligible: Bool, isBackedUp: Bool, aaguid: [UInt8], relyingPartyID: String,
        attachment: AuthenticatorAttachment?, transports: [String], createdAt: Date, lastUsedAt: Date? = nil
    ) {
        self.poolID = poolID
        self.sub = sub
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.aaguid = aaguid
        self.relyingPartyID = relyingPartyID
        self.attachment = attachment
        self.transports = transports
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}

extension PasskeyRecord {
    /// The credential id in base64url, as the API and WebAuthn options contain it.
    package var wireID: String { Base64URL.encode(credentialID) }

    /// The `PublicKeyCredentialDescriptor` of WebAuthn options: the id, the type and, if known, the transports.
    package var descriptor: WireValue {
        var members: [WireName: WireValue] = [
            "id": .string(wireID), "type": "public-key",
        ]
        if !transports.isEmpty { members["transports"] = .array(transports.map(WireValue.string)) }
        return .object(members)
    }

    /// The stored credential against which the server verifies an assertion.
    package var stored: StoredCredential {
        StoredCredential(
            id: credentialID, publicKey: publicKey, signCount: signCount, isBackupEligible: isBackupEligible,
            userHandle: Self.handle(ofUser: sub))
    }

    /// The method that an assertion proves: a roaming authenticator's, or a platform authenticator's if attachment and
    /// transports are unknown.
    package var method: AuthenticationMethod {
        let roams = attachment.map { $0 == .crossPlatform }
        let onDevice = transports.isEmpty || !Set(transports).isDisjoint(with: ["internal", "hybrid"])
        return roams ?? !onDevice ? .roamingPasskey : .platformPasskey
    }

    /// Returns the WebAuthn user handle of a user: the bytes of the `sub`.
    fileprivate static func handle(ofUser sub: String) -> [UInt8] { Array(sub.utf8) }
}

extension UserRecord {
    /// The user's WebAuthn user handle: the bytes of the `sub`.
    package var passkeyHandle: [UInt8] { PasskeyRecord.handle(ofUser: sub) }
}

/// The requirements of a pool for passkeys.
package struct PasskeySettings: Sendable {
    /// The relying party for which passkeys are registered and verified.
    package let relyingParty: RelyingParty
    /// Whether authenticators must verify the user, for example by a PIN or a fingerprint.
    package let requiresUserVerification: Bool

    /// The accepted signature algorithms, the preferred one first.
    package static let algorithms: [COSEAlgorithm] = [.es256, .rs256]

    /// Creates the settings of a pool.
    ///
    /// The relying party id comes from the pool's passkey settings, else from the pool's custom domain, else from the
    /// default of the installation.
    ///
    /// - Throws: `WebAuthnNotEnabledException` if passkeys are no first factor of the pool, or
    ///   `WebAuthnConfigurationMissingException` if there is no domain.
    package init(_ pool: UserPoolRecord, deployment: Deployment) throws(ServiceFault) {
        guard pool.allowsPasskeys else {
            throw ServiceFault(
                .webAuthnNotEnabled, "WEB_AUTHN is not among the allowed first factors of this user pool.")
        }
        let configuration = pool.factors.webAuthn
        guard
            let id = configuration?.relyingPartyId ?? pool.description.customDomain
                ?? deployment.defaultRelyingPartyID
        else {
            throw ServiceFault(
                .webAuthnConfigurationMissing, "This user pool has neither a relying party ID nor a domain.")
        }
        relyingParty = RelyingParty(id: id, androidCertificates: deployment.androidCertificates)
        requiresUserVerification =
            pool.factors.countsPasskeysTwice || configuration?.userVerification == .required
    }

    /// The value of `userVerification` in WebAuthn options.
    package var userVerification: WireValue { requiresUserVerification ? "required" : "preferred" }

    /// Returns the expectation that the response to a challenge must meet.
    package func expectation(_ challenge: [UInt8]) -> CeremonyExpectation {
        CeremonyExpectation(
            relyingParty: relyingParty, challenge: challenge, requiresUserVerification: requiresUserVerification)
    }
}

extension UserPoolRecord {
    /// Whether users may sign in with passkeys.
    var allowsPasskeys: Bool { firstFactors.contains(.webAuthn) }
}

/// Reads passkeys inside a transaction.
package protocol PasskeyReading {
    /// Returns the passkeys of a user, the oldest first.
    func passkeys(ofUser sub: String, inPool poolID: String) throws -> [PasskeyRecord]
}

/// Reads and writes passkeys inside a transaction.
package protocol PasskeyWriting: PasskeyReading {
    /// Adds a passkey.
    ///
    /// - Throws: `StoreConflict.taken` if a passkey in the pool has this id.
    func insert(_ passkey: PasskeyRecord) throws

    /// Updates the signature counter, the backup state and the time of last use.
    func update(_ passkey: PasskeyRecord) throws

    /// Removes a passkey of a user.
    ///
    /// - Returns: `false` if the user has no passkey with this id.
    func deletePasskey(_ credentialID: [UInt8], ofUser sub: String, inPool poolID: String) throws -> Bool
}
