// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProject
import GatehouseTestSupport
import Testing

@Suite struct ProjectFolderTests {
    private let temporary: TemporaryFolder
    private let folder: ProjectFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = ProjectFolder(temporary.url)
    }

    private func write(_ text: String, to path: String) throws {
        let url = temporary.url.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func thrown(_ body: () throws -> Void) throws -> ProjectFault {
        do {
            try body()
        } catch let fault as ProjectFault {
            return fault
        }
        throw Expected.fault
    }

    private enum Expected: Error { case fault }

    @Test func `an absent file has no content`() throws {
        #expect(try folder.bytes("amplify/cli.json") == nil)
        #expect(try folder.names("amplify") == [])
    }

    @Test func `a file that is not JSON is named with its line`() throws {
        try write("{\n\"features\": {,}\n}", to: ProjectPaths.featureFlags)
        let fault = try thrown { _ = try folder.document(ProjectPaths.featureFlags) }
        #expect(fault.description.hasPrefix("amplify/cli.json:2: /features: "))
        #expect(!fault.cure.isEmpty)
    }

    @Test(arguments: [
        ProjectPaths.localEnvironment, ProjectPaths.localAWS, ProjectPaths.localGatehouse, ProjectPaths.meta,
    ])
    func `a file of this machine alone is not brought back from version control`(path: String) throws {
        try write("{", to: path)
        let fault = try thrown { _ = try folder.document(path) }
        #expect(fault.cure.hasPrefix("Remove the file, and run amplify env checkout"))
        try write("{", to: ProjectPaths.backendConfig)
        #expect(try thrown { _ = try folder.document(ProjectPaths.backendConfig) }.cure.contains("version control"))
    }

    @Test(arguments: [
        (ENOSPC, "Free some space"), (EDQUOT, "Free some space"), (EROFS, "The file system is read-only"),
        (EACCES, "Allow this user to write it."),
    ])
    func `the cure of a file that cannot be written follows from the reason`(code: Int32, cure: String) {
        #expect(ProjectFolder.cure(of: code, "write").hasPrefix(cure))
    }

    @Test func `a file of a person beside a written one stays, and no other file is left`() throws {
        try write("mine", to: "a.json.new")
        try write("old", to: "a.json")
        var changes = FileChanges()
        changes.write(Array("new".utf8), to: "a.json")
        try folder.write(changes)
        #expect(try folder.bytes("a.json") == Array("new".utf8))
        #expect(try folder.bytes("a.json.new") == Array("mine".utf8))
        #expect(try folder.names("") == ["a.json", "a.json.new"])
    }

    @Test func `a file of more than 5 MiB is refused`() throws {
        try write(String(repeating: " ", count: 5_242_881), to: "large.json")
        #expect(try thrown { _ = try folder.bytes("large.json") }.problem == "The file is larger than 5 MiB.")
    }

    @Test func `links to files and folders are refused`() throws {
        try write("{}", to: "elsewhere/a.json")
        let files = FileManager.default
        try files.createDirectory(at: temporary.url.appending(path: "amplify"), withIntermediateDirectories: true)
        try files.createSymbolicLink(
            atPath: temporary.path("amplify/a.json"), withDestinationPath: "../elsewhere/a.json")
        try files.createSymbolicLink(atPath: temporary.path("amplify/backend"), withDestinationPath: "../elsewhere")
        for path in ["amplify/a.json", "amplify/backend/a.json"] {
            #expect(try thrown { _ = try folder.bytes(path) }.problem.contains("link"))
            var changes = FileChanges()
            changes.write([1], to: path)
            #expect(try thrown { try folder.write(changes) }.problem.contains("link"))
        }
        #expect(try Data(contentsOf: temporary.url.appending(path: "elsewhere/a.json")) == Data("{}".utf8))
    }

    @Test func `a folder in place of a file, and a path that leaves the project, are refused`() throws {
        try write("x", to: "amplify/cli.json/file")
        #expect(throws: ProjectFault.self) { try folder.bytes("amplify/cli.json") }
        #expect(throws: ProjectFault.self) { try folder.bytes("amplify/../../passwd") }
        // Also behind a folder that does not exist.
        var changes = FileChanges()
        changes.write([1], to: "absent/../../outside/file")
        #expect(try thrown { try folder.write(changes) }.problem == "The path leaves the project.")
    }

    @Test func `the project is the nearest folder upwards`() throws {
        try write(#"{"projectName": "shop", "frontend": "ios"}"#, to: ProjectPaths.projectConfig)
        let below = temporary.url.appending(path: "Sources/App")
        try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
        let found = try #require(ProjectFolder.containing(below))
        #expect(try found.document(ProjectPaths.projectConfig)?["/projectName"] == .string("shop"))
    }

    // MARK: - Writing

    @Test func `the list of resources is written after their files, and files are removed last`() {
        var changes = FileChanges()
        changes.remove("amplify/backend/auth/old")
        changes.write([1], to: ProjectPaths.backendConfig)
        changes.write([1], to: "amplify/cli.json")
        changes.write([1], to: "zzz")
        #expect(changes.paths == ["amplify/cli.json", "zzz", ProjectPaths.backendConfig, "amplify/backend/auth/old"])
    }

    @Test func `files are written with their folders, and keep their modes`() throws {
        try write("old", to: "kept.json")
        let files = FileManager.default
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: temporary.path("kept.json"))
        try write("gone", to: "gone/file")
        var changes = FileChanges()
        changes.write(utf8("new"), to: "kept.json")
        changes.write(utf8("run"), to: "amplify/backend/function/f/src/trigger.py", isProgram: true)
        changes.remove("gone")
        try folder.write(changes)
        #expect(try folder.bytes("kept.json") == utf8("new"))
        let modes = try ["kept.json", "amplify/backend/function/f/src/trigger.py"].map { path in
            try files.attributesOfItem(atPath: temporary.path(path))[.posixPermissions] as? Int
        }
        #expect(modes[0] == 0o600)
        #expect((modes[1] ?? 0) & 0o100 != 0)
        #expect(try !folder.isThere("gone"))
        #expect(try folder.names("") == ["amplify", "kept.json"])
    }

    @Test func `nothing is written if one file cannot be`() throws {
        try write("old", to: "a.json")
        try write("a file", to: "b")
        var changes = FileChanges()
        changes.write(utf8("new"), to: "a.json")
        changes.write(utf8("new"), to: "b/c.json")
        #expect(throws: ProjectFault.self) { try folder.write(changes) }
        #expect(try folder.bytes("a.json") == utf8("old"))
        #expect(try folder.names("") == ["a.json", "b"])
    }

    @Test func `the block of ignored files is added once, and taken away without a change of the rest`() {
        for text in ["", "build/\n", "build/\r\nPods/\r\n", "no end of line"] {
            let added = IgnoredFiles.adding(to: utf8(text))
            #expect(IgnoredFiles.adding(to: added) == added)
            let lines = String(decoding: added, as: UTF8.self)
            #expect(lines.hasPrefix(text))
            #expect(lines.contains("amplify/#current-cloud-backend"))
            let rest = IgnoredFiles.removing(from: added).map { String(decoding: $0, as: UTF8.self) } ?? ""
            #expect(rest.hasPrefix(text))
            #expect(!rest.contains("amplify"))
        }
    }
}
