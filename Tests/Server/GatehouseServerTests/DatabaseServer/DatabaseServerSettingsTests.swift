// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTestSupport
import Testing

@testable import GatehouseServer

private let password = "a-word-that-nobody-may-see"

/// The settings of a database on a server, and the commands that refuse one.
@Suite struct DatabaseServerSettingsTests {
    private func configuration(
        _ environment: [String: String], mode: RunMode = .dev, _ commandLine: [Setting: String] = [:]
    ) throws -> ServerConfiguration {
        try ServerConfiguration.read(mode: mode, commandLine: commandLine, environment: environment)
    }

    @Test func `without an address the database is in the data folder`() throws {
        #expect(try configuration([:]).databaseServer == nil)
    }

    @Test func `an address, the number of connections and the preparation are read`() throws {
        let url = "postgresql://gatehouse@localhost/gatehouse"
        let usual = try #require(try configuration(["GATEHOUSE_DATABASE_URL": url]).databaseServer)
        #expect(usual.url == url && usual.connections == nil && usual.prepares)
        let set = try #require(
            try configuration([
                "GATEHOUSE_DATABASE_URL": url, "GATEHOUSE_DATABASE_CONNECTIONS": "7",
                "GATEHOUSE_DATABASE_PREPARE": "false",
            ]).databaseServer)
        #expect(set.connections == 7 && !set.prepares)
    }

    @Test(
        arguments: [
            ["GATEHOUSE_DATABASE_CONNECTIONS": "7"], ["GATEHOUSE_DATABASE_PREPARE": "true"],
            ["GATEHOUSE_DATABASE_CONNECTIONS": "0", "GATEHOUSE_DATABASE_URL": "postgresql://localhost/gatehouse"],
            ["GATEHOUSE_DATABASE_PREPARE": "maybe", "GATEHOUSE_DATABASE_URL": "postgresql://localhost/gatehouse"],
        ])
    func `settings of connections without an address, or out of range, are refused by name`(
        _ environment: [String: String]
    ) throws {
        let refusal = #expect(throws: StartupRefusal.self) { try configuration(environment) }
        #expect(refusal?.exitCode == .configuration)
        #expect(refusal?.description.contains("GATEHOUSE_DATABASE_") == true)
    }

    @Test(
        arguments: [
            "mysql://u:\(password)@localhost/gatehouse", "postgresql://u:\(password)@localhost",
            "postgresql://u:\(password)@db.example.org/gatehouse",
            "postgresql://u:\(password)@localhost/gatehouse?isolation=none",
            "postgresql://u:\(password)@localhost:many/gatehouse", "postgresql://u:\(password)%@localhost/gatehouse",
        ])
    func `an address that cannot be used is refused by its setting, without the password`(_ url: String) throws {
        let refusal = #expect(throws: StartupRefusal.self) { try configuration(["GATEHOUSE_DATABASE_URL": url]) }
        #expect(refusal?.exitCode == .configuration)
        #expect(refusal?.description.contains("database.url (GATEHOUSE_DATABASE_URL)") == true)
        #expect(refusal?.description.contains(password) == false)
    }

    @Test func `a description of the configuration does not show the password`() throws {
        let url = "postgresql://u:\(password)@localhost/gatehouse"
        let configuration = try configuration(["GATEHOUSE_DATABASE_URL": url])
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", dumped, String(reflecting: configuration)] {
            #expect(!text.contains(password))
        }
    }

    @Test func `a file with an address counts as one with a secret`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("settings.json")
        try Data(#"{"database": {"url": "postgresql://u:secret@localhost/gatehouse"}}"#.utf8)
            .write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        let refusal = #expect(throws: StartupRefusal.self) { try configuration([:], [.config: file]) }
        #expect(refusal?.description.contains("chmod o=") == true)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        #expect(try configuration([:], [.config: file]).databaseServer?.prepares == true)
    }

    @Test func `serve names what it lacks, and does not propose a new key for a database that may have one`() throws {
        let refusal = #expect(throws: StartupRefusal.self) {
            try configuration(["GATEHOUSE_DATABASE_URL": "postgresql://localhost/gatehouse"], mode: .serve)
        }
        #expect(refusal?.description.contains("to the key of the database") == true)
    }

    @Test(arguments: FileCommand.allCases)
    func `a command for files says what to use instead`(_ command: FileCommand) async throws {
        let folder = try TemporaryFolder()
        let configuration = try configuration(
            ["GATEHOUSE_DATABASE_URL": "postgresql://localhost/gatehouse"], mode: .maintenance,
            [.dataDirectory: folder.path("data")])
        let refusal = await #expect(throws: StartupRefusal.self) {
            switch command {
            case .backup: _ = try await Backup(configuration).write(to: folder.path("copy"), replacing: false)
            case .restore: _ = try await Restore(configuration, at: Date()).run(folder.path("copy"), replacing: false)
            case .compact: _ = try await Compaction(configuration).run()
            }
        }
        #expect(refusal?.exitCode == .usage)
        #expect(refusal?.description.contains(command.substitute) == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
