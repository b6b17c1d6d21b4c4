// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Verifies responses of one SAML provider (SAML profiles, section 4.1.4.3).
///
/// It checks, in this order: the document and its structure, the signatures, the issuer, the status, the conditions and
/// the audience, the subject and its confirmation. It does no I/O.
package struct SAMLResponseVerifier: Sendable {
    private let provider: TrustedSAMLProvider
    private let expectation: SAMLExpectation

    /// Creates a verifier.
    package init(provider: TrustedSAMLProvider, expecting expectation: SAMLExpectation) {
        self.provider = provider
        self.expectation = expectation
    }

    /// Verifies a response in Base64 and returns its assertion.
    ///
    /// The same response is accepted as often as it is valid; ``AssertionUses`` refuses its second use.
    /// - Throws: the first fault.
    package func verify(_ base64: String, at now: Date) throws(SAMLFault) -> SAMLAssertion {
        let message = try SAMLMessage(base64: base64)
        let signed = try SAMLSignatures(message, keys: provider.metadata.keys)
        if let end = provider.metadata.validUntil, end <= now { throw .expired }
        // An envelope that is not signed can only lead to a refusal.
        let envelope = SAMLEnvelope(signed.response ?? message.response)
        let content = SAMLContent(signed.assertion, now: now)
        let issuer = try content.issuer()
        guard issuer == provider.metadata.entityID else { throw .foreignIssuer }
        try envelope.check(issuer: issuer, expectation)
        let conditionsEnd = try content.checkConditions(audiences: expectation.audiences)
        let subject = try content.subject(recipients: expectation.recipients, request: expectation.request)
        let sessionEnd = try content.sessionEnd()
        return SAMLAssertion(
            id: signed.assertion[attribute: "ID"] ?? "", issuer: issuer, nameID: subject.nameID,
            nameFormat: subject.nameFormat, recipient: subject.recipient, inResponseTo: subject.inResponseTo,
            acceptedUntil: [conditionsEnd, subject.end].compactMap(\.self).min() ?? now, sessionEnd: sessionEnd,
            attributes: try content.attributes())
    }
}
