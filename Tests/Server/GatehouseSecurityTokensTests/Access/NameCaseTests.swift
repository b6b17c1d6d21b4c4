// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseSecurityTokens

/// Names of roles, users and policies that differ by case alone, which IAM does not distinguish.
@Suite struct NameCaseTests {
    private static let trust = #"{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"AWS":"123456789012"}}"#
    private static let everything = #"{"Effect":"Allow","Action":"*","Resource":"*"}"#

    private static func policy(_ statement: String) -> String {
        #"{"Version":"2012-10-17","Statement":\#(statement)}"#
    }

    /// The text of an entry's document.
    private static func document(_ kind: AccessKind) -> String {
        switch kind {
        case .role: #"{"trustPolicy":\#(policy(trust))}"#
        case .policy: #"{"document":\#(policy(everything))}"#
        default: "{}"
        }
    }

    /// A documented file with entries of one kind.
    private static func file(_ kind: AccessKind, _ names: String...) throws -> AccessDocument {
        let member = kind == .policy ? "policies" : kind.rawValue + "s"
        let entries = names.map { #""\#($0)":\#(document(kind))"# }.joined(separator: ",")
        return try AccessDocument(json: Array(#"{"\#(member)":{\#(entries)}}"#.utf8)) { _ throws(AccessFlaw) in "" }
    }

    private static func create(_ kind: AccessKind, _ name: String, in registry: AccessRegistry) async throws {
        try await registry.create(kind, named: name, document: try WireValue(accessJSON: Array(document(kind).utf8)))
    }

    @Test(arguments: [AccessKind.role, .user, .policy], [["app", "APP"], ["APP", "app"], ["My.App", "my.App"]])
    func `a name that differs from a stored one by case alone is refused, from the command and from the file`(
        _ kind: AccessKind, names: [String]
    ) async throws {
        let refusal = AccessRegistryRefusal.otherCase(kind, names[1], names[0])
        #expect(names.allSatisfy(refusal.description.contains))
        let first = try await Account().securityTokens.registry
        try await Self.create(kind, names[0], in: first)
        await #expect(throws: refusal) { try await Self.create(kind, names[1], in: first) }
        await #expect(throws: refusal) { try await first.apply(Self.file(kind, names[1])) }
        try await Self.create(kind, names[0] + "2", in: first)
        #expect(try await first.list(kind).map(\.name) == [names[0], names[0] + "2"])
        let second = try await Account().securityTokens.registry
        try await second.apply(Self.file(kind, names[0]))
        await #expect(throws: refusal) { try await Self.create(kind, names[1], in: second) }
    }

    @Test(arguments: [AccessKind.role, .user, .policy])
    func `a file cannot have two names that differ by case alone, and can change the case of a name`(
        _ kind: AccessKind
    ) async throws {
        let registry = try await Account().securityTokens.registry
        await #expect(throws: AccessRegistryRefusal.self) { try await registry.apply(Self.file(kind, "app", "App")) }
        #expect(try await registry.list(kind).isEmpty)
        try await registry.apply(Self.file(kind, "app"))
        try await registry.apply(Self.file(kind, "App"))
        #expect(try await registry.list(kind).map(\.name) == ["App"])
    }

    @Test func `entries of different kinds may have names that differ by case alone`() async throws {
        let registry = try await Account().securityTokens.registry
        for (kind, name) in [(AccessKind.role, "app"), (.user, "App"), (.policy, "APP")] {
            try await Self.create(kind, name, in: registry)
        }
        #expect(try await registry.nameCollisions().isEmpty)
    }

    @Test func `the reserved name of the administrator is refused for a user in any case, and not for a role`()
        async throws
    {
        let registry = try await Account().securityTokens.registry
        for name in ["Administrator", "ADMINISTRATOR"] {
            let refusal = AccessRegistryRefusal.otherCase(.user, name, "administrator")
            #expect(refusal.description.contains("reserved for the holder of the administration key"))
            await #expect(throws: refusal) { try await Self.create(.user, name, in: registry) }
            await #expect(throws: refusal) { try await registry.apply(Self.file(.user, name)) }
        }
        try await Self.create(.role, "Administrator", in: registry)
        #expect(try await registry.nameCollisions().isEmpty)
    }

    @Test func `stored names that differ by case alone stay in force and are named`() async throws {
        let account = try await Account()
        let (registry, now) = (account.securityTokens.registry, account.clock.now)
        let both = try Self.file(.role, "app", "App")
        // As a release without the check stored them.
        try await account.access.write { store in
            for role in both.roles {
                try store.insert(AccessRecord(role, origin: .file, createdAt: now, modifiedAt: now))
            }
            for name in ["Administrator", "bob", "BOB", "eve"] {
                let user = try User(name: name, document: [:])
                try store.insert(AccessRecord(user, origin: .command, createdAt: now, modifiedAt: now))
            }
        }
        try await registry.apply(both)
        try await registry.update(.user, named: "bob", document: ["attachedPolicies": []])
        _ = try await registry.createKey(forUser: "Administrator")
        let found = try await registry.nameCollisions().map { "\($0.kind.rawValue) \($0.names)" }
        #expect(
            found == [
                #"role ["App", "app"]"#, #"user ["Administrator", "administrator"]"#, #"user ["BOB", "bob"]"#,
            ])
        try await registry.delete(.user, named: "BOB")
        try await registry.delete(.user, named: "Administrator")
        try await registry.apply(try Self.file(.role, "app"))
        #expect(try await registry.nameCollisions().isEmpty)
    }
}
