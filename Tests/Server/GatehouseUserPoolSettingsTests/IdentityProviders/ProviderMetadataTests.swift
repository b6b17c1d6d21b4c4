// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseServerCrypto
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct ProviderMetadataTests {
    private static let address = "https://idp.example.com/metadata"

    private func fixture(_ body: String = "", status: Int = 200) async throws -> PoolFixture {
        let documents = ProviderDocuments(answers: [Self.address: (status, body)])
        return try await PoolFixture.make(on: TestGatehouse(fetch: documents))
    }

    private func refusal(of details: [String: String], in fixture: PoolFixture) async throws -> String? {
        try await fault { try await fixture.createProvider("corp", .saml, details: details) }?.message
    }

    @Test func `a file of metadata gives the provider's addresses and its name`() async throws {
        let fixture = try await fixture()
        let metadata = try TestSAMLProvider().metadata
        let given = ["MetadataFile": metadata, "IDPSignout": "true", "RequestSigningAlgorithm": "rsa-sha256"]
        let made = try await fixture.createProvider("corp", .saml, details: given, mapping: ["email": "mail"])
        var details = try #require(made.providerDetails)
        #expect(details["ActiveEncryptionCertificate"]?.hasPrefix("MII") == true)
        details["ActiveEncryptionCertificate"] = nil
        let added = [
            "SSORedirectBindingURI": "https://idp.example.com/redirect?a=b",
            "SLORedirectBindingURI": "https://idp.example.com/logout",
        ]
        #expect(details == given.merging(added) { $1 })
        #expect(made.attributeMapping == ["email": "mail"])
        #expect(try await fixture.provider("corp") == made)
        let stored = try await fixture.administrator.pools.records.read { [poolID = fixture.poolID] store in
            try store.existingIdentityProvider("corp", inPool: poolID)
        }
        #expect(stored.issuer == "https://idp.example.com/saml")
        // An answer can be sent back: what the server has added is made anew.
        var back = try #require(made.providerDetails)
        back["SSORedirectBindingURI"] = "https://evil.example.com"
        #expect(try await fixture.updateProvider("corp", details: back).providerDetails == made.providerDetails)
    }

    @Test func `metadata comes from an address`() async throws {
        let fixture = try await fixture(TestSAMLProvider().metadata)
        let made = try await fixture.createProvider("corp", .saml, details: ["MetadataURL": Self.address])
        #expect(made.providerDetails?["SSORedirectBindingURI"] == "https://idp.example.com/redirect?a=b")
        #expect(made.providerDetails?["MetadataURL"] == Self.address)
    }

    @Test func `an address without metadata is refused with the service's text`() async throws {
        let missing = try await fixture("", status: 404)
        #expect(
            try await refusal(of: ["MetadataURL": Self.address], in: missing)
                == "Non-ok status code 404 returned from remote metadata source \(Self.address)")
        #expect(
            try await refusal(of: ["MetadataURL": "https://127.0.0.1/x"], in: missing)
                == "Error retrieving metadata from https://127.0.0.1/x")
        #expect(
            try await refusal(of: ["MetadataURL": "file:///etc/passwd"], in: missing)
                == "MetadataURL is not a valid URL.")
    }

    @Test func `metadata comes from a file or an address, and from one of them`() async throws {
        let fixture = try await fixture()
        #expect(
            try await refusal(of: PoolFixture.social, in: fixture)
                == "At least one of the MetadataURL or MetadataFile should be provided.")
        #expect(
            try await refusal(of: ["MetadataURL": Self.address, "MetadataFile": "<a/>"], in: fixture)
                == "Only one of the MetadataURL or MetadataFile should be provided.")
    }

    @Test func `metadata that gives no way to sign in is refused`() async throws {
        let fixture = try await fixture()
        let metadata = try TestSAMLProvider().metadata
        let entity = #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>"#
        let end = #"<md:IDPSSODescriptor validUntil="2001-01-01T00:00:00Z" "#
        for (file, reason) in [
            ("<a/>", "has no root EntityDescriptor"), (entity, "is not a document of XML"),
            (metadata.replacing("HTTP-Redirect", with: "HTTP-Artifact"), "has no SingleSignOnService"),
            (metadata.replacing("<md:IDPSSODescriptor ", with: end), "has expired"),
            (metadata.replacing("MII", with: "AAA"), "has no certificate for signing with a key"),
        ] {
            let message = try await refusal(of: ["MetadataFile": file], in: fixture)
            #expect(message?.hasPrefix("Invalid SAML metadata: it \(reason)") == true, "\(message ?? "accepted")")
        }
    }

    @Test(arguments: [
        ("IDPInit", "yes"), ("IDPSignout", "TRUE"), ("EncryptedResponses", "1"),
        ("RequestSigningAlgorithm", "rsa-sha1"),
    ])
    func `a setting for SAML has one of its values`(_ name: String, _ value: String) async throws {
        let fixture = try await fixture()
        let details = ["MetadataFile": try TestSAMLProvider().metadata, name: value]
        #expect(try await refusal(of: details, in: fixture)?.hasPrefix("\(name) must be ") == true)
    }

    @Test func `a pool has one certificate for each use, which stays`() async throws {
        let fixture = try await fixture()
        func certificate(_ fixture: PoolFixture) async throws -> String? {
            try await fixture.administrator.getSigningCertificate(
                GetSigningCertificateRequest(userPoolId: fixture.poolID)
            ).certificate
        }
        let first = try #require(try await certificate(fixture))
        fixture.gatehouse.clock.advance(by: 86_400)
        #expect(try await certificate(fixture) == first)
        let keys = SAMLKeys(fixture.administrator.pools)
        let encryption = try await keys.certificate(.encryption, ofPool: fixture.poolID)
        #expect(encryption != first)
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        #expect(try await certificate(other) != first)
        let signing = try await keys.key(.signing, ofPool: fixture.poolID)
        let decryption = try await keys.key(.encryption, ofPool: fixture.poolID)
        #expect(signing.keyID != decryption.keyID)
        let nowhere = PoolFixture(gatehouse: fixture.gatehouse, poolID: "us-east-1_None00000", client: fixture.client)
        #expect(try await fault { _ = try await certificate(nowhere) } == .noSuchUserPool(nowhere.poolID))
    }

    @Test func `parallel calls get the same certificate`() async throws {
        let fixture = try await fixture()
        let certificates = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    try await fixture.administrator.getSigningCertificate(
                        GetSigningCertificateRequest(userPoolId: fixture.poolID)
                    ).certificate
                }
            }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(certificates.count == 1)
    }
}
