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

    /// The elements of a response whose assertion was encrypted, which the caller has verified.
    init(response: XMLElement?, assertion: XMLElement) {
        self.response = response
        self.assertion = assertion
    }

    private static func verify(
        _ part: SAMLMessage.SignedPart, _ form: SAMLSignatureForm, in message: SAMLMessage, keys: [SAMLSigningKey]
    ) throws(SAMLFault) -> XMLElement {
        let element = SignedElement(
            name: part == .response ? SAMLNames.response : SAMLNames.assertion, isRoot: part == .response,
            identifier: message.identifiers[part] ?? "", form: form)
        return try element.verified(in: message.bytes, by: keys).element
    }
}

/// An element of a document whose signature is to be verified.
struct SignedElement {
    let name: XMLName
    /// Whether the element is the document's root; otherwise it is the root's only child with its name.
    let isRoot: Bool
    let identifier: String
    let form: SAMLSignatureForm

    /// Verifies the signature by one of the keys.
    ///
    /// - Returns: the bytes that the signature covers, and the element as it is read from them.
    /// - Throws: ``SAMLFault`` of the signature.
    func verified(
        in document: [UInt8], by keys: [SAMLSigningKey]
    ) throws(SAMLFault) -> (element: XMLElement, bytes: [UInt8]) {
        for key in keys where key.kind == form.kind {
            guard let bytes = verifiedBytes(in: document, by: key) else { continue }
            // A canonicalization that failed would hash nothing, and another reference something else.
            guard let element = try? XMLReader.root(bytes, limits: .canonical), element.name == name,
                element[attribute: "ID"] == identifier, element.elements(SAMLNames.signature).isEmpty
            else { throw .signature(.foreignContent) }
            return (element, bytes)
        }
        throw .signature(.notVerified)
    }

    /// The bytes that a signature covers; `nil` if the key does not verify it.
    private func verifiedBytes(in document: [UInt8], by key: SAMLSigningKey) -> [UInt8]? {
        var count = min(XMLLimits.canonical.bytes, 4 * document.count + 4_096)
        var verified = [UInt8](repeating: 0, count: count)
        let result =
            if isRoot {
                unsafe gatehouse_xml_verify(
                    document, document.count, nil, nil, identifier, key.bytes, key.bytes.count, &verified, &count)
            } else {
                unsafe gatehouse_xml_verify(
                    document, document.count, name.namespace, name.local, identifier, key.bytes, key.bytes.count,
                    &verified, &count)
            }
        guard result == Int32(GATEHOUSE_XML_DONE.rawValue) else { return nil }
        return Array(verified.prefix(count))
    }
}
