// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCrypto

/// A request for authentication (SAML core, section 3.4.1).
package struct SAMLAuthnRequest: Sendable, Equatable {
    /// The identifier, which the response must name.
    package let id: String
    /// The name of this server at the provider.
    package let issuer: String
    /// The provider's address for sign-ins.
    package let destination: String
    /// The address of this server to which the provider sends the response.
    package let recipient: String
    package let issuedAt: Date
    /// Whether the person must authenticate even with a session at the provider.
    package let forcesAuthentication: Bool

    /// Describes a request.
    package init(
        id: String, issuer: String, destination: String, recipient: String, issuedAt: Date,
        forcesAuthentication: Bool = false
    ) {
        self.id = id
        self.issuer = issuer
        self.destination = destination
        self.recipient = recipient
        self.issuedAt = issuedAt
        self.forcesAuthentication = forcesAuthentication
    }

    /// The document; the provider answers with a form (HTTP-POST).
    package var document: String {
        let force = forcesAuthentication ? #" ForceAuthn="true""# : ""
        return #"<samlp:AuthnRequest xmlns:samlp="\#(SAMLNames.protocolNamespace)""#
            + #" xmlns:saml="\#(SAMLNames.assertionNamespace)" ID="\#(XMLText.escaped(id))" Version="2.0""#
            + #" IssueInstant="\#(SAMLTime.text(issuedAt))" Destination="\#(XMLText.escaped(destination))""#
            + #" ProtocolBinding="\#(SAMLNames.postBinding)""#
            + #" AssertionConsumerServiceURL="\#(XMLText.escaped(recipient))"\#(force)>"#
            + "<saml:Issuer>\(XMLText.escaped(issuer))</saml:Issuer>"
            // Without it, a provider may not give a person an identifier that the person does not have yet.
            + #"<samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>"#
    }
}

/// A request to end a person's session at a provider (SAML core, section 3.7.1).
package struct SAMLLogoutRequest: Sendable, Equatable {
    package let id: String
    /// The name of this server at the provider.
    package let issuer: String
    /// The provider's address for sign-outs.
    package let destination: String
    /// The session at the provider.
    package let session: SAMLSession
    package let issuedAt: Date

    /// Describes a request.
    package init(id: String, issuer: String, destination: String, session: SAMLSession, issuedAt: Date) {
        self.id = id
        self.issuer = issuer
        self.destination = destination
        self.session = session
        self.issuedAt = issuedAt
    }

    /// The document.
    package var document: String {
        #"<samlp:LogoutRequest xmlns:samlp="\#(SAMLNames.protocolNamespace)""#
            + #" xmlns:saml="\#(SAMLNames.assertionNamespace)" ID="\#(XMLText.escaped(id))" Version="2.0""#
            + #" IssueInstant="\#(SAMLTime.text(issuedAt))" Destination="\#(XMLText.escaped(destination))">"#
            + "<saml:Issuer>\(XMLText.escaped(issuer))</saml:Issuer>"
            + "<saml:NameID\(qualifiers)>\(XMLText.escaped(session.nameID))</saml:NameID>"
            + (session.index.map { "<samlp:SessionIndex>\(XMLText.escaped($0))</samlp:SessionIndex>" } ?? "")
            + "</samlp:LogoutRequest>"
    }

    /// The attributes of the name.
    private var qualifiers: String {
        let attributes = [
            ("Format", session.nameFormat), ("NameQualifier", session.nameQualifier),
            ("SPNameQualifier", session.serviceQualifier),
        ]
        return attributes.map { name, value in value.map { #" \#(name)="\#(XMLText.escaped($0))""# } ?? "" }.joined()
    }
}

/// Texts in documents that this server writes.
enum XMLText {
    /// The text in elements and in attributes in quotation marks.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension SAMLTime {
    /// A moment as the text of a document, to the second.
    static func text(_ date: Date) -> String {
        let time = CivilTime(date)
        let day = [(time.year, 4), (time.month, 2), (time.day, 2)].map { CivilTime.padded($0.0, $0.1) }
        return day.joined(separator: "-") + "T" + time.clock + "Z"
    }
}
