// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseServer

@Suite struct CopyRouteTests {
    @Test func `one end is a folder, the other a server`() throws {
        let there = try CopyRoute(from: "sqlite:auth/data", to: "postgresql")
        #expect(there.direction == .toServer)
        #expect(there.settings == [.dataDirectory: "auth/data"])
        let url = "postgresql://gatehouse@db.example.org/gatehouse?sslmode=verify-full"
        let back = try CopyRoute(from: url, to: "sqlite:/srv/auth")
        #expect(back.direction == .toFolder)
        #expect(back.settings == [.dataDirectory: "/srv/auth", .databaseURL: url])
    }

    @Test(arguments: [
        ("sqlite:a", "sqlite:b", "gatehouse backup"), ("postgresql", "postgresql", "pg_dump"),
        ("a", "postgresql", "sqlite:FOLDER"), ("sqlite:", "postgresql", "sqlite:FOLDER"),
        ("sqlite:a", "mysql://host/db", "--to must be"),
    ])
    func `other ends are refused with what to use`(_ from: String, _ to: String, _ words: String) {
        let refusal = #expect(throws: StartupRefusal.self) { try CopyRoute(from: from, to: to) }
        #expect(refusal?.exitCode == .usage)
        #expect(refusal?.description.contains(words) == true)
    }

    @Test(arguments: [
        "postgresql://user:secret@host/db", "postgres://user:se%2Fcret@host/db", "postgresql://u:se/cret@h/d",
    ])
    func `a password among the arguments is refused, and not repeated`(_ url: String) {
        let refusal = #expect(throws: StartupRefusal.self) { try CopyRoute(from: "sqlite:a", to: url) }
        #expect(refusal?.exitCode == .usage)
        #expect(refusal?.description.contains("PGPASSFILE") == true)
        #expect(refusal?.description.contains("cret") == false)
    }
}
