// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
import GatehouseWire
import Testing

@Suite struct PolicyVersionTests {
    private static let moment = Date(timeIntervalSince1970: 1_700_000_000)

    private static func policy(_ action: String) throws -> Policy {
        try Policy(
            json: #"{"Statement":{"Effect":"Allow","Action":"\#(action)","Resource":"*"}}"#, for: .identity)
    }

    private static func entry() throws -> ManagedPolicy {
        try ManagedPolicy(name: "readers", document: ["document": policy("a:First").document, "description": "Text"])
    }

    @Test func `a policy with its first version alone has a document without versions`() throws {
        let entry = try Self.entry()
        #expect(entry.versions.all.map(\.id) == ["v1"])
        #expect(Set(entry.document.objectValue?.keys.map(\.text) ?? []) == ["path", "document", "description"])
    }

    @Test func `versions are read as they were written`() throws {
        var entry = try Self.entry()
        for (action, isStandard) in [("a:Second", true), ("a:Third", false)] {
            let versions = try entry.versions.adding(
                Self.policy(action), asStandard: isStandard, at: Self.moment)
            entry = entry.with(versions)
        }
        #expect(entry.versions.standard.id == "v2")
        #expect(try entry.policy == Self.policy("a:Second"))
        let read = try ManagedPolicy(name: "readers", document: entry.document)
        #expect(read == entry)
        #expect(read.versions.version("v3")?.createdAt == Self.moment && read.versions.version("v4") == nil)
    }

    @Test func `the number of a deleted version is not used again`() throws {
        var versions = try Self.entry().versions
        versions = try versions.adding(Self.policy("a:Second"), asStandard: false, at: Self.moment)
        versions = versions.removing(try #require(versions.version("v2")))
        versions = try versions.adding(Self.policy("a:Third"), asStandard: true, at: Self.moment)
        #expect(versions.all.map(\.id) == ["v1", "v3"] && versions.standard.id == "v3")
        versions = versions.choosing(try #require(versions.version("v1")))
        #expect(versions.standard.id == "v1")
    }

    @Test func `a sixth version is refused`() throws {
        var versions = try Self.entry().versions
        for number in 2...PolicyVersions.maximumCount {
            versions = try versions.adding(Self.policy("a:Action\(number)"), asStandard: false, at: Self.moment)
        }
        let full = versions
        #expect(throws: AccessFlaw.self) {
            try full.adding(Self.policy("a:More"), asStandard: false, at: Self.moment)
        }
    }

    @Test func `a document that replaces the policy keeps its description and counts on`() throws {
        let former = try Self.entry()
        let new = try ManagedPolicy(name: "readers", document: ["document": Self.policy("a:New").document])
        let stored = new.succeeding(former, at: Self.moment)
        #expect(stored.description == "Text" && stored.versions.all.map(\.id) == ["v2"])
        #expect(try stored.policy == Self.policy("a:New"))
    }

    @Test(arguments: [
        #"{"document":D,"versions":[]}"#,
        #"{"document":D,"versions":[{"number":2}],"defaultVersion":1,"lastVersion":2}"#,
        #"{"document":D,"versions":[{"number":1},{"number":2}],"lastVersion":2}"#,
        #"{"document":D,"versions":[{"number":1},{"number":1,"document":D}],"lastVersion":2}"#,
        #"{"document":D,"versions":[{"number":3}],"defaultVersion":3,"lastVersion":2}"#,
        #"{"document":D,"versions":[{"number":1,"createdAt":"yesterday"}]}"#,
    ])
    func `versions that contradict each other are refused`(template: String) throws {
        let document = #"{"Statement":{"Effect":"Allow","Action":"a:First","Resource":"*"}}"#
        let json = template.replacing("D", with: document)
        let value = try WireValue(accessJSON: Array(json.utf8))
        #expect(throws: AccessFlaw.self) { try ManagedPolicy(name: "readers", document: value) }
    }
}
