// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWebAuthn
import GatehouseWire

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
