// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Makes responses whose text is its own canonical form, so that a signature can be made without a library.
struct SAMLResponseMaker {
    /// The elements that are signed.
    enum Signed {
        case nothing
        case assertion
        case response
        case both
    }

    static let protocolNamespace = #" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol""#
    static let assertionNamespace = #" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion""#
    static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
    static let attributePrefix = "https://aws.amazon.com/SAML/Attributes/"
    static let role = "arn:aws:iam::123456789012:role/reader,arn:aws:iam::123456789012:saml-provider/corp"

    var signed = Signed.assertion
    var signer: SAMLSigner
    var responseID = "_response"
    var assertionID = "_assertion"
    var issuer = SAMLFixtures.entityID
    /// The attributes `Destination` and `InResponseTo` of the response, as they are written.
    var destination = #" Destination="\#(SAMLFixtures.recipient)""#
    var responseTo = ""
    var status = "urn:oasis:names:tc:SAML:2.0:status:Success"
    /// The content of `NameID`.
    var nameID = "ada"
    var nameFormat = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
    var recipient = SAMLFixtures.recipient
    /// The attribute `InResponseTo` of the confirmation, as it is written.
    var confirmedTo = ""
    var confirmationMethod = bearer
    var confirmedUntil = "2026-01-01T12:05:00Z"
    var notBefore = "2026-01-01T11:59:00Z"
    var notOnOrAfter = "2026-01-01T12:05:00.123Z"
    var audience = SAMLFixtures.audience
    /// Further content of `Conditions`, and of the whole assertion.
    var moreConditions = ""
    var moreContent = ""
    var statement = #"<saml:AuthnStatement AuthnInstant="2026-01-01T12:00:00Z"></saml:AuthnStatement>"#
    var attributes: [(name: String, values: [String])] = [
        (attributePrefix + "Role", [role]), (attributePrefix + "RoleSessionName", ["ada@example.com"]),
    ]

    init(signer: SAMLSigner? = nil) throws {
        self.signer = try signer ?? SAMLSigner(SAMLFixtures.key())
    }

    /// The assertion in its canonical form, with a signature after the issuer.
    func assertion(signature: String = "") -> String {
        let attributes = attributes.map { name, values in
            let values = values.map { "<saml:AttributeValue>\($0)</saml:AttributeValue>" }.joined()
            return #"<saml:Attribute Name="\#(name)">\#(values)</saml:Attribute>"#
        }
        return """
            <saml:Assertion\(Self.assertionNamespace) ID="\(assertionID)" IssueInstant="2026-01-01T12:00:00Z" \
            Version="2.0"><saml:Issuer>\(issuer)</saml:Issuer>\(signature)<saml:Subject>\
            <saml:NameID Format="\(nameFormat)">\(nameID)</saml:NameID>\
            <saml:SubjectConfirmation Method="\(confirmationMethod)"><saml:SubjectConfirmationData\(confirmedTo) \
            NotOnOrAfter="\(confirmedUntil)" Recipient="\(recipient)"></saml:SubjectConfirmationData>\
            </saml:SubjectConfirmation></saml:Subject>\
            <saml:Conditions NotBefore="\(notBefore)" NotOnOrAfter="\(notOnOrAfter)"><saml:AudienceRestriction>\
            <saml:Audience>\(audience)</saml:Audience></saml:AudienceRestriction>\(moreConditions)</saml:Conditions>\
            \(statement)<saml:AttributeStatement>\(attributes.joined())</saml:AttributeStatement>\(moreContent)\
            </saml:Assertion>
            """
    }

    /// The response in its canonical form around some content, with a signature after the issuer.
    func response(around content: String, signature: String = "") -> String {
        """
        <samlp:Response\(Self.protocolNamespace)\(destination) ID="\(responseID)"\(responseTo) \
        IssueInstant="2026-01-01T12:00:00Z" Version="2.0">\
        <saml:Issuer\(Self.assertionNamespace)>\(issuer)</saml:Issuer>\(signature)<samlp:Status>\
        <samlp:StatusCode Value="\(status)"></samlp:StatusCode></samlp:Status>\(content)</samlp:Response>
        """
    }

    /// The signature of the assertion.
    func assertionSignature() throws -> String {
        try signer.signature(of: assertion(), id: assertionID)
    }

    /// The assertion with its signature.
    func signedAssertion() throws -> String {
        assertion(signature: try assertionSignature())
    }

    /// The whole document.
    func document() throws -> String {
        let content = signed == .assertion || signed == .both ? try signedAssertion() : assertion()
        guard signed == .response || signed == .both else { return response(around: content) }
        let signature = try signer.signature(of: response(around: content), id: responseID)
        return response(around: content, signature: signature)
    }
}
