// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The registration ceremony (WebAuthn Level 3, section 7.1): a new credential is accepted.
package struct Registration: Sendable {
    private let expectation: CeremonyExpectation
    private let algorithms: Set<COSEAlgorithm>

    /// A ceremony in which keys of these algorithms were asked for.
    package init(_ expectation: CeremonyExpectation, algorithms: Set<COSEAlgorithm>) {
        self.expectation = expectation
        self.algorithms = algorithms
    }

    /// Checks an answer, in the order of the steps.
    ///
    /// Steps 1 and 2 are the client's. Steps 4 and 28 are about extensions: none is asked for, and what comes all the
    /// same is not looked at. Steps 18 and 19 leave a choice: passkeys that are copied are as good as others, and the
    /// caller is told. Steps 23 and 24 are about who made the authenticator: attestations are not asked for
    /// (conveyance `none`), so that there is nobody to trust and a signed statement proves no more than none. Step 26
    /// is the caller's, who knows the other credentials, and so are 27 and 29, which store this one.
    /// - Throws: `WebAuthnError` of the first step that fails.
    package func verify(_ response: RegistrationResponse) throws(WebAuthnError) -> RegisteredCredential {
        let clientData = try CollectedClientData(response.clientDataJSON)
        try expectation.check(clientData, of: .create)
        let attestation = try AttestationObject(response.attestationObject)
        let data = attestation.authenticatorData
        try expectation.check(data)
        guard let credential = data.credential else { throw .malformedAuthenticatorData }
        guard algorithms.contains(credential.publicKey.algorithm) else { throw .unsupportedAlgorithm }
        try attestation.statement.verify(
            credential: credential, signed: attestation.authenticatorDataBytes + clientData.hash)
        guard credential.id == response.id else { throw .malformedResponse }
        return RegisteredCredential(
            id: credential.id, publicKey: credential.publicKeyBytes, signCount: data.signCount, flags: data.flags,
            aaguid: credential.aaguid)
    }
}
