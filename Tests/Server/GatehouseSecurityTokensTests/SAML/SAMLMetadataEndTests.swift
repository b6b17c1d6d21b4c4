// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseSecurityTokens
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// SAML metadata after its `validUntil`.
@Suite struct SAMLMetadataEndTests {
    /// A minute before the moment of the recorded responses.
    private static let past = "2026-01-01T12:00:00Z"
    /// A minute after it.
    private static let soon = "2026-01-01T12:02:00Z"

    private static func metadata(until end: String) throws -> String {
        try RecordedSAML.text("metadata").replacing("entityID=", with: #"validUntil="\#(end)" entityID="#)
    }

    private static func file(until end: String) throws -> AccessDocument {
        let text = try metadata(until: end)
        let json = #"{"samlProviders":{"new":{"metadataFile":"new.xml"}}}"#
        return try AccessDocument(json: Array(json.utf8)) { _ in text }
    }

    private static func create(until end: String, in account: Account) async throws {
        let document: WireValue = ["metadata": .string(try metadata(until: end))]
        try await account.securityTokens.registry.create(.samlProvider, named: "new", document: document)
    }

    @Test func `a provider with expired metadata is not registered`() async throws {
        let account = try await Account.withRecordedSAML()
        let refusal = await #expect(throws: AccessRegistryRefusal.self) {
            try await Self.create(until: Self.past, in: account)
        }
        #expect(refusal?.description.contains("was valid until 2026-01-01T12:00:00Z") == true)
        let file = try Self.file(until: Self.past)
        await #expect(throws: AccessRegistryRefusal.self) { try await account.securityTokens.registry.apply(file) }
        #expect(try await account.securityTokens.registry.list(.samlProvider).map(\.name) == ["corp"])
        try await Self.create(until: Self.soon, in: account)
    }

    @Test func `metadata of the file that expires later does not stop a start, and a start names it`() async throws {
        let account = try await Account.withRecordedSAML()
        let registry = account.securityTokens.registry
        try await registry.apply(try Self.file(until: Self.soon))
        #expect(try await registry.expiredSAMLProviders().isEmpty)
        account.clock.advance(by: 60)
        try await registry.apply(try Self.file(until: Self.soon))
        #expect(try await registry.expiredSAMLProviders().map(\.name) == ["new"])
        // Another document that has expired as well is a new registration.
        let other = try Self.file(until: Self.past)
        await #expect(throws: AccessRegistryRefusal.self) { try await registry.apply(other) }
    }

    @Test func `after the end of the metadata, a signed response buys nothing`() async throws {
        let account = try await Account.withRecordedSAML()
        try await Self.create(until: Self.soon, in: account)
        let arn = RecordedSAML.provider.replacing("/corp", with: "/new")
        let response = try RecordedSAML.response("one-role")
        let request = AssumeRoleWithSAMLRequest(
            roleArn: RecordedSAML.reader, principalArn: arn, samlAssertion: response)
        // The assertion offers no role for this provider.
        let before = await #expect(throws: ServiceFault.self) {
            try await account.tokens(.anonymous).assumeRoleWithSAML(request)
        }
        #expect(before?.code == .queryAccessDenied)
        account.clock.advance(by: 60)
        let text = "The metadata of the specified provider has expired"
        // ExpiredTokenException would make clients ask for another response, which would be refused, too.
        await #expect(throws: ServiceFault("InvalidIdentityToken", text)) {
            try await account.tokens(.anonymous).assumeRoleWithSAML(request)
        }
    }
}
