// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CXMLSignatures
import GatehouseServerCrypto

/// A response with an encrypted assertion (SAML core, section 2.3.4), whose structure was checked.
///
/// The signature of the response covers the encrypted form, and the assertion can have one of its own. An attacker can
/// send changed forms of AES-CBC, learn which of them are accepted, and so decrypt the assertion. So AES-CBC is allowed
/// only below a verified signature of the response.
struct SAMLEncryptedMessage {
    private static let encryptedAssertion = SAMLNames.ofAssertion("EncryptedAssertion")

    private let bytes: [UInt8]
    /// The signature of the response; `nil` for a response without one.
    private let signature: SignedElement?

    /// Whether a response contains an encrypted assertion at all.
    static func isEncrypted(_ response: XMLElement) -> Bool {
        count(encryptedAssertion, below: response) > 0
    }

    /// Checks the structure of a response: one encrypted assertion at its place, and nothing else that could be read in
    /// place of it.
    /// - Throws: ``SAMLFault`` of structure or signature.
    init(_ document: (bytes: [UInt8], response: XMLElement)) throws(SAMLFault) {
        let response = document.response
        bytes = document.bytes
        guard Self.count(SAMLNames.response, below: response) == 1 else { throw .structure(.nestedResponse) }
        guard Self.count(SAMLNames.assertion, below: response) == 0,
            Self.count(Self.encryptedAssertion, below: response) == 1
        else { throw .structure(.assertionCount) }
        guard response.only(Self.encryptedAssertion) != nil else { throw .structure(.misplacedAssertion) }
        signature = try Self.signature(of: response, isRequired: false)
    }

    /// Verifies the signatures and decrypts the assertion; one of the two elements must be signed.
    ///
    /// - Throws: ``SAMLFault``; the fault for a form that cannot be decrypted is the same for every reason.
    func opened(by key: RSASigningKey, signers: [SAMLSigningKey]) throws(SAMLFault) -> SAMLSignatures {
        let response = try signature?.verified(in: bytes, by: signers)
        let plaintext = try Self.decrypted(response?.bytes ?? bytes, by: key, allowingCBC: response != nil)
        guard let assertion = try? XMLReader.root(plaintext, limits: .message),
            assertion.name == SAMLNames.assertion, assertion[attribute: "Version"] == "2.0",
            Self.count(SAMLNames.assertion, below: assertion) == 1,
            Self.count(SAMLNames.response, below: assertion) == 0, !Self.isEncrypted(assertion)
        else { throw .encryptedAssertion }
        guard let own = try Self.signature(of: assertion, isRequired: response == nil) else {
            return SAMLSignatures(response: response?.element, assertion: assertion)
        }
        return SAMLSignatures(
            response: response?.element, assertion: try own.verified(in: plaintext, by: signers).element)
    }

    /// The signature of a root element; `nil` if it has none.
    private static func signature(of root: XMLElement, isRequired: Bool) throws(SAMLFault) -> SignedElement? {
        try SAMLMessage.checkIdentifiers(in: root)
        guard let identifier = root[attribute: "ID"], SAMLNames.isIdentifier(identifier) else {
            throw .structure(.badIdentifier)
        }
        switch count(SAMLNames.signature, below: root) {
        case 0:
            guard !isRequired else { throw .signature(.missing) }
            return nil
        case 1:
            guard let signature = root.only(SAMLNames.signature) else { throw .signature(.misplaced) }
            do throws(SAMLSignatureFlaw) {
                return SignedElement(
                    name: root.name, isRoot: true, identifier: identifier,
                    form: try SAMLSignatureForm(signature, of: identifier))
            } catch {
                throw .signature(error)
            }
        default: throw .signature(.misplaced)
        }
    }

    private static func decrypted(
        _ document: [UInt8], by key: RSASigningKey, allowingCBC: Bool
    ) throws(SAMLFault) -> [UInt8] {
        let der = key.derRepresentation
        var count = document.count
        var plaintext = [UInt8](repeating: 0, count: count)
        let result = unsafe gatehouse_xml_decrypt(
            document, document.count, der, der.count, allowingCBC ? 1 : 0, &plaintext, &count)
        guard result == Int32(GATEHOUSE_XML_DONE.rawValue) else { throw .encryptedAssertion }
        return Array(plaintext.prefix(count))
    }

    /// The number of elements with a name, the root included.
    private static func count(_ name: XMLName, below root: XMLElement) -> Int {
        var count = 0
        root.visit { if $0.name == name { count += 1 } }
        return count
    }
}
