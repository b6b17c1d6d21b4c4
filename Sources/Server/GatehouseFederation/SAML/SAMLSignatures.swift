// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CXMLSignatures

/// The signed elements of a response, read anew from the bytes that were hashed.
struct SAMLSignatures {
    /// The response, if it is signed.
    let response: XMLElement?
    /// The assertion that its own signature covers, else the one within the signed response.
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

    /// Creates the elements of a response with an encrypted assertion; the caller has verified them.
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

/// The form of a signature (SAML core, section 5.4), which is checked before anything is computed.
///
/// A signature has exactly one reference, to the element that contains it, and the transforms enveloped-signature and
/// exclusive canonicalization. `KeyInfo` may be there; it is not read, since keys come from the metadata alone.
struct SAMLSignatureForm {
    private static let enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
    private static let canonicalization: Set<String> = [
        "http://www.w3.org/2001/10/xml-exc-c14n#", "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
    ]
    private static let digests: Set<String> = [
        "http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmldsig-more#sha384",
        "http://www.w3.org/2001/04/xmlenc#sha512",
    ]
    private static let signatures: [String: SAMLSigningKey.Kind] = [
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256": .rsa,
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384": .rsa,
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512": .rsa,
        "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256": .ellipticCurve,
        "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384": .ellipticCurve,
        "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512": .ellipticCurve,
    ]
    private static let inclusiveNamespaces = XMLName("http://www.w3.org/2001/10/xml-exc-c14n#", "InclusiveNamespaces")
    /// Each prefix of the list is looked up for each element.
    private static let maximumPrefixes = 16

    /// The kind of key that the signature's method needs.
    let kind: SAMLSigningKey.Kind

    /// Checks a signature of the element with this identifier.
    /// - Throws: the first flaw.
    init(_ signature: XMLElement, of identifier: String) throws(SAMLSignatureFlaw) {
        let names = signature.elements.map(\.name)
        let required = ["SignedInfo", "SignatureValue"].map(SAMLNames.ofSignature)
        guard names == required || names == required + [SAMLNames.ofSignature("KeyInfo")] else { throw .badForm }
        let info = signature.elements[0]
        guard !info.elements(SAMLNames.ofSignature("Reference")).isEmpty,
            let reference = info.only(SAMLNames.ofSignature("Reference"))
        else { throw .referenceCount }
        let parts = ["CanonicalizationMethod", "SignatureMethod", "Reference"].map(SAMLNames.ofSignature)
        guard info.elements.map(\.name) == parts else { throw .badForm }
        try Self.checkCanonicalization(info.elements[0], else: .badMethod)
        let method = info.elements[1]
        guard method.elements.isEmpty, let kind = Self.signatures[method[attribute: "Algorithm"] ?? ""] else {
            throw .badMethod
        }
        self.kind = kind
        try Self.check(reference, to: identifier)
    }

    private static func check(_ reference: XMLElement, to identifier: String) throws(SAMLSignatureFlaw) {
        guard reference[attribute: "URI"] == "#" + identifier else { throw .foreignReference }
        let parts = ["Transforms", "DigestMethod", "DigestValue"].map(SAMLNames.ofSignature)
        guard reference.elements.map(\.name) == parts else { throw .badForm }
        let transforms = reference.elements[0].elements
        guard transforms.count == 2, transforms.allSatisfy({ $0.name == SAMLNames.ofSignature("Transform") }),
            transforms[0][attribute: "Algorithm"] == enveloped, transforms[0].elements.isEmpty
        else { throw .badTransform }
        try checkCanonicalization(transforms[1], else: .badTransform)
        let digest = reference.elements[1]
        guard digest.elements.isEmpty, digests.contains(digest[attribute: "Algorithm"] ?? "") else { throw .badMethod }
    }

    private static func checkCanonicalization(
        _ method: XMLElement, else flaw: SAMLSignatureFlaw
    ) throws(SAMLSignatureFlaw) {
        guard canonicalization.contains(method[attribute: "Algorithm"] ?? "") else { throw flaw }
        switch method.elements.count {
        case 0: break
        case 1:
            let list = method.elements[0]
            let prefixes = (list[attribute: "PrefixList"] ?? "").split(separator: " ")
            guard list.name == inclusiveNamespaces, list.nodes.isEmpty, prefixes.count <= maximumPrefixes else {
                throw flaw
            }
        default: throw flaw
        }
    }
}
