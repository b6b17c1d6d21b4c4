// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CXMLSignatures

/// The elements of a response that signatures cover, read anew from the bytes that were hashed.
struct SAMLSignatures {
    /// The response, if it is signed.
    let response: XMLElement?
    /// The assertion: that of its own signature, else the one within the signed response.
    let assertion: XMLElement

    /// Verifies every signature of a message; each must be valid.
    /// - Throws: ``SAMLFault`` of signature or structure.
    init(_ message: SAMLMessage, keys: [SAMLSigningKey]) throws(SAMLFault) {
        var verified: [SAMLMessage.SignedPart: XMLElement] = [:]
        for (part, form) in message.signatures {
            verified[part] = try Self.verify(part, form, in: message, keys: keys)
        }
        response = verified[.response]
        if let assertion = verified[.assertion] {
            self.assertion = assertion
        } else if let response {
            assertion = try SAMLMessage.assertion(of: response)
        } else {
            throw .signature(.missing)
        }
    }

    private static func verify(
        _ part: SAMLMessage.SignedPart, _ form: SAMLSignatureForm, in message: SAMLMessage, keys: [SAMLSigningKey]
    ) throws(SAMLFault) -> XMLElement {
        let identifier = message.identifiers[part] ?? ""
        for key in keys where key.kind == form.kind {
            guard let bytes = verifiedBytes(of: part, identifier, in: message, by: key) else { continue }
            // A canonicalization that failed would hash nothing, and another reference something else.
            guard let element = try? XMLReader.root(bytes, limits: .canonical),
                element.name == (part == .response ? SAMLNames.response : SAMLNames.assertion),
                element[attribute: "ID"] == identifier, element.elements(SAMLNames.signature).isEmpty
            else { throw .signature(.foreignContent) }
            return element
        }
        throw .signature(.notVerified)
    }

    /// The bytes that a signature covers; `nil` if the key does not verify it.
    private static func verifiedBytes(
        of part: SAMLMessage.SignedPart, _ identifier: String, in message: SAMLMessage, by key: SAMLSigningKey
    ) -> [UInt8]? {
        var count = min(XMLLimits.canonical.bytes, 4 * message.bytes.count + 4_096)
        var verified = [UInt8](repeating: 0, count: count)
        let document = message.bytes
        let result =
            switch part {
            case .response:
                unsafe gatehouse_xml_verify(
                    document, document.count, nil, nil, identifier, key.bytes, key.bytes.count, &verified, &count)
            case .assertion:
                unsafe gatehouse_xml_verify(
                    document, document.count, SAMLNames.assertionNamespace, SAMLNames.assertion.local, identifier,
                    key.bytes, key.bytes.count, &verified, &count)
            }
        guard result == Int32(GATEHOUSE_XML_DONE.rawValue) else { return nil }
        return Array(verified.prefix(count))
    }
}
