// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// The file of `GATEHOUSE_ACCESS` at the start of a server.
@Suite struct AccessStartTests {
    private static func roles(_ names: String...) -> String {
        let roles = names.map { #""\#($0)": {"trustPolicy": \#(AccessHouse.trust)}"# }
        return #"{"roles": {\#(roles.joined(separator: ", "))}}"#
    }

    private static func refusal(_ house: AccessHouse, _ json: String) async -> String? {
        let refusal = await #expect(throws: StartupRefusal.self) { try await house.start(json) }
        return refusal?.description
    }

    @Test func `each start has the entries of its file, and those of commands stay`() async throws {
        let house = try await AccessHouse()
        let document = try house.write(#"{"trustPolicy": \#(AccessHouse.trust)}"#, to: "role.json")
        _ = try await house.run(.create(.role, name: "own", file: document, clientIDs: []))
        try await house.start(Self.roles("app", "deploy"))
        #expect(try await house.list(.role) == ["app file", "deploy file", "own command"])
        try await house.start(Self.roles("deploy"))
        #expect(try await house.list(.role) == ["deploy file", "own command"])
        try await house.start("{}")
        #expect(try await house.list(.role) == ["own command"])
        try await house.start(nil)
    }

    @Test func `a start that lacks the file of the last one is refused, and deletes no access key`() async throws {
        let house = try await AccessHouse()
        try await house.start(#"{"users": {"backend": {}}}"#)
        _ = try await house.run(.create(.key, name: "backend", file: nil, clientIDs: []))
        let refusal = await #expect(throws: StartupRefusal.self) { try await house.start(nil) }
        #expect(refusal?.description.hasSuffix("GATEHOUSE_ACCESS is not set: set it to this file.") == true)
        #expect(try await house.run(.list(.key, user: "backend")).count == 1)
    }

    @Test func `an entry of the file with the name of one that a command created stops the start, unchanged`()
        async throws
    {
        let house = try await AccessHouse()
        let document = try house.write(#"{"trustPolicy": \#(AccessHouse.trust)}"#, to: "role.json")
        _ = try await house.run(.create(.role, name: "app", file: document, clientIDs: []))
        let refusal = await Self.refusal(house, Self.roles("app", "deploy"))
        #expect(refusal?.contains("The role app exists already: give the entry of the file another name") == true)
        #expect(try await house.list(.role) == ["app command"])
        try await house.start(Self.roles("other", "deploy"))
        #expect(try await house.list(.role) == ["app command", "deploy file", "other file"])
    }

    @Test func `a flaw of the file stops the start with its place`() async throws {
        let house = try await AccessHouse()
        #expect(await Self.refusal(house, "{")?.contains("is not valid JSON: see line 1") == true)
        let unsafe = AccessHouse.trust.replacing("sts:AssumeRole", with: "sts:AssumeRoleWithWebIdentity")
            .replacing(#""AWS": "123456789012""#, with: #""Federated": "accounts.google.com""#)
        let refusal = await Self.refusal(house, #"{"roles": {"app": {"trustPolicy": \#(unsafe)}}}"#)
        #expect(refusal?.contains("roles.app.trustPolicy.Statement[0].Condition") == true)
        let metadata = await Self.refusal(house, #"{"samlProviders": {"corp": {"metadataFile": "none.xml"}}}"#)
        #expect(metadata?.contains("samlProviders.corp.metadataFile") == true)
        #expect(metadata?.contains("Correct GATEHOUSE_ACCESS") == true)
        let attached = await Self.refusal(house, #"{"users": {"ada": {"attachedPolicies": ["readers"]}}}"#)
        #expect(attached?.contains("attaches the policy readers, which neither the file nor") == true)
        #expect(try await house.list(.user).isEmpty)
    }

    @Test func `a file that does not exist stops the start`() async throws {
        let house = try await AccessHouse()
        let process = try await house.process(access: house.folder.path("none.json"))
        await #expect(throws: StartupRefusal.self) { try await process.prepareAccess() }
        try process.close()
    }

    @Test func `the roles of dev give way to those of the file and of commands`() async throws {
        let house = try await AccessHouse()
        let process = try await house.process()
        _ = try await FirstStart(process.installation, folder: house.folder.url).resources()
        try process.close()
        let own = ["gatehouse-dev-authenticated development", "gatehouse-dev-unauthenticated development"]
        #expect(try await house.list(.role) == own)
        try await house.start(Self.roles("gatehouse-dev-authenticated"))
        #expect(try await house.list(.role) == ["gatehouse-dev-authenticated file", own[1]])
        _ = try await house.run(.delete(.role, name: "gatehouse-dev-unauthenticated"))
        let document = try house.write(#"{"trustPolicy": \#(AccessHouse.trust)}"#, to: "role.json")
        _ = try await house.run(.create(.role, name: "gatehouse-dev-unauthenticated", file: document, clientIDs: []))
        let next = try await house.process(access: house.folder.path("access.json"))
        _ = try await FirstStart(next.installation, folder: house.folder.url).resources()
        try next.close()
        #expect(
            try await house.list(.role) == [
                "gatehouse-dev-authenticated file", "gatehouse-dev-unauthenticated command",
            ])
    }
}
