// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Why a ceremony fails.
///
/// The numbers are those of the steps in WebAuthn Level 3, sections 7.1 (registration) and 7.2 (authentication).
package enum WebAuthnError: Error, Equatable, Sendable {
    /// A member of the response is missing or not what it should be (7.1 and 7.2, step 3).
    case malformedResponse
    /// The credential is none of those that were asked for (7.2, step 5).
    case credentialNotAllowed
    /// The user handle is another user's (7.2, step 6).
    case otherUser
    /// The client data is not JSON with the members that it needs (7.1, steps 5 and 6; 7.2, steps 8 and 9).
    case malformedClientData
    /// The client data is of another ceremony (7.1, step 7; 7.2, step 10).
    case wrongType
    /// The challenge is not the one that was given out (7.1, step 8; 7.2, step 11).
    case wrongChallenge
    /// The page is not the relying party's (7.1, step 9; 7.2, step 12).
    case wrongOrigin
    /// The page was shown inside of somebody else's (7.1, steps 10 and 11; 7.2, steps 13 and 14).
    case crossOrigin
    /// The attestation object is not CBOR with the members that it needs (7.1, step 13).
    case malformedAttestation
    /// The authenticator data cannot be read (7.1, step 13; 7.2, step 7).
    case malformedAuthenticatorData
    /// The key cannot be read, or is no point of its curve (7.1, step 13).
    case malformedPublicKey
    /// The credential belongs to another relying party (7.1, step 14; 7.2, step 15).
    case wrongRelyingParty
    /// Nobody was there (7.1, step 15; 7.2, step 16).
    case userNotPresent
    /// It was not made sure who was there (7.1, step 16; 7.2, step 17).
    case userNotVerified
    /// A credential that cannot be copied was (7.1, step 17; 7.2, step 18).
    case impossibleBackup
    /// Whether the credential may be copied has changed, which cannot be (7.2, step 19).
    case changedBackupEligibility
    /// The key's algorithm was not asked for (7.1, step 20).
    case unsupportedAlgorithm
    /// Nobody has registered a format of that name (7.1, step 21).
    case unknownAttestationFormat
    /// The attestation statement is not what its format says, or its signature is wrong (7.1, step 22).
    case wrongAttestation
    /// The id has more than 1,023 bytes (7.1, step 25).
    case credentialIDTooLong
    /// The signature is not the credential's (7.2, step 21).
    case wrongSignature
    /// The counter stands no higher than before: there may be two of the authenticator (7.2, step 22).
    case clonedAuthenticator
}
