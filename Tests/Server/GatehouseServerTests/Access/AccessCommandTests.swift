// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseIdentityPools
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// `gatehouse iam` on a data folder.
@Suite struct AccessCommandTests {
    private static func refusal(_ house: AccessHouse, _ command: AccessCommand) async -> String? {
        let refusal = await #expect(throws: StartupRefusal.self) { try await house.run(command) }
        return refusal?.description
    }

    private static func role(_ house: AccessHouse) throws -> String {
        try house.write(#"{"trustPolicy": \#(AccessHouse.trust)}"#, to: "role.json")
    }

    @Test func `entries of each kind are created, listed and deleted`() async throws {
        let house = try await AccessHouse()
        let policy = try house.write(
            #"{"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "*", "Resource": "*"}}"#,
            to: "policy.json")
        let role = try Self.role(house)
        #expect(
            try await house.run(.create(.role, name: "app", file: role, clientIDs: [])) == ["app is created."])
        _ = try await house.run(.create(.policy, name: "all", file: policy, clientIDs: []))
        _ = try await house.run(.create(.user, name: "ada", file: nil, clientIDs: []))
        _ = try await house.run(
            .create(.openIDProvider, name: "https://login.example.com/", file: nil, clientIDs: ["web"]))
        #expect(try await house.list(.role) == ["app command"])
        #expect(try await house.list(.policy) == ["all command"])
        #expect(try await house.list(.user) == ["ada command"])
        #expect(try await house.list(.openIDProvider) == ["login.example.com command"])
        for (kind, name) in [
            (AccessCommand.Kind.role, "app"), (.policy, "all"), (.user, "ada"), (.openIDProvider, "login.example.com"),
        ] {
            #expect(try await house.run(.delete(kind, name: name)) == ["\(name) is deleted."])
            #expect(try await house.list(kind).isEmpty)
        }
    }

    @Test func `a key is shown once, listed without its secret, and a user has two at most`() async throws {
        let house = try await AccessHouse()
        _ = try await house.run(.create(.user, name: "ada", file: nil, clientIDs: []))
        let lines = try await house.run(.create(.key, name: "ada", file: nil, clientIDs: []))
        let id = try #require(lines.first?.split(separator: " ").last.map(String.init))
        let secret = try #require(lines.dropFirst().first?.split(separator: " ").last.map(String.init))
        #expect(id.hasPrefix("AKIA") && secret.utf8.count == 40)
        _ = try await house.run(.create(.key, name: "ada", file: nil, clientIDs: []))
        let third = await Self.refusal(house, .create(.key, name: "ada", file: nil, clientIDs: []))
        #expect(third?.contains("has 2 access keys") == true)
        let listed = try await house.run(.list(.key, user: "ada"))
        #expect(listed.count == 2 && listed.contains { $0.hasPrefix(id) })
        #expect(!listed.joined().contains(secret))
        _ = try await house.run(.delete(.key, name: id))
        #expect(try await house.run(.list(.key, user: "ada")).count == 1)
        for file in ["gatehouse.sqlite", "gatehouse.sqlite-wal"] {
            let content = FileManager.default.contents(atPath: house.folder.path("data/" + file)) ?? Data()
            #expect(content.range(of: Data(secret.utf8)) == nil)
        }
    }

    @Test func `mistakes are named with what to do`() async throws {
        let house = try await AccessHouse()
        let role = try Self.role(house)
        _ = try await house.run(.create(.role, name: "app", file: role, clientIDs: []))
        let again = await Self.refusal(house, .create(.role, name: "app", file: role, clientIDs: []))
        #expect(again?.contains("There is a role app") == true)
        let missing = await Self.refusal(house, .delete(.user, name: "ada"))
        #expect(missing?.contains("gatehouse iam list user") == true)
        let without = await Self.refusal(house, .create(.role, name: "other", file: nil, clientIDs: []))
        #expect(without?.contains("--document") == true)
        let file = await Self.refusal(house, .create(.role, name: "other", file: "/none", clientIDs: []))
        #expect(file?.contains("cannot be read") == true)
        let keys = await Self.refusal(house, .list(.key, user: nil))
        #expect(keys?.contains("Name the user") == true)
        let stranger = await Self.refusal(house, .list(.key, user: "adda"))
        #expect(stranger == "There is no user adda: see the names with gatehouse iam list user.")
        let named = await Self.refusal(house, .list(.role, user: "app"))
        #expect(named?.contains("takes no name: leave app out") == true)
        let blank = await Self.refusal(house, .create(.user, name: "a b", file: nil, clientIDs: []))
        #expect(blank == "The entry is not valid: is not a name of letters, digits and +=,.@_-.")
        let long = try house.write(String(repeating: " ", count: AccessDocument.maximumLength + 1), to: "long.json")
        let tooLong = await Self.refusal(house, .create(.policy, name: "long", file: long, clientIDs: []))
        #expect(tooLong?.contains("is longer than \(AccessDocument.maximumLength) bytes") == true)
        let metadata = try house.write("<a/>", to: "metadata.xml")
        let provider = await Self.refusal(house, .create(.samlProvider, name: "corp", file: metadata, clientIDs: []))
        #expect(provider?.contains("The metadata of the SAML provider corp") == true)
        let clients = await Self.refusal(
            house, .create(.openIDProvider, name: "http://login.example.com", file: nil, clientIDs: ["web"]))
        #expect(clients?.contains("an https address") == true)
    }

    @Test func `the first role names the roles of identity pools that give no credentials from now on`() async throws {
        let house = try await AccessHouse()
        let process = try await house.process()
        _ = try await FirstStart(process.installation, folder: house.folder.url).resources()
        let context = RequestContext(
            requestID: "test", region: process.installation.deployment.defaultRegion,
            principal: .administrator(accessKeyID: "AKIATEST"))
        let service = process.installation.identityPools.service(for: context)
        let pool = try await service.createIdentityPool(
            CreateIdentityPoolInput(identityPoolName: "own", allowUnauthenticatedIdentities: true)
        ).identityPoolId
        let arn = "arn:aws:iam::123456789012:role/Elsewhere"
        // The roles of dev do not make a registration necessary.
        try await service.setIdentityPoolRoles(
            SetIdentityPoolRolesInput(identityPoolId: pool, roles: ["unauthenticated": arn]))
        #expect(try await process.installation.identityPools.unregisteredRoles().isEmpty)
        try process.close()
        let lines = try await house.run(.create(.role, name: "app", file: Self.role(house), clientIDs: []))
        #expect(
            lines == [
                "app is created.",
                "The identity pool \(pool) gives no credentials of \(arn) until this role is registered, too.",
            ])
    }
}
