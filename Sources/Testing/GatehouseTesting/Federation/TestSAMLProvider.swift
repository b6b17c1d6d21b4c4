// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCrypto
import GatehouseServerCrypto

/// An identity provider of SAML: its metadata, and the responses that it signs.
package struct TestSAMLProvider: Sendable {
    /// One key for all providers of a process, since it takes long to draw one.
    private static let key = Result { try RSASigningKey.generate() }

    /// The name of the provider in its metadata, which is the issuer of its assertions.
    package let entityID: String
    private let key: RSASigningKey
    private let certificate: TestCertificate

    /// Creates a provider.
    /// - Throws: if no key can be drawn.
    package init(entityID: String = "https://idp.example.com/saml") throws {
        self.entityID = entityID
        key = try Self.key.get()
        certificate = try TestCertificate(of: key)
    }

    /// The metadata with the provider's certificate.
    package var metadata: String {
        Self.metadata(of: entityID, certificates: [Base64.encode(certificate.der)])
    }

    /// The metadata of a provider (SAML metadata, section 2.4.3).
    /// - Parameters:
    ///   - entityID: its name.
    ///   - certificates: the certificates of its keys, in Base64.
    ///   - attributes: further attributes of the root, as they are written.
    ///   - use: the attribute `use` of the keys, as it is written.
    /// - Returns: the document.
    package static func metadata(
        of entityID: String, certificates: [String], attributes: String = "", use: String = #" use="signing""#
    ) -> String {
        let keys = certificates.map { certificate in
            """
            <md:KeyDescriptor\(use)><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
            <ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
            </md:KeyDescriptor>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- A provider. -->
            <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="\(entityID)"\(attributes)>
            <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
            \(keys.joined())
            <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
                Location="https://idp.example.com/logout"/>
            <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
                Location="https://idp.example.com/sso"/>
            <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
                Location="https://idp.example.com/redirect?a=b"/>
            </md:IDPSSODescriptor></md:EntityDescriptor>
            """
    }

    /// A response for a server, in Base64 as apps send it.
    /// - Parameters:
    ///   - baseURL: the address of the server.
    ///   - time: from when it is valid.
    ///   - duration: for how long it is valid, in seconds.
    ///   - change: what differs from a response that is accepted.
    /// - Returns: the response.
    /// - Throws: if the key cannot sign.
    package func response(
        to baseURL: String, at time: Date, validFor duration: TimeInterval = 300,
        change: (inout SAMLResponseMaker) -> Void = { _ in }
    ) throws -> String {
        var maker = SAMLResponseMaker(
            signer: SAMLSigner(key), issuer: entityID, recipient: "\(baseURL)/saml", audience: baseURL)
        let end = time.addingTimeInterval(duration).formatted(.iso8601)
        maker.notBefore = time.formatted(.iso8601)
        maker.notOnOrAfter = end
        maker.confirmedUntil = end
        change(&maker)
        return Base64.encode(Array(try maker.document().utf8))
    }
}
