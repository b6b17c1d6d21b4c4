// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Makes responses whose text is its own canonical form, so that a signature can be made without a library.
package struct SAMLResponseMaker {
    /// The elements that are signed.
    package enum Signed {
        case nothing
        case assertion
        case response
        case both
    }

    /// The declaration of the prefix `samlp`, as it is written.
    package static let protocolNamespace = #" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol""#
    /// The declaration of the prefix `saml`, as it is written.
    package static let assertionNamespace = #" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion""#
    /// The method of a confirmation that any bearer of the assertion is the person.
    package static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
    /// The beginning of the names of attributes for sessions.
    package static let attributePrefix = "https://aws.amazon.com/SAML/Attributes/"
    /// The role that the assertion grants, with the provider `corp`.
    package static let role = "arn:aws:iam::123456789012:role/reader,arn:aws:iam::123456789012:saml-provider/corp"

    /// The elements that are signed.
    package var signed = Signed.assertion
    /// The signer, with the provider's key.
    package var signer: SAMLSigner
    /// The identifier of the response.
    package var responseID = "_response"
    /// The identifier of the assertion.
    package var assertionID = "_assertion"
    /// The issuer of response and assertion.
    package var issuer: String
    /// The attribute `Destination` of the response, as it is written.
    package var destination: String
    /// The attribute `InResponseTo` of the response, as it is written.
    package var responseTo = ""
    /// The status of the response.
    package var status = "urn:oasis:names:tc:SAML:2.0:status:Success"
    /// The content of `NameID`.
    package var nameID = "ada"
    /// The format of the name.
    package var nameFormat = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
    /// The recipient of the confirmation.
    package var recipient: String
    /// The attribute `InResponseTo` of the confirmation, as it is written.
    package var confirmedTo = ""
    /// The method of the confirmation.
    package var confirmationMethod = bearer
    /// The end of the confirmation.
    package var confirmedUntil = "2026-01-01T12:05:00Z"
    /// The time from which the conditions hold.
    package var notBefore = "2026-01-01T11:59:00Z"
    /// The time from which the conditions hold no longer.
    package var notOnOrAfter = "2026-01-01T12:05:00.123Z"
    /// The audience of the assertion.
    package var audience: String
    /// Further content of `Conditions`.
    package var moreConditions = ""
    /// Further content of the whole assertion.
    package var moreContent = ""
    /// The statements of authentication, as they are written.
    package var statement = #"<saml:AuthnStatement AuthnInstant="2026-01-01T12:00:00Z"></saml:AuthnStatement>"#
    /// The attributes of the person and of the session.
    package var attributes: [(name: String, values: [String])] = [
        (attributePrefix + "Role", [role]), (attributePrefix + "RoleSessionName", ["ada@example.com"]),
    ]

    /// Creates the maker of a response about Ada, which is valid for the minutes around 2026-01-01T12:00:00Z.
    /// - Parameters:
    ///   - signer: the signer, with the provider's key.
    ///   - issuer: the name of the provider.
    ///   - recipient: the address to which the response is sent.
    ///   - audience: the audience of the assertion.
    package init(signer: SAMLSigner, issuer: String, recipient: String, audience: String) {
        self.signer = signer
        self.issuer = issuer
        destination = #" Destination="\#(recipient)""#
        self.recipient = recipient
        self.audience = audience
    }

    /// The assertion in its canonical form, with a signature after the issuer.
    package func assertion(signature: String = "") -> String {
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
    package func response(around content: String, signature: String = "") -> String {
        """
        <samlp:Response\(Self.protocolNamespace)\(destination) ID="\(responseID)"\(responseTo) \
        IssueInstant="2026-01-01T12:00:00Z" Version="2.0">\
        <saml:Issuer\(Self.assertionNamespace)>\(issuer)</saml:Issuer>\(signature)<samlp:Status>\
        <samlp:StatusCode Value="\(status)"></samlp:StatusCode></samlp:Status>\(content)</samlp:Response>
        """
    }

    /// The signature of the assertion.
    package func assertionSignature() throws -> String {
        try signer.signature(of: assertion(), id: assertionID)
    }

    /// The assertion with its signature.
    package func signedAssertion() throws -> String {
        assertion(signature: try assertionSignature())
    }

    /// The whole document.
    package func document() throws -> String {
        let content = signed == .assertion || signed == .both ? try signedAssertion() : assertion()
        guard signed == .response || signed == .both else { return response(around: content) }
        let signature = try signer.signature(of: response(around: content), id: responseID)
        return response(around: content, signature: signature)
    }
}
