// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
