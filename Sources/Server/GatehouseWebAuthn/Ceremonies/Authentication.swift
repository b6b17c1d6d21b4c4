// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseWire

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

/// The response of `navigator.credentials.get`, read from an `AuthenticationResponseJSON`.
package struct AuthenticationResponse: Sendable, Equatable {
    /// The id of the credential that signed.
    package let id: [UInt8]
    /// The client data exactly as the client serialised them, since they are signed.
    package let clientDataJSON: [UInt8]
    /// The authenticator data exactly as the authenticator wrote them, since they are signed.
    package let authenticatorData: [UInt8]
    /// The signature over the authenticator data and the hash of the client data.
    package let signature: [UInt8]
    /// The user handle that the authenticator stored; some authenticators omit it when the request lists credentials.
    package let userHandle: [UInt8]?

    /// Reads the JSON; unknown members are allowed.
    /// - Throws: `malformedResponse` or `credentialIDTooLong`.
    package init(_ json: WireValue) throws(WebAuthnError) {
        let credential = try PublicKeyCredential(json)
        id = credential.id
        clientDataJSON = try credential.bytes("clientDataJSON")
        authenticatorData = try credential.bytes("authenticatorData")
        signature = try credential.bytes("signature")
        userHandle = try credential.optionalBytes("userHandle")
    }
}
