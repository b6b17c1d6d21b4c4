// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseTesting
import Testing

/// The identity provider of the tests: its keys, its metadata, and the moment at which its responses are valid.
enum SAMLFixtures {
    static let entityID = "https://idp.example.com/saml"
    static let recipient = "https://auth.example.org/saml"
    static let audience = "https://auth.example.org"
    /// 2026-01-01T12:00:00Z.
    static let now = Date(timeIntervalSince1970: 1_767_268_800)

    /// The text of a file, without line ends.
    static func text(_ name: String) throws -> String {
        let url = try #require(Bundle.module.resourceURL).appending(path: "Fixtures/\(name)")
        return try String(contentsOf: url, encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    static func key(_ name: String = "rsa") throws -> RSASigningKey {
        try RSASigningKey(derRepresentation: try #require(Base64.decode(text("\(name).key"))))
    }

    /// The metadata of the provider with the certificates of some keys.
    static func metadataText(
        certificates: [String] = ["rsa"], attributes: String = "", use: String = #" use="signing""#
    ) throws -> String {
        TestSAMLProvider.metadata(
            of: entityID, certificates: try certificates.map { try text("\($0).cert") }, attributes: attributes,
            use: use)
    }

    static func metadata(certificates: [String] = ["rsa"], attributes: String = "") throws -> SAMLMetadata {
        try SAMLMetadata(metadataText(certificates: certificates, attributes: attributes))
    }

    /// Verifies a response for this server.
    static func verify(
        _ xml: String, certificates: [String] = ["rsa"], request: SAMLExpectation.Request = .any, at time: Date = now
    ) throws -> SAMLAssertion {
        let expectation = SAMLExpectation(recipients: [recipient], audiences: [audience], request: request)
        return try SAMLResponseVerifier(metadata: metadata(certificates: certificates), expecting: expectation)
            .verify(Base64.encode(Array(xml.utf8)), at: time)
    }

    /// The reason why a response is refused; `nil` if it is accepted.
    static func fault(
        _ xml: String, certificates: [String] = ["rsa"], request: SAMLExpectation.Request = .any, at time: Date = now
    ) throws -> SAMLFault? {
        do {
            _ = try verify(xml, certificates: certificates, request: request, at: time)
            return nil
        } catch let fault as SAMLFault {
            return fault
        }
    }
}

extension SAMLResponseMaker {
    /// Makes responses of the provider of the tests, for ``SAMLFixtures/verify(_:certificates:request:at:)``.
    init() throws {
        self.init(
            signer: SAMLSigner(try SAMLFixtures.key()), issuer: SAMLFixtures.entityID,
            recipient: SAMLFixtures.recipient, audience: SAMLFixtures.audience)
    }
}
