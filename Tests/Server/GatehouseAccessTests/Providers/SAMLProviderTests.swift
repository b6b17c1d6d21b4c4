// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseAccess

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
