// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The authentication ceremony (WebAuthn Level 3, section 7.2): a user proves possession of a credential.
package struct Authentication: Sendable {
    private let expectation: CeremonyExpectation

    /// Creates a ceremony with one challenge.
    package init(_ expectation: CeremonyExpectation) {
        self.expectation = expectation
    }

    /// Checks a response against the requested credentials, in the order of the standard's steps.
    ///
    /// The client does steps 1 and 2. Steps 4 and 23 are about extensions: none is requested, and unrequested ones are
    /// ignored. The caller does steps 24 and 25: it must write the counter in the transaction that uses the result.
    /// - Throws: `WebAuthnError` of the first step that fails.
    package func verify(
        _ response: AuthenticationResponse, by credentials: [StoredCredential]
    ) throws(WebAuthnError) -> VerifiedAuthentication {
        guard let stored = credentials.first(where: { $0.id == response.id }) else { throw .credentialNotAllowed }
        if let handle = response.userHandle {
            guard constantTimeEqual(handle, stored.userHandle) else { throw .otherUser }
        }
        let clientData = try CollectedClientData(response.clientDataJSON)
        try expectation.check(clientData, of: .get)
        let data = try AuthenticatorData(response.authenticatorData)
        try expectation.check(data)
        guard data.flags.contains(.backupEligible) == stored.isBackupEligible else {
            throw .changedBackupEligibility
        }
        let key = try CredentialPublicKey(stored.publicKey)
        guard key.accepts(signature: response.signature, of: response.authenticatorData + clientData.hash) else {
            throw .wrongSignature
        }
        let counts = data.signCount != 0 || stored.signCount != 0
        guard !counts || data.signCount > stored.signCount else { throw .clonedAuthenticator }
        return VerifiedAuthentication(credentialID: stored.id, signCount: data.signCount, flags: data.flags)
    }
}
