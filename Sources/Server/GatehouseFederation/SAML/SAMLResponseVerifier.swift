// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseServerCrypto

/// Verifies responses of one SAML provider (SAML profiles, section 4.1.4.3).
///
/// It checks, in this order: the document and its structure, the signatures, the issuer, the status, the conditions and
/// the audience, the subject and its confirmation. It does no I/O.
package struct SAMLResponseVerifier: Sendable {
    private let metadata: SAMLMetadata
    private let expectation: SAMLExpectation
    private let decryptionKey: RSASigningKey?

    /// Creates a verifier for the provider with this metadata; without a key, encrypted assertions are refused.
    package init(
        metadata: SAMLMetadata, expecting expectation: SAMLExpectation, decryptingBy key: RSASigningKey? = nil
    ) {
        self.metadata = metadata
        self.expectation = expectation
        decryptionKey = key
    }

    /// Verifies a response in Base64 and returns its assertion.
    ///
    /// The same response is accepted as often as it is valid.
    /// - Throws: the first fault.
    package func verify(_ base64: String, at now: Date) throws(SAMLFault) -> SAMLAssertion {
        let document = try SAMLMessage.document(base64: base64)
        let signed = try signatures(of: document)
        if let end = metadata.validUntil, end <= now { throw .expiredMetadata }
        // An envelope that is not signed can only lead to a refusal.
        let envelope = SAMLEnvelope(signed.response ?? document.response)
        let content = SAMLContent(signed.assertion, now: now)
        let issuer = try content.issuer()
        guard issuer == metadata.entityID else { throw .foreignIssuer }
        try envelope.check(issuer: issuer, expectation)
        let conditionsEnd = try content.checkConditions(audiences: expectation.audiences)
        let subject = try content.subject(recipients: expectation.recipients, request: expectation.request)
        let (sessionIndex, sessionEnd) = try content.session()
        let session = SAMLSession(
            nameID: subject.nameID, nameFormat: subject.nameFormat, nameQualifier: subject.nameQualifier,
            serviceQualifier: subject.serviceQualifier, index: sessionIndex)
        return SAMLAssertion(
            id: signed.assertion[attribute: "ID"] ?? "", issuer: issuer, session: session,
            recipient: subject.recipient, inResponseTo: subject.inResponseTo,
            acceptedUntil: [conditionsEnd, subject.end].compactMap(\.self).min() ?? now, sessionEnd: sessionEnd,
            attributes: try content.attributes())
    }

    private func signatures(of document: (bytes: [UInt8], response: XMLElement)) throws(SAMLFault) -> SAMLSignatures {
        guard let decryptionKey, SAMLEncryptedMessage.isEncrypted(document.response) else {
            return try SAMLSignatures(SAMLMessage(document), keys: metadata.keys)
        }
        return try SAMLEncryptedMessage(document).opened(by: decryptionKey, signers: metadata.keys)
    }
}

/// The recipient, the audience and the request that a response must name.
package struct SAMLExpectation: Sendable, Equatable {
    /// Which request a response must answer.
    package enum Request: Sendable, Equatable {
        /// The caller made no request: apps get responses in their own ways.
        case any
        /// The response begins the sign-in at the provider.
        case none
        /// The request with this identifier, which the same browser made.
        case identified(String)
    }

    /// The addresses of this server to which responses are sent.
    package let recipients: Set<String>
    /// The names of this server at providers.
    package let audiences: Set<String>
    package let request: Request

    /// Creates an expectation; recipients and audiences are compared as they are written.
    package init(recipients: Set<String>, audiences: Set<String>, request: Request = .any) {
        self.recipients = recipients
        self.audiences = audiences
        self.request = request
    }
}
