// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseSecurityTokens

/// Assertions that pysaml2 and xmlsec1 signed buy the credentials of the roles that they offer.
@Suite struct AssumeRoleWithSAMLTests {
    private static func trust(
        _ actions: String = #""sts:AssumeRoleWithSAML""#, condition: String = "{}"
    ) -> String {
        #"""
        {"Effect":"Allow","Action":[\#(actions)],"Principal":{"Federated":"\#(RecordedSAML.provider)"},
         "Condition":\#(condition)}
        """#
    }

    private static func assume(
        _ account: Account, _ response: String, role: String = RecordedSAML.reader,
        provider: String = RecordedSAML.provider, duration: Int? = nil
    ) async throws -> AssumeRoleWithSAMLResponse {
        try await account.tokens(.anonymous).assumeRoleWithSAML(
            AssumeRoleWithSAMLRequest(
                roleArn: role, principalArn: provider, samlAssertion: response, durationSeconds: duration))
    }

    private static func refusal(
        _ account: Account, _ response: String, role: String = RecordedSAML.reader,
        provider: String = RecordedSAML.provider
    ) async -> ServiceFault? {
        await #expect(throws: ServiceFault.self) {
            try await assume(account, response, role: role, provider: provider)
        }
    }

    private static let notAuthorized = ServiceFault.notAuthorized(toPerform: "sts:AssumeRoleWithSAML")

    @Test func `an assertion buys credentials of a role that it offers and that trusts its provider`() async throws {
        let account = try await Account.withRecordedSAML()
        try await account.registerRole("reader", trust: Self.trust())
        let answer = try await Self.assume(account, RecordedSAML.response("one-role"), duration: 900)
        #expect(answer.assumedRoleUser?.arn == "arn:aws:sts::123456789012:assumed-role/reader/ada@example.com")
        #expect(answer.subject == "ada" && answer.subjectType == "persistent")
        #expect(answer.issuer == "https://idp.example.com/saml")
        #expect(answer.audience == "http://localhost:9229/saml")
        // Base64 of the SHA-1 digest of "https://idp.example.com/saml123456789012/corp".
        #expect(answer.nameQualifier == "HahBW48oNiXLlr28VT6/xduH27c=")
        #expect(answer.sourceIdentity == nil && answer.packedPolicySize == nil)
        let credentials = try #require(answer.credentials)
        #expect(credentials.expiration == account.clock.now.addingTimeInterval(900))
        guard
            case .role(let session) = try await account.principal(
                credentials.accessKeyId, credentials.sessionToken)
        else { throw ServiceFault(.internalError, "no role") }
        #expect(session.roleARN == RecordedSAML.reader && session.identityID == nil)
    }

    @Test func `the refused assertions of the contract have its codes`() async throws {
        let account = try await Account.withRecordedSAML()
        try await account.registerRole("reader", trust: Self.trust())
        // The document <a/>.
        let document = await Self.refusal(account, "PGEvPg==")
        #expect(document == ServiceFault("InvalidIdentityToken", "Invalid SAML response"))
        let audience = await Self.refusal(account, try RecordedSAML.response("other-audience"))
        #expect(
            audience == ServiceFault("InvalidIdentityToken", "Response does not contain the required audience."))
        let changed = await Self.refusal(
            account, try RecordedSAML.response("one-role") { $0.replacing(">ada<", with: ">eve<") })
        #expect(changed == ServiceFault("InvalidIdentityToken", "Response signature invalid"))
        let nameless = await Self.refusal(account, try RecordedSAML.response("no-session-name"))
        #expect(nameless == ServiceFault("InvalidIdentityToken", "RoleSessionName is required in AuthnResponse"))
        let failed = await Self.refusal(
            account, try RecordedSAML.response("one-role") { $0.replacing("status:Success", with: "status:Responder") })
        #expect(failed?.code == "IDPRejectedClaim" && failed?.code.httpStatus == 403)
        let subject = await Self.refusal(account, try RecordedSAML.response("no-subject"))
        #expect(subject == Self.notAuthorized)
        #expect(subject?.code.httpStatus == 403)
        account.clock.advance(by: 1_200)
        let expired = await Self.refusal(account, try RecordedSAML.response("one-role"))
        #expect(expired == ServiceFault("ExpiredTokenException", "Response has expired"))
        #expect(expired?.code.httpStatus == 400)
    }

    @Test func `a role that the assertion does not offer is refused, although it trusts the provider`() async throws {
        let account = try await Account.withRecordedSAML()
        try await account.registerRole("reader", trust: Self.trust())
        try await account.registerRole("writer", trust: Self.trust())
        let one = try RecordedSAML.response("one-role")
        #expect(await Self.refusal(account, one, role: RecordedSAML.writer) == Self.notAuthorized)
        // An offer for another provider is none.
        let other = try RecordedSAML.response("other-provider")
        #expect(await Self.refusal(account, other) == Self.notAuthorized)
        let two = try RecordedSAML.response("two-roles")
        for role in [RecordedSAML.reader, RecordedSAML.writer] {
            #expect(try await Self.assume(account, two, role: role).credentials != nil)
        }
    }

    @Test func `a role that is offered but not registered, or trusts web identities only, is refused`() async throws {
        let account = try await Account.withRecordedSAML()
        let response = try RecordedSAML.response("one-role")
        #expect(await Self.refusal(account, response) == Self.notAuthorized)
        try await account.registerRole("reader", trust: Account.trust(pool: Account.pool))
        #expect(await Self.refusal(account, response) == Self.notAuthorized)
    }

    @Test func `conditions compare the recipient, the person and the provider`() async throws {
        let account = try await Account.withRecordedSAML()
        let matching = #"""
            {"StringEquals":{"saml:aud":"http://localhost:9229/saml","saml:sub":"ada","saml:sub_type":"persistent",
             "saml:iss":"https://idp.example.com/saml","saml:doc":"123456789012/corp"}}
            """#
        try await account.registerRole("reader", trust: Self.trust(condition: matching))
        #expect(try await Self.assume(account, RecordedSAML.response("one-role")).credentials != nil)
        try await account.registerRole(
            "writer", trust: Self.trust(condition: #"{"StringEquals":{"saml:sub":"eve"}}"#))
        let two = try RecordedSAML.response("two-roles")
        #expect(await Self.refusal(account, two, role: RecordedSAML.writer) == Self.notAuthorized)
    }

    @Test func `tags and source identity of the assertion need their actions, and stay in the session`() async throws {
        let account = try await Account.withRecordedSAML()
        let response = try RecordedSAML.response("session")
        func register(_ actions: String) async throws {
            try await account.registerRole("reader", trust: Self.trust(actions), maximumSession: 7_200)
        }
        try await register(#""sts:AssumeRoleWithSAML""#)
        #expect(await Self.refusal(account, response) == ServiceFault.notAuthorized(toPerform: "sts:TagSession"))
        try await account.securityTokens.registry.delete(.role, named: "reader")
        try await register(#""sts:AssumeRoleWithSAML","sts:TagSession""#)
        #expect(await Self.refusal(account, response) == ServiceFault.notAuthorized(toPerform: "sts:SetSourceIdentity"))
        try await account.securityTokens.registry.delete(.role, named: "reader")
        try await register(#""sts:AssumeRoleWithSAML","sts:TagSession","sts:SetSourceIdentity""#)
        let answer = try await Self.assume(account, response, duration: 7_200)
        #expect(answer.sourceIdentity == "ada" && answer.packedPolicySize != nil)
        let credentials = try #require(answer.credentials)
        // The attribute SessionDuration of 1,800 seconds shortens the session.
        #expect(credentials.expiration == account.clock.now.addingTimeInterval(1_800))
        guard
            case .role(let session) = try await account.principal(
                credentials.accessKeyId, credentials.sessionToken)
        else { throw ServiceFault(.internalError, "no role") }
        #expect(session.principalTags == ["team": "core"] && session.scope.transitiveTagKeys == ["team"])
        #expect(session.scope.sourceIdentity == "ada")
    }

    @Test func `a provider that the account does not have is refused`() async throws {
        let account = try await Account.withRecordedSAML()
        let arn = RecordedSAML.provider + "2"
        let fault = await Self.refusal(account, try RecordedSAML.response("one-role"), provider: arn)
        #expect(fault == ServiceFault("InvalidIdentityToken", "The provider \(arn) does not exist."))
    }
}
