// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// A response whose structure was checked and whose signatures were not.
///
/// It has one assertion anywhere, at the one place that the schema has for it; the same holds for signatures. So a
/// signature cannot cover a second element in place of the one that is read (XML signature wrapping).
struct SAMLMessage {
    /// The most characters of Base64, as AssumeRoleWithSAML allows.
    private static let maximumCharacters = 100_000

    /// The document's bytes, which the signatures are verified on.
    let bytes: [UInt8]
    let response: XMLElement
    /// The forms of the signatures by the element that each must cover; at least one.
    let signatures: [SignedPart: SAMLSignatureForm]
    /// The identifiers of the two elements that may be signed.
    let identifiers: [SignedPart: String]

    /// The elements that may be signed.
    enum SignedPart: Hashable {
        case response
        case assertion
    }

    /// Reads the document of a response in Base64; white space in it is passed over.
    /// - Throws: ``SAMLFault`` of encoding, document, or structure.
    static func document(base64 text: String) throws(SAMLFault) -> (bytes: [UInt8], response: XMLElement) {
        guard text.utf8.count <= maximumCharacters, let bytes = Base64.decode(SAMLMetadata.withoutSpace(text))
        else {
            throw .encoding
        }
        let response: XMLElement
        do {
            response = try XMLReader.root(bytes, limits: .message)
        } catch {
            throw .document(error)
        }
        guard response.name == SAMLNames.response, response[attribute: "Version"] == "2.0" else {
            throw .structure(.notResponse)
        }
        return (bytes, response)
    }

    /// Checks the structure of a response's document.
    /// - Throws: ``SAMLFault`` of structure, encryption or signature.
    init(_ document: (bytes: [UInt8], response: XMLElement)) throws(SAMLFault) {
        (bytes, response) = document
        let assertion = try Self.assertion(of: response)
        try Self.checkIdentifiers(in: response)
        guard let responseID = response[attribute: "ID"], let assertionID = assertion[attribute: "ID"],
            SAMLNames.isIdentifier(responseID), SAMLNames.isIdentifier(assertionID)
        else { throw .structure(.badIdentifier) }
        identifiers = [.response: responseID, .assertion: assertionID]
        do {
            signatures = try Self.signatures(in: response, [(.response, response), (.assertion, assertion)])
        } catch {
            throw .signature(error)
        }
    }

    /// The only assertion below an element, which must be its child.
    static func assertion(of response: XMLElement) throws(SAMLFault) -> XMLElement {
        var assertions = 0
        var responses = 0
        var encrypted = 0
        response.visit { element in
            if element.name == SAMLNames.assertion { assertions += 1 }
            if element.name == SAMLNames.response { responses += 1 }
            if element.name == SAMLNames.ofAssertion("EncryptedAssertion") { encrypted += 1 }
        }
        // A key and the algorithms AES-GCM and RSA-OAEP would be needed; CBC and RSA with PKCS #1 1.5 are oracles.
        guard encrypted == 0 else { throw .encryptedAssertion }
        guard responses == 1 else { throw .structure(.nestedResponse) }
        guard assertions == 1 else { throw .structure(.assertionCount) }
        guard let assertion = response.only(SAMLNames.assertion) else { throw .structure(.misplacedAssertion) }
        guard assertion[attribute: "Version"] == "2.0" else { throw .structure(.notResponse) }
        return assertion
    }

    /// Checks that no two attributes identify an element by the same value; libraries differ in the names that they
    /// take as identifiers.
    static func checkIdentifiers(in root: XMLElement) throws(SAMLFault) {
        var seen: Set<String> = []
        var isRepeated = false
        var isForeign = false
        root.visit { element in
            for attribute in element.attributes where attribute.name.local.lowercased() == "id" {
                if attribute.name.namespace == XMLNamespaces.xml { isForeign = true }
                if !seen.insert(attribute.value).inserted { isRepeated = true }
            }
        }
        guard !isForeign else { throw .structure(.badIdentifier) }
        guard !isRepeated else { throw .structure(.repeatedIdentifier) }
    }

    private static func signatures(
        in response: XMLElement, _ parts: [(part: SignedPart, element: XMLElement)]
    ) throws(SAMLSignatureFlaw) -> [SignedPart: SAMLSignatureForm] {
        var count = 0
        response.visit { if $0.name == SAMLNames.signature { count += 1 } }
        guard count > 0 else { throw .missing }
        var forms: [SignedPart: SAMLSignatureForm] = [:]
        for (part, element) in parts {
            guard let signature = element.only(SAMLNames.signature) else { continue }
            forms[part] = try SAMLSignatureForm(signature, of: element[attribute: "ID"] ?? "")
        }
        guard forms.count == count else { throw .misplaced }
        return forms
    }
}

/// The response around an assertion.
struct SAMLEnvelope {
    private let response: XMLElement

    init(_ response: XMLElement) {
        self.response = response
    }

    /// Checks issuer, status, destination and request, as far as the response has them.
    func check(issuer: String, _ expectation: SAMLExpectation) throws(SAMLFault) {
        for element in response.elements(SAMLNames.ofAssertion("Issuer")) {
            guard element.text == issuer else { throw .foreignIssuer }
        }
        guard let status = response.only(SAMLNames.ofProtocol("Status")),
            let code = status.only(SAMLNames.ofProtocol("StatusCode")), code[attribute: "Value"] == SAMLNames.success
        else { throw .unsuccessful }
        if let destination = response[attribute: "Destination"], !destination.isEmpty {
            guard expectation.recipients.contains(destination) else { throw .wrongDestination }
        }
        try expectation.request.check(response[attribute: "InResponseTo"], isRequired: false)
    }
}

extension SAMLExpectation.Request {
    /// Checks the identifier of a request in a response; only the one in the subject's confirmation is required.
    func check(_ identifier: String?, isRequired: Bool) throws(SAMLFault) {
        let isExpected =
            switch self {
            case .any: true
            case .none: identifier == nil
            case .identified(let expected): identifier == expected || (identifier == nil && !isRequired)
            }
        guard isExpected else { throw .wrongRequest }
    }
}

/// The names of SAML 2.0 and of XML signatures.
enum SAMLNames {
    static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"
    static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
    static let redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
    static let postBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
    static let protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol"
    static let assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion"
    static let metadataNamespace = "urn:oasis:names:tc:SAML:2.0:metadata"
    static let signatureNamespace = "http://www.w3.org/2000/09/xmldsig#"

    static let response = XMLName(protocolNamespace, "Response")
    static let assertion = XMLName(assertionNamespace, "Assertion")
    static let signature = XMLName(signatureNamespace, "Signature")

    /// A name of the protocol.
    static func ofProtocol(_ local: String) -> XMLName { XMLName(protocolNamespace, local) }
    /// A name of assertions.
    static func ofAssertion(_ local: String) -> XMLName { XMLName(assertionNamespace, local) }
    /// A name of metadata.
    static func ofMetadata(_ local: String) -> XMLName { XMLName(metadataNamespace, local) }
    /// A name of XML signatures.
    static func ofSignature(_ local: String) -> XMLName { XMLName(signatureNamespace, local) }

    /// Whether a text may be an identifier: a name in ASCII without a prefix, as references within a document need it.
    static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, XMLCharacters.beginsName(first), text.utf8.count <= 256 else { return false }
        return text.utf8.allSatisfy { XMLCharacters.isInName($0) && $0 != UInt8(ascii: ":") }
    }
}
