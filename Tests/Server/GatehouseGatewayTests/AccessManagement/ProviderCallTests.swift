// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

/// The calls of IAM for OpenID Connect and SAML providers.
@Suite struct ProviderCallTests {
    private static let issuer = "https://login.example.com/tenant"
    private static let arn = ManagementBench.account + "oidc-provider/login.example.com/tenant"
    private static let thumbprint = String(repeating: "0aF9", count: 10)
    private static let corp = ManagementBench.account + "saml-provider/corp"

    private static func withOpenIDProvider(_ fields: [(String, String)] = []) async throws -> ManagementBench {
        let bench = try await ManagementBench()
        let result = try await bench.call(
            "CreateOpenIDConnectProvider", [("Url", issuer), ("ClientIDList.member.1", "web")] + fields)
        #expect(result["OpenIDConnectProviderArn"] == .string(arn))
        return bench
    }

    private static func withSAMLProvider() async throws -> (bench: ManagementBench, metadata: String) {
        let bench = try await ManagementBench()
        let metadata = try TestSAMLProvider().metadata
        let result = try await bench.call(
            "CreateSAMLProvider",
            [
                ("Name", "corp"), ("SAMLMetadataDocument", metadata), ("Tags.member.1.Key", "a"),
                ("Tags.member.1.Value", "1"),
            ])
        #expect(result["SAMLProviderArn"] == .string(corp))
        #expect(result["Tags"] == [["Key": "a", "Value": "1"]])
        return (bench, metadata)
    }

    @Test func `an OpenID Connect provider is created, described without its scheme, listed and deleted`() async throws
    {
        let bench = try await Self.withOpenIDProvider([
            ("ThumbprintList.member.1", Self.thumbprint), ("Tags.member.1.Key", "a"), ("Tags.member.1.Value", "1"),
        ])
        let name = [("OpenIDConnectProviderArn", Self.arn)]
        let shown = try await bench.call("GetOpenIDConnectProvider", name)
        #expect(shown["Url"] == "login.example.com/tenant" && shown["ClientIDList"] == ["web"])
        #expect(shown["ThumbprintList"] == [.string(Self.thumbprint)])
        #expect(shown["Tags"] == [["Key": "a", "Value": "1"]])
        let list = try await bench.call("ListOpenIDConnectProviders")
        #expect(ManagementBench.texts(list["OpenIDConnectProviderList"], "Arn") == [Self.arn])
        try await bench.call("DeleteOpenIDConnectProvider", name)
        #expect(await bench.refusal("GetOpenIDConnectProvider", name) == "404 NoSuchEntity")
        #expect(await bench.refusal("DeleteOpenIDConnectProvider", name) == "404 NoSuchEntity")
    }

    @Test func `clients and thumbprints of a provider change without its tags`() async throws {
        let bench = try await Self.withOpenIDProvider([("Tags.member.1.Key", "a"), ("Tags.member.1.Value", "1")])
        let name = [("OpenIDConnectProviderArn", Self.arn)]
        for client in ["app", "app"] {
            try await bench.call("AddClientIDToOpenIDConnectProvider", name + [("ClientID", client)])
        }
        #expect(try await bench.call("GetOpenIDConnectProvider", name)["ClientIDList"] == ["web", "app"])
        for client in ["web", "none"] {
            try await bench.call("RemoveClientIDFromOpenIDConnectProvider", name + [("ClientID", client)])
        }
        try await bench.call(
            "UpdateOpenIDConnectProviderThumbprint", name + [("ThumbprintList.member.1", Self.thumbprint)])
        let shown = try await bench.call("GetOpenIDConnectProvider", name)
        #expect(shown["ClientIDList"] == ["app"] && shown["ThumbprintList"] == [.string(Self.thumbprint)])
        #expect(shown["Tags"] == [["Key": "a", "Value": "1"]])
    }

    @Test func `tags of an OpenID Connect provider are set, listed and removed`() async throws {
        let bench = try await Self.withOpenIDProvider()
        let name = [("OpenIDConnectProviderArn", Self.arn)]
        try await bench.call(
            "TagOpenIDConnectProvider", name + [("Tags.member.1.Key", "b"), ("Tags.member.1.Value", "2")])
        let tags = try await bench.call("ListOpenIDConnectProviderTags", name)
        #expect(tags["Tags"] == [["Key": "b", "Value": "2"]])
        try await bench.call("UntagOpenIDConnectProvider", name + [("TagKeys.member.1", "b")])
        let rest = try await bench.call("ListOpenIDConnectProviderTags", name)
        #expect(ManagementBench.texts(rest["Tags"], "Key").isEmpty)
    }

    private static let other = ("Url", "https://b.example.com")
    private static let sixThumbprints = (1...6).map {
        ("ThumbprintList.member.\($0)", String(repeating: "0", count: 40))
    }
    private static let manyClients = (1...101).map { ("ClientIDList.member.\($0)", "client\($0)") }
    private static let refused: [(fields: [(String, String)], refusal: String)] = [
        ([("Url", "http://login.example.com")], "400 InvalidInput"),
        ([("Url", "login.example.com")], "400 InvalidInput"),
        ([("Url", "https://login.example.com?a=b")], "400 InvalidInput"), ([("Url", "")], "400 ValidationError"),
        ([("Url", issuer)], "409 EntityAlreadyExists"), ([("Url", issuer + "/")], "409 EntityAlreadyExists"),
        ([other, ("ThumbprintList.member.1", String(repeating: "x", count: 40))], "400 InvalidInput"),
        ([other, ("ThumbprintList.member.1", "00")], "400 ValidationError"),
        ([other] + sixThumbprints, "400 InvalidInput"), ([other] + manyClients, "409 LimitExceeded"),
        ([other, ("IdentityCenterInstanceArn", "arn:aws:sso:::instance/a")], "400 InvalidInput"),
    ]

    @Test(arguments: refused.indices)
    func `an OpenID Connect provider that gatehouse iam refuses is refused`(index: Int) async throws {
        let (fields, refusal) = Self.refused[index]
        let bench = try await Self.withOpenIDProvider()
        #expect(await bench.refusal("CreateOpenIDConnectProvider", fields) == refusal)
    }

    @Test func `a SAML provider is created, described, listed, updated and deleted`() async throws {
        let (bench, metadata) = try await Self.withSAMLProvider()
        let name = [("SAMLProviderArn", Self.corp)]
        let shown = try await bench.call("GetSAMLProvider", name)
        #expect(shown["SAMLMetadataDocument"] == .string(metadata))
        #expect(shown["Tags"] == [["Key": "a", "Value": "1"]])
        let list = try await bench.call("ListSAMLProviders")
        #expect(ManagementBench.texts(list["SAMLProviderList"], "Arn") == [Self.corp])
        let other = try TestSAMLProvider(entityID: "https://other.example.com").metadata
        let updated = try await bench.call("UpdateSAMLProvider", name + [("SAMLMetadataDocument", other)])
        #expect(updated["SAMLProviderArn"] == .string(Self.corp))
        let changed = try await bench.call("GetSAMLProvider", name)
        #expect(changed["SAMLMetadataDocument"] == .string(other))
        #expect(changed["Tags"] == [["Key": "a", "Value": "1"]])
        try await bench.call("UpdateSAMLProvider", name)
        try await bench.call("DeleteSAMLProvider", name)
        #expect(await bench.refusal("GetSAMLProvider", name) == "404 NoSuchEntity")
        #expect(await bench.refusal("DeleteSAMLProvider", name) == "404 NoSuchEntity")
    }

    @Test func `tags of a SAML provider are set, listed and removed`() async throws {
        let bench = try await Self.withSAMLProvider().bench
        let name = [("SAMLProviderArn", Self.corp)]
        try await bench.call("TagSAMLProvider", name + [("Tags.member.1.Key", "b"), ("Tags.member.1.Value", "2")])
        try await bench.call("UntagSAMLProvider", name + [("TagKeys.member.1", "a")])
        #expect(try await bench.call("ListSAMLProviderTags", name)["Tags"] == [["Key": "b", "Value": "2"]])
    }

    @Test func `a SAML provider that exists, and a document that is not its metadata, are refused`() async throws {
        let (bench, metadata) = try await Self.withSAMLProvider()
        let text = "<a>" + String(repeating: "b", count: 1_000) + "</a>"
        let again = [("Name", "corp"), ("SAMLMetadataDocument", metadata)]
        #expect(await bench.refusal("CreateSAMLProvider", again) == "409 EntityAlreadyExists")
        let other = [("Name", "other"), ("SAMLMetadataDocument", text)]
        #expect(await bench.refusal("CreateSAMLProvider", other) == "400 InvalidInput")
        let update = [("SAMLProviderArn", Self.corp), ("SAMLMetadataDocument", text)]
        #expect(await bench.refusal("UpdateSAMLProvider", update) == "400 InvalidInput")
        let short = [("Name", "other"), ("SAMLMetadataDocument", "<a/>")]
        #expect(await bench.refusal("CreateSAMLProvider", short) == "400 ValidationError")
        let key = [("Name", "other"), ("SAMLMetadataDocument", metadata), ("AddPrivateKey", "key")]
        #expect(await bench.refusal("CreateSAMLProvider", key) == "400 InvalidInput")
    }

    @Test(arguments: [
        ("210987654321:oidc-provider/login.example.com/tenant", "404 NoSuchEntity"),
        ("123456789012:oidc-provider/login.example.com", "404 NoSuchEntity"),
        ("123456789012:saml-provider/corp", "400 InvalidInput"),
    ])
    func `the ARN of another account, of nothing and of something else is refused`(
        rest: String, refusal: String
    ) async throws {
        let bench = try await Self.withOpenIDProvider()
        let name = [("OpenIDConnectProviderArn", "arn:aws:iam::" + rest)]
        for (action, fields) in [
            ("GetOpenIDConnectProvider", []), ("DeleteOpenIDConnectProvider", []),
            ("AddClientIDToOpenIDConnectProvider", [("ClientID", "a")]),
            ("RemoveClientIDFromOpenIDConnectProvider", [("ClientID", "a")]),
            ("UpdateOpenIDConnectProviderThumbprint", [("ThumbprintList.member.1", Self.thumbprint)]),
            ("ListOpenIDConnectProviderTags", []),
        ] as [ManagementBench.Call] {
            #expect(await bench.refusal(action, name + fields) == refusal, "\(action)")
        }
    }
}
