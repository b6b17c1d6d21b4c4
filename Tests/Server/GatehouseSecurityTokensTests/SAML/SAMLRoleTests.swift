// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseFederation
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import GatehouseSecurityTokens

@Suite("Roles and session attributes of SAML assertions")
struct SAMLRoleTests {
    private static let provider = "arn:aws:iam::123456789012:saml-provider/corp"
    private static let role = "arn:aws:iam::123456789012:role"
    private static let address = "https://auth.example.org"
    /// 2026-01-01T12:00:00Z.
    private static let now = Date(timeIntervalSince1970: 1_767_268_800)

    private let company: TestSAMLProvider
    private let provider: TrustedSAMLProvider

    init() throws {
        company = try TestSAMLProvider()
        provider = TrustedSAMLProvider(
            name: "corp", account: "123456789012", metadata: try SAMLMetadata(company.metadata))
    }

    /// A verified assertion about Ada.
    private func verified(_ change: (inout SAMLResponseMaker) -> Void = { _ in }) throws -> SAMLAssertion {
        let expectation = SAMLExpectation(recipients: ["\(Self.address)/saml"], audiences: [Self.address])
        return try SAMLResponseVerifier(metadata: provider.metadata, expecting: expectation)
            .verify(company.response(to: Self.address, at: Self.now, change: change), at: Self.now)
    }

    /// The assertion with attributes of AWS, by their names without the prefix.
    private func assertion(_ attributes: [(String, [String])]) throws -> SAMLAssertion {
        try verified { $0.attributes = attributes.map { (SAMLResponseMaker.attributePrefix + $0.0, $0.1) } }
    }

    private func fault(_ attributes: [(String, [String])]) throws -> SAMLSessionFault? {
        let assertion = try assertion(attributes)
        do {
            _ = try SAMLSessionRequest(assertion)
            return nil
        } catch {
            return error
        }
    }

    @Test("Pairs are read in both orders, and pairs of other providers are dropped")
    func roles() throws {
        let assertion = try assertion([
            (
                "Role",
                [
                    "\(Self.role)/a,\(Self.provider)", "\(Self.provider), \(Self.role)/path/b",
                    "\(Self.role)/c,arn:aws:iam::123456789012:saml-provider/other",
                    "\(Self.role)/d,arn:aws:iam::999999999999:saml-provider/corp", "\(Self.role)/e",
                    "\(Self.role)/a,\(Self.provider)", "\(Self.role)/f,\(Self.provider),x",
                    "\(Self.provider),\(Self.provider)", "",
                ]
            )
        ])
        #expect(assertion.roles(of: provider) == ["\(Self.role)/a", "\(Self.role)/path/b"])
    }

    @Test("The attributes of a session are read")
    func session() throws {
        let request = try SAMLSessionRequest(
            assertion([
                ("RoleSessionName", ["ada@example.com"]), ("SessionDuration", ["900"]),
                ("PrincipalTag:team", ["blue"]), ("PrincipalTag:site", ["a b"]), ("TransitiveTagKeys", ["team"]),
                ("SourceIdentity", ["ada"]),
            ]))
        #expect(request.name == "ada@example.com")
        #expect(request.maximumDuration == 900)
        #expect(request.tags == ["team": "blue", "site": "a b"])
        #expect(request.transitiveTagKeys == ["team"])
        #expect(request.sourceIdentity == "ada")
    }

    @Test("A session name is required, once, with 2 to 64 characters of the allowed ones")
    func sessionName() throws {
        #expect(try fault([]) == .noSessionName)
        for names in [["a"], [""], ["a b"], ["ä-1"], [String(repeating: "a", count: 65)], ["aa", "bb"], []] {
            #expect(try fault([("RoleSessionName", names)]) == .badSessionName, "\(names)")
        }
        #expect(try fault([("RoleSessionName", ["a_1+=,.@-"])]) == nil)
    }

    @Test(
        "Session attributes with impossible values are refused",
        arguments: [
            ("SessionDuration", "899"), ("SessionDuration", "43201"), ("SessionDuration", "an hour"),
            ("SourceIdentity", "a b"), ("TransitiveTagKeys", "absent"),
        ])
    func badAttributes(_ name: String, _ value: String) throws {
        #expect(try fault([("RoleSessionName", ["ada"]), (name, [value])]) == .badAttribute(name))
    }

    @Test("Tags that are too long, or have several values, are refused")
    func badTags() throws {
        let names = ("RoleSessionName", ["ada"])
        #expect(try fault([names, ("PrincipalTag:a", ["b", "c"])]) == .badAttribute("PrincipalTag"))
        #expect(try fault([names, ("PrincipalTag:", ["b"])]) == .badAttribute("PrincipalTag"))
        #expect(
            try fault([names, ("PrincipalTag:team", ["b"]), ("PrincipalTag:Team", ["c"])])
                == .badAttribute("PrincipalTag"))
        #expect(
            try fault([names, ("PrincipalTag:\u{E9}quipe", ["b"]), ("PrincipalTag:\u{C9}quipe", ["c"])])
                == .badAttribute("PrincipalTag"))
        let long = String(repeating: "a", count: 257)
        #expect(try fault([names, ("PrincipalTag:a", [long])]) == .badAttribute("PrincipalTag"))
    }

    @Test("The key of a tag is every byte behind the prefix, also where these bytes form a character with its end")
    func tagBytes() throws {
        let request = try SAMLSessionRequest(
            assertion([
                ("RoleSessionName", ["ada"]), ("PrincipalTag:\u{301}team", ["blue"]), ("principaltag:site", ["a"]),
                ("PrincipalTags:site", ["b"]),
            ]))
        #expect(request.tags.map { Array($0.key.utf8) } == [Array("\u{301}team".utf8)])
        #expect(request.tags.values.first == "blue")
    }

    @Test("Trust policies see the recipient as audience, the qualifier, and the attributes of the person")
    func trustKeys() throws {
        let keys = try verified {
            $0.attributes.append(("urn:oid:1.3.6.1.4.1.5923.1.1.1.1", ["staff", "member"]))
        }.trustKeys(of: provider)
        #expect(keys["saml:aud"] == ["https://auth.example.org/saml"])
        #expect(keys["saml:iss"] == ["https://idp.example.com/saml"])
        #expect(keys["saml:sub"] == ["ada"])
        #expect(keys["saml:sub_type"] == ["persistent"])
        #expect(keys["saml:doc"] == ["123456789012/corp"])
        #expect(keys["saml:edupersonaffiliation"] == ["staff", "member"])
        #expect(keys["saml:namequalifier"] == ["HahBW48oNiXLlr28VT6/xduH27c="])
    }

    @Test("The subject of a login is the name with its qualifier")
    func subject() throws {
        let login = SAMLLogin(provider: provider, assertion: try verified())
        #expect(login.subject == "\(provider.nameQualifier)/ada")
        let other = TrustedSAMLProvider(name: "other", account: provider.account, metadata: provider.metadata)
        #expect(SAMLLogin(provider: other, assertion: login.assertion).subject != login.subject)
    }

    @Test("The ARN of a provider is one of the account")
    func arns() throws {
        #expect(provider.arn == Self.provider)
        #expect(TrustedSAMLProvider.name(ofARN: Self.provider, account: "123456789012") == "corp")
        #expect(TrustedSAMLProvider.name(ofARN: Self.provider, account: "999999999999") == nil)
        #expect(
            TrustedSAMLProvider.name(ofARN: "arn:aws:iam::123456789012:saml-provider/", account: "123456789012") == nil)
        #expect(TrustedSAMLProvider.name(ofARN: "accounts.google.com", account: "123456789012") == nil)
    }
}
