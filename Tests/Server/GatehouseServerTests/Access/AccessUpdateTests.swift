// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// `gatehouse iam show` and `gatehouse iam update`.
@Suite struct AccessUpdateTests {
    private static let trustOfAnother = AccessHouse.trust.replacing("123456789012", with: "210987654321")
    private static let lists = #"""
        {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "a:List*", "Resource": "*"}]}
        """#

    private static func shown(
        _ house: AccessHouse, _ kind: AccessCommand.Kind, _ name: String
    ) async throws -> WireValue {
        try await WireValue(json: Array(house.run(.show(kind, name: name, .details)).joined().utf8))
    }

    private static func document(
        _ house: AccessHouse, _ kind: AccessCommand.Kind, _ name: String
    ) async throws -> String {
        try await house.run(.show(kind, name: name, .document)).joined()
    }

    private static func update(
        _ house: AccessHouse, _ kind: AccessCommand.Kind, _ name: String, _ text: String, clientIDs: [String] = []
    ) async throws {
        let file = try house.write(text, to: "update")
        #expect(
            try await house.run(.update(kind, name: name, file: file, clientIDs: clientIDs)) == ["\(name) is updated."])
    }

    private static func refusal(
        _ house: AccessHouse, _ kind: AccessCommand.Kind, _ name: String, _ text: String
    ) async -> String? {
        let refusal = await #expect(throws: StartupRefusal.self) { try await update(house, kind, name, text) }
        return refusal?.description
    }

    /// A house with the role `app`.
    private static func house() async throws -> AccessHouse {
        let house = try await AccessHouse()
        let role = #"{"trustPolicy": \#(AccessHouse.trust), "policies": {"own": \#(lists)}}"#
        let file = try house.write(role, to: "role.json")
        _ = try await house.run(.create(.role, name: "app", file: file, clientIDs: []))
        return house
    }

    @Test func `a role is shown in the members of IAM, and an update keeps its id and its creation`() async throws {
        let house = try await Self.house()
        let former = try #require(try await Self.shown(house, .role, "app")["Role"])
        #expect(former["RoleName"] == "app" && former["Path"] == "/" && former["Origin"] == "command")
        #expect(former["Arn"] == "arn:aws:iam::123456789012:role/app")
        #expect(former["RoleId"]?.stringValue?.hasPrefix("AROA") == true)
        #expect(former["MaxSessionDuration"] == 3_600)
        #expect(former["RolePolicyList"]?.arrayValue?.first?["PolicyName"] == "own")
        try await Self.update(
            house, .role, "app", #"{"trustPolicy": \#(Self.trustOfAnother), "maximumSessionDuration": 7200}"#)
        let updated = try #require(try await Self.shown(house, .role, "app")["Role"])
        for member in ["RoleId", "Arn", "CreateDate", "RoleName"] { #expect(updated[member] == former[member]) }
        #expect(updated["MaxSessionDuration"] == 7_200)
        #expect(updated["AssumeRolePolicyDocument"] == (try WireValue(json: Array(Self.trustOfAnother.utf8))))
        #expect(updated["RolePolicyList"] == [])
    }

    @Test func `a user keeps its access keys, and no secret is shown`() async throws {
        let house = try await AccessHouse()
        _ = try await house.run(.create(.user, name: "ada", file: nil, clientIDs: []))
        let lines = try await house.run(.create(.key, name: "ada", file: nil, clientIDs: []))
        let id = try #require(lines.first?.split(separator: " ").last.map(String.init))
        let secret = try #require(lines.dropFirst().first?.split(separator: " ").last.map(String.init))
        let policy = try house.write(Self.lists, to: "policy.json")
        _ = try await house.run(.create(.policy, name: "lists", file: policy, clientIDs: []))
        try await Self.update(house, .user, "ada", #"{"attachedPolicies": ["lists"]}"#)
        let text = try await house.run(.show(.user, name: "ada", .details)).joined()
        #expect(text.contains(id) && !text.contains(secret))
        let attached = try await Self.shown(house, .user, "ada")["User"]?["AttachedManagedPolicies"]
        #expect(attached?.arrayValue?.first?["PolicyArn"] == "arn:aws:iam::123456789012:policy/lists")
        #expect(try await house.run(.list(.key, user: "ada")).count == 1)
    }

    @Test func `the document that is shown makes the same entry again`() async throws {
        let house = try await Self.house()
        let metadata = try TestSAMLProvider().metadata
        for (kind, name, text) in [
            (AccessCommand.Kind.policy, "lists", Self.lists), (.samlProvider, "corp", metadata), (.user, "ada", "{}"),
        ] {
            let file = try house.write(text, to: "create")
            _ = try await house.run(.create(kind, name: name, file: file, clientIDs: []))
        }
        for (kind, name) in [
            (AccessCommand.Kind.role, "app"), (.policy, "lists"), (.samlProvider, "corp"), (.user, "ada"),
        ] {
            let document = try await Self.document(house, kind, name)
            try await Self.update(house, kind, name, document)
            #expect(try await Self.document(house, kind, name) == document)
        }
        #expect(try await Self.document(house, .samlProvider, "corp") == metadata)
    }

    @Test func `an OpenID Connect provider gets other clients, named as it is listed or by its address`() async throws {
        let house = try await AccessHouse()
        let address = "https://login.example.com/"
        _ = try await house.run(.create(.openIDProvider, name: address, file: nil, clientIDs: ["web"]))
        for (name, clients) in [("login.example.com", ["web", "phone"]), (address, ["tablet"])] {
            _ = try await house.run(.update(.openIDProvider, name: name, file: nil, clientIDs: clients))
            let shown = try await Self.shown(house, .openIDProvider, name)
            #expect(shown["ClientIDList"] == .array(clients.map { .string($0) }))
            #expect(shown["Url"] == .string(address))
        }
        let refusal = await #expect(throws: StartupRefusal.self) {
            try await house.run(.update(.openIDProvider, name: "login.example.com", file: nil, clientIDs: []))
        }
        #expect(refusal?.description.contains("--client-id") == true)
    }

    @Test func `an update that is refused changes nothing`() async throws {
        let house = try await Self.house()
        let former = try await Self.document(house, .role, "app")
        let unsafe = AccessHouse.trust.replacing("sts:AssumeRole", with: "sts:AssumeRoleWithWebIdentity")
            .replacing(#""AWS": "123456789012""#, with: #""Federated": "accounts.google.com""#)
        let flaw = await Self.refusal(house, .role, "app", #"{"trustPolicy": \#(unsafe)}"#)
        #expect(flaw?.contains("trustPolicy.Statement") == true)
        let path = await Self.refusal(house, .role, "app", #"{"trustPolicy": \#(AccessHouse.trust), "path": "/a/"}"#)
        #expect(path?.contains("is a part of its ARN") == true)
        let attached = await Self.refusal(
            house, .role, "app", #"{"trustPolicy": \#(AccessHouse.trust), "attachedPolicies": ["none"]}"#)
        #expect(attached?.contains("There is no policy none") == true)
        #expect(await Self.refusal(house, .role, "other", former)?.contains("There is no role other") == true)
        #expect(await Self.refusal(house, .key, "app", "{}")?.contains("no document") == true)
        #expect(try await Self.document(house, .role, "app") == former)
        #expect(try await house.list(.role) == ["app command"])
    }

    @Test func `entries of the file are changed in the file`() async throws {
        let house = try await AccessHouse()
        try await house.start(#"{"roles": {"app": {"trustPolicy": \#(AccessHouse.trust)}}}"#)
        let refusal = await Self.refusal(house, .role, "app", #"{"trustPolicy": \#(Self.trustOfAnother)}"#)
        #expect(refusal?.contains("change it there") == true)
        #expect(try await Self.document(house, .role, "app").contains("123456789012"))
    }

    @Test func `an updated role of dev stays at the next start`() async throws {
        let house = try await AccessHouse()
        func start() async throws {
            let process = try await house.process()
            _ = try await FirstStart(process.installation, folder: house.folder.url).resources()
            try process.close()
        }
        try await start()
        let name = "gatehouse-dev-authenticated"
        let created = try await Self.shown(house, .role, name)["Role"]?["CreateDate"]
        try await Self.update(house, .role, name, #"{"trustPolicy": \#(Self.trustOfAnother)}"#)
        try await start()
        let role = try #require(try await Self.shown(house, .role, name)["Role"])
        #expect(role["Origin"] == "command" && role["CreateDate"] == created)
        #expect(try await Self.document(house, .role, name).contains("210987654321"))
    }

    @Test func `metadata of a SAML provider is replaced by valid one only`() async throws {
        let house = try await AccessHouse()
        let metadata = try TestSAMLProvider().metadata
        let file = try house.write(metadata, to: "metadata.xml")
        _ = try await house.run(.create(.samlProvider, name: "corp", file: file, clientIDs: []))
        func until(_ end: String) -> String {
            metadata.replacing("entityID=", with: #"validUntil="\#(end)" entityID="#)
        }
        let refusal = await Self.refusal(house, .samlProvider, "corp", until("2020-01-01T00:00:00Z"))
        #expect(refusal?.contains("was valid until 2020-01-01T00:00:00Z") == true)
        try await Self.update(house, .samlProvider, "corp", until("2199-01-01T00:00:00Z"))
        let shown = try await Self.shown(house, .samlProvider, "corp")
        #expect(shown["ValidUntil"] == "2199-01-01T00:00:00Z")
        #expect(shown["Arn"] == "arn:aws:iam::123456789012:saml-provider/corp")
    }
}
