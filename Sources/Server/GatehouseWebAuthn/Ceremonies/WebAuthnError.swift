// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why a ceremony fails.
///
/// The numbers are the steps of WebAuthn Level 3, sections 7.1 (registration) and 7.2 (authentication).
package enum WebAuthnError: Error, Equatable, Sendable {
    /// A member of the response is missing or invalid (7.1 and 7.2, step 3).
    case malformedResponse
    /// The credential is not one of the requested ones (7.2, step 5).
    case credentialNotAllowed
    /// The user handle belongs to another user (7.2, step 6).
    case otherUser
    /// The client data is not JSON with the required members (7.1, steps 5 and 6; 7.2, steps 8 and 9).
    case malformedClientData
    /// The client data belongs to another ceremony (7.1, step 7; 7.2, step 10).
    case wrongType
    /// The challenge differs from the issued one (7.1, step 8; 7.2, step 11).
    case wrongChallenge
    /// The origin does not belong to the relying party (7.1, step 9; 7.2, step 12).
    case wrongOrigin
    /// The page was embedded in a page of another origin (7.1, steps 10 and 11; 7.2, steps 13 and 14).
    case crossOrigin
    /// The attestation object is not CBOR with the required members (7.1, step 13).
    case malformedAttestation
    /// The authenticator data cannot be read (7.1, step 13; 7.2, step 7).
    case malformedAuthenticatorData
    /// The public key is malformed, or its point is not on the curve (7.1, step 13).
    case malformedPublicKey
    /// The credential belongs to another relying party (7.1, step 14; 7.2, step 15).
    case wrongRelyingParty
    /// The flag UP is not set: no user was present (7.1, step 15; 7.2, step 16).
    case userNotPresent
    /// The flag UV is not set, but user verification is required (7.1, step 16; 7.2, step 17).
    case userNotVerified
    /// The flag BS is set without BE: a credential that cannot be backed up was backed up (7.1, step 17; 7.2, step 18).
    case impossibleBackup
    /// The flag BE differs from the stored one, which never changes (7.2, step 19).
    case changedBackupEligibility
    /// The key's algorithm is not one of the requested ones (7.1, step 20).
    case unsupportedAlgorithm
    /// The attestation format is not registered (7.1, step 21).
    case unknownAttestationFormat
    /// The attestation statement does not match its format, or its signature is invalid (7.1, step 22).
    case wrongAttestation
    /// The id has more than 1,023 bytes (7.1, step 25).
    case credentialIDTooLong
    /// The signature is invalid under the credential's key (7.2, step 21).
    case wrongSignature
    /// The signature counter has not increased: the authenticator may have been cloned (7.2, step 22).
    case clonedAuthenticator
}
