// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore
import GatehouseCrypto
package import GatehouseServerCrypto
import GatehouseWire

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

extension SAMLTime {
    /// A moment as the text of a document, to the second.
    static func text(_ date: Date) -> String {
        let time = CivilTime(date)
        let day = [(time.year, 4), (time.month, 2), (time.day, 2)].map { CivilTime.padded($0.0, $0.1) }
        return day.joined(separator: "-") + "T" + time.clock + "Z"
    }
}

/// A message to a provider in the query of a redirect (SAML bindings, section 3.4).
package struct SAMLRedirect: Sendable {
    private static let algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"

    /// The provider's address.
    package let destination: String
    /// The document of a request.
    package let document: String
    /// The text that the provider returns unchanged; `nil` for none.
    package let relayState: String?

    /// Describes a message.
    package init(to destination: String, _ document: String, relayState: String?) {
        self.destination = destination
        self.document = document
        self.relayState = relayState
    }

    /// The address of the redirect, signed with a key if there is one.
    ///
    /// The signature covers the parameters in their encoded form and in this order (section 3.4.4.1).
    /// - Throws: if the key cannot sign.
    package func address(signedBy key: RSASigningKey?, _ signer: some RSASigner) throws -> String {
        var fields = [("SAMLRequest", Base64.encode(Self.deflated(Array(document.utf8))))]
        if let relayState { fields.append(("RelayState", relayState)) }
        if let key {
            fields.append(("SigAlg", Self.algorithm))
            let signature = try signer.sign(Array(FormFields.text(fields).utf8), with: key)
            fields.append(("Signature", Base64.encode(signature)))
        }
        return UpstreamProvider.address(destination, with: fields)
    }

    /// The bytes in the format DEFLATE (RFC 1951), in blocks without compression, which every reader knows.
    static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            for number in [count, ~count] {
                result += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
            }
            result += block
        } while !rest.isEmpty
        return result
    }
}

/// A person's session at a SAML provider, as a request that ends it must name it (SAML core, section 3.7.1).
///
/// A provider compares all parts of the name with the parts that it has issued (SAML core, section 8.3).
package struct SAMLSession: Sendable, Equatable {
    /// The longest format, qualifier or index, in bytes; a longer one is left out.
    private static let maximumLength = 1_024

    /// The provider's identifier of the person.
    package let nameID: String
    /// The format of the name.
    package let nameFormat: String?
    /// The domain in which the provider has issued the name; by default, the provider.
    package let nameQualifier: String?
    /// The service or group of services that the name is for.
    package let serviceQualifier: String?
    /// The provider's identifier of the session.
    package let index: String?

    /// Describes a session.
    package init(
        nameID: String, nameFormat: String? = nil, nameQualifier: String? = nil, serviceQualifier: String? = nil,
        index: String? = nil
    ) {
        func checked(_ text: String?) -> String? { text.flatMap { $0.utf8.count <= Self.maximumLength ? $0 : nil } }
        self.nameID = nameID
        self.nameFormat = checked(nameFormat)
        self.nameQualifier = checked(nameQualifier)
        self.serviceQualifier = checked(serviceQualifier)
        self.index = checked(index)
    }

    /// Reads a session in the form that ``stored`` has; `nil` for another text.
    package init?(stored text: String) {
        guard let value = try? WireValue(json: Array(text.utf8)), let nameID = value["name"]?.stringValue else {
            return nil
        }
        self.init(
            nameID: nameID, nameFormat: value["format"]?.stringValue, nameQualifier: value["qualifier"]?.stringValue,
            serviceQualifier: value["serviceQualifier"]?.stringValue, index: value["index"]?.stringValue)
    }

    /// The session as a text for the store.
    package var stored: String {
        let parts: [WireName: String?] = [
            "name": nameID, "format": nameFormat, "qualifier": nameQualifier, "serviceQualifier": serviceQualifier,
            "index": index,
        ]
        let value = WireValue.object(parts.compactMapValues { $0 }.mapValues(WireValue.string))
        return String(decoding: value.jsonBytes(), as: UTF8.self)
    }
}

extension SAMLSession: CustomStringConvertible, CustomReflectable {
    /// Has no data of the person.
    package var description: String { "SAMLSession" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
