// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
import GatehouseWebAuthn
package import GatehouseWire

extension UserPoolsService {
    /// Returns the options with which the user's authenticator creates a new passkey.
    package func startWebAuthnRegistration(
        _ request: StartWebAuthnRegistrationRequest
    ) async throws(ServiceFault) -> StartWebAuthnRegistrationResponse {
        let (user, client) = try await pools.callers.authorizedUser(request.accessToken)
        return StartWebAuthnRegistrationResponse(
            credentialCreationOptions: try await passkeyCreationOptions(for: user, by: client))
    }

    /// Returns the options with which the authenticator of an authenticated user creates a passkey.
    ///
    /// - Throws: `WebAuthnNotEnabledException`, `WebAuthnConfigurationMissingException`, and `LimitExceededException` for
    ///   a user with the most passkeys.
    package func passkeyCreationOptions(
        for user: UserRecord, by client: AppClientRecord
    ) async throws(ServiceFault) -> WireValue {
        let (pool, passkeys) = try await records.read { store in
            (try store.existingPool(user.poolID), try store.passkeys(ofUser: user.sub, inPool: user.poolID))
        }
        let settings = try PasskeySettings(pool, deployment: pools.deployment)
        guard passkeys.count < PasskeyRecord.maximumPerUser else { throw .tooManyPasskeys }
        let challenge = RegistrationChallenge(clientID: client.id, entropy: pools.entropy, now: pools.forwardClock.now)
            .sealed(by: pools.sealer, for: user)
        return settings.creationOptions(challenge, for: user, excluding: passkeys)
    }
}

extension PasskeySettings {
    /// The time limit for the user, in milliseconds.
    private static let timeout: WireValue = 60_000

    /// `PublicKeyCredentialCreationOptionsJSON` (WebAuthn Level 3, section 5.1).
    fileprivate func creationOptions(
        _ challenge: [UInt8], for user: UserRecord, excluding passkeys: [PasskeyRecord]
    ) -> WireValue {
        [
            "authenticatorSelection": [
                "requireResidentKey": true, "residentKey": "required", "userVerification": userVerification,
            ],
            "challenge": .string(Base64URL.encode(challenge)),
            "excludeCredentials": .array(passkeys.map(\.descriptor)),
            "pubKeyCredParams": .array(
                Self.algorithms.map { ["alg": .integer(Int64($0.rawValue)), "type": "public-key"] }),
            "rp": ["id": .string(relyingParty.id), "name": .string(relyingParty.id)],
            "timeout": Self.timeout,
            "user": [
                "displayName": .string(user.username), "id": .string(Base64URL.encode(user.passkeyHandle)),
                "name": .string(user.username),
            ],
        ]
    }
}

extension UserPoolsService {
    /// Verifies and stores the passkey that the user's authenticator has created.
    package func completeWebAuthnRegistration(
        _ request: CompleteWebAuthnRegistrationRequest
    ) async throws(ServiceFault) -> CompleteWebAuthnRegistrationResponse {
        let (user, client) = try await pools.callers.authorizedUser(request.accessToken)
        try await addPasskey(request.credential, to: user, by: client)
        return CompleteWebAuthnRegistrationResponse()
    }

    /// Verifies and stores the passkey of a user that the caller has authenticated.
    ///
    /// `proof` checks in the same transaction that the caller may still add a factor.
    ///
    /// - Throws: the error of `proof`; the errors of `CompleteWebAuthnRegistration` for another credential than one that the user's
    ///   authenticator has created for ``passkeyCreationOptions(for:by:)``.
    package func addPasskey(
        _ credential: WireValue, to user: UserRecord, by client: AppClientRecord,
        while proof: @escaping @Sendable (any UserPoolReading) throws -> Void = { _ in }
    ) async throws(ServiceFault) {
        let pool = try await records.read { try $0.existingPool(user.poolID) }
        let settings = try PasskeySettings(pool, deployment: pools.deployment)
        let (response, signed) = try Self.registration(credential)
        let challenge = try RegistrationChallenge(
            unsealing: signed, of: user, sealer: pools.sealer, now: pools.forwardClock.now)
        guard challenge.clientID == client.id else { throw .otherPasskeyClient }
        let registered = try await pools.computation.run {
            do throws(WebAuthnError) {
                return try Registration(settings.expectation(signed), algorithms: Set(PasskeySettings.algorithms))
                    .verify(response)
            } catch {
                throw ServiceFault(registration: error)
            }
        }
        let passkey = PasskeyRecord(
            registered, response, of: user, relyingPartyID: settings.relyingParty.id, at: pools.clock.now)
        try await records.write { store in
            try proof(store)
            guard try store.user(user.sub, inPool: user.poolID) != nil else { throw ServiceFault.noSuchUser }
            guard try store.spend(challenge.singleUseID) else { throw ServiceFault.noSuchPasskeyChallenge }
            guard try store.passkeys(ofUser: user.sub, inPool: user.poolID).count < PasskeyRecord.maximumPerUser
            else { throw ServiceFault.tooManyPasskeys }
            do {
                try store.insert(passkey)
            } catch StoreConflict.taken {
                throw ServiceFault.knownPasskey
            }
        }
    }

    /// The authenticator's response, and the challenge in its client data.
    private static func registration(
        _ credential: WireValue
    ) throws(ServiceFault) -> (response: RegistrationResponse, challenge: [UInt8]) {
        do throws(WebAuthnError) {
            let response = try RegistrationResponse(credential)
            return (response, try CollectedClientData(response.clientDataJSON).challenge)
        } catch {
            throw ServiceFault(registration: error)
        }
    }
}

extension PasskeyRecord {
    /// The row of a new passkey.
    fileprivate init(
        _ credential: RegisteredCredential, _ response: RegistrationResponse, of user: UserRecord,
        relyingPartyID: String, at date: Date
    ) {
        self.init(
            poolID: user.poolID, sub: user.sub, credentialID: credential.id, publicKey: credential.publicKey,
            signCount: credential.signCount, isBackupEligible: credential.flags.contains(.backupEligible),
            isBackedUp: credential.flags.contains(.backedUp), aaguid: credential.aaguid,
            relyingPartyID: relyingPartyID, attachment: response.attachment, transports: response.transports,
            createdAt: date)
    }
}

/// The challenge of a passkey registration between its two calls.
///
/// It is not stored: the authenticator signs the sealed state itself, which is valid for one user, once, and for five
/// minutes.
struct RegistrationChallenge: Sendable, Equatable {
    /// The validity of a challenge, in seconds.
    private static let lifetime = 300.0
    private static let purpose = SealPurpose.passkeyRegistration

    private let id: String
    let clientID: String
    private let expiresAt: Date

    /// Creates a challenge for a user of a client; `now` is the time of the forward clock, here and below.
    init(clientID: String, entropy: Entropy, now: Date) {
        id = entropy.uuid()
        self.clientID = clientID
        expiresAt = now.addingTimeInterval(Self.lifetime)
    }

    /// Unseals a challenge that ``sealed(by:for:)`` returned for the same user.
    /// - Throws: `WebAuthnChallengeNotFoundException` for other data, and for an expired challenge.
    init(unsealing challenge: [UInt8], of user: UserRecord, sealer: Sealer, now: Date) throws(ServiceFault) {
        let plain: [UInt8]
        do {
            plain = try sealer.open(challenge, purpose: Self.purpose, context: Self.context(user))
        } catch {
            throw .noSuchPasskeyChallenge
        }
        var fields = SealedFields(plain)
        guard let id = fields.nextText(), let clientID = fields.nextText(), let expiresAt = fields.nextDate(),
            fields.isAtEnd, expiresAt > now
        else { throw .noSuchPasskeyChallenge }
        (self.id, self.clientID, self.expiresAt) = (id, clientID, expiresAt)
    }

    /// The bytes that the authenticator signs.
    func sealed(by sealer: Sealer, for user: UserRecord) -> [UInt8] {
        var fields = SealedFields()
        fields.append(id)
        fields.append(clientID)
        fields.append(expiresAt)
        return sealer.seal(fields.bytes, purpose: Self.purpose, context: Self.context(user))
    }

    /// The id that the answer to the challenge spends.
    var singleUseID: SingleUseID { SingleUseID(id: id, expiresAt: expiresAt) }

    private static func context(_ user: UserRecord) -> [UInt8] { Array("\(user.poolID)|\(user.sub)".utf8) }
}

/// The display name of the authenticator that stores a passkey.
enum AuthenticatorName {
    /// The name of the product if the AAGUID is known, and otherwise the kind of authenticator.
    static func of(_ passkey: PasskeyRecord) -> String {
        if let name = makers[Hex.encode(passkey.aaguid)] { return name }
        let isInside = passkey.attachment.map { $0 == .platform } ?? (passkey.transports == ["internal"])
        return isInside ? "Platform passkey" : "Roaming passkey"
    }

    /// Common authenticators, by their AAGUIDs.
    private static let makers = [
        "fbfc3007154e4ecc8c0b6e020557d7bd": "Apple Passwords",
        "dd4ec289e01d41c9bb8970fa845d4bf2": "iCloud Keychain (managed)",
        "adce000235bcc60a648b0b25f1f05503": "Chrome on Mac",
        "771b48fdd3d44f749232fc157ab0507a": "Edge on Mac",
        "ea9b8d664d011d213ce4b6b48cb575d4": "Google Password Manager",
        "08987058cadc4b81b6e130de50dcbe96": "Windows Hello",
        "9ddd1817af5a4672a2b93e3dd95000a9": "Windows Hello",
        "6028b017b1d44c02b4b3afcdafc96bb2": "Windows Hello",
        "53414d53554e47000000000000000000": "Samsung Pass",
        "bada5566a7aa401fbd9645619a55120d": "1Password",
        "d548826e79b4db40a3d811116f7e8349": "Bitwarden",
        "531126d6e717415c93203d9aa6981239": "Dashlane",
        "fdb141b25d84443e8a354698c205a502": "KeePassXC",
        "50726f746f6e5061737350726f746f6e": "Proton Pass",
    ]
}

/// The faults of passkey operations.
extension ServiceFault {
    static let noSuchPasskeyChallenge = ServiceFault(
        .webAuthnChallengeNotFound, "The challenge of this passkey is unknown, used or expired: start again.")
    static let otherPasskeyClient = ServiceFault(
        .webAuthnClientMismatch, "The registration of this passkey was started by another client.")
    static let tooManyPasskeys = ServiceFault(
        .limitExceeded, "A user can have \(PasskeyRecord.maximumPerUser) passkeys.")
    static let knownPasskey = ServiceFault(.invalidParameter, "This passkey is registered already.")
    static let noSuchPasskey = ServiceFault(.resourceNotFound, "The user has no such passkey.")

    /// The fault for a registration that fails.
    init(registration error: WebAuthnError) {
        switch error {
        case .malformedResponse, .malformedClientData, .wrongType, .malformedAttestation,
            .malformedAuthenticatorData, .credentialIDTooLong, .wrongAttestation:
            self.init(.invalidParameter, "The credential is malformed.", cause: error)
        case .wrongChallenge:
            self = .noSuchPasskeyChallenge
        case .wrongOrigin, .crossOrigin:
            self.init(.webAuthnOriginNotAllowed, "The origin does not belong to the relying party.", cause: error)
        case .wrongRelyingParty:
            self.init(
                .webAuthnRelyingPartyMismatch, "The credential belongs to another relying party.", cause: error)
        case .malformedPublicKey, .userNotPresent, .userNotVerified, .impossibleBackup, .unsupportedAlgorithm,
            .unknownAttestationFormat:
            self.init(.webAuthnCredentialNotSupported, "The credential is not supported.", cause: error)
        case .credentialNotAllowed, .otherUser, .changedBackupEligibility, .wrongSignature, .clonedAuthenticator:
            // These errors occur only in authentications.
            self.init(.invalidParameter, "The credential is malformed.", cause: error)
        }
    }
}
