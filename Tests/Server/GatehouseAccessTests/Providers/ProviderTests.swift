// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Testing

@testable import GatehouseAccess

@Suite struct OpenIDProviderTests {
    @Test(arguments: [
        ("https://accounts.google.com", "accounts.google.com"),
        ("https://tenant.auth0.com/", "tenant.auth0.com"),
        ("https://login.example.com/tenant", "login.example.com/tenant"),
        ("http://localhost:9999", "localhost:9999"),
    ])
    func `the name of a provider is its issuer without scheme and without one trailing slash`(
        issuer: String, name: String
    ) throws {
        let provider = try OpenIDProvider(issuer: issuer, clientIDs: ["a"])
        #expect(provider.name == name)
        #expect(provider.arn(inAccount: "123456789012") == "arn:aws:iam::123456789012:oidc-provider/\(name)")
        #expect(try OpenIDProvider(name: name, document: provider.document) == provider)
    }

    @Test(arguments: [
        "", "example.com", "http://example.com", "ftp://example.com", "https://", "https://a.example?x=1",
        "https://a.example#x", "https://user@a.example", "https://user:word@a.example", "https://a.example/ö",
        "https://" + String(repeating: "a", count: 250) + ".example",
    ])
    func `an address that is not an issuer is refused`(issuer: String) {
        #expect(throws: AccessFlaw.self) { try OpenIDProvider(issuer: issuer, clientIDs: []) }
    }

    @Test func `more than 100 clients, an empty client id and an unknown member are refused`() throws {
        let issuer = "https://a.example"
        #expect(throws: AccessFlaw(.tooMany(100), at: ["clientIds"])) {
            try OpenIDProvider(issuer: issuer, clientIDs: Array(repeating: "a", count: 101))
        }
        #expect(throws: AccessFlaw(.empty, at: ["clientIds", "[1]"])) {
            try OpenIDProvider(issuer: issuer, clientIDs: ["a", ""])
        }
        let flaw = #expect(throws: AccessFlaw.self) {
            try OpenIDProvider(name: "a.example", document: ["url": .string(issuer), "clientIDs": []])
        }
        #expect(flaw?.description == "clientIDs: is unknown, use clientIds")
    }

    @Test func `a document of another provider's address is refused`() {
        #expect(throws: AccessFlaw.self) {
            try OpenIDProvider(name: "a.example", document: ["url": "https://b.example"])
        }
    }
}

@Suite struct SAMLProviderTests {
    @Test func `a provider has its name in its ARN`() throws {
        let provider = try SAMLProvider(name: "Corp.Example_1-x", metadata: "<EntityDescriptor/>")
        #expect(provider.arn(inAccount: "123456789012") == "arn:aws:iam::123456789012:saml-provider/Corp.Example_1-x")
        #expect(try SAMLProvider(name: provider.name, document: provider.document) == provider)
    }

    @Test(arguments: ["", "a b", "a/b", "ä", "a:b", String(repeating: "a", count: 129)])
    func `a name that cannot be part of an ARN is refused`(name: String) {
        #expect(throws: AccessFlaw.self) { try SAMLProvider(name: name, metadata: "<a/>") }
    }

    @Test func `an empty and an oversized metadata document are refused`() {
        #expect(throws: AccessFlaw(.empty, at: ["metadata"])) { try SAMLProvider(name: "a", metadata: "") }
        let long = String(repeating: "a", count: SAMLProvider.maximumMetadata + 1)
        #expect(throws: AccessFlaw(.tooLong(SAMLProvider.maximumMetadata), at: ["metadata"])) {
            try SAMLProvider(name: "a", metadata: long)
        }
    }
}
