// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseProject
import GatehouseTestSupport
import GatehouseTesting

@testable import AmplifyCommand

/// A person's machine with the folder of an app, and a server or none.
struct Machine {
    private let temporary: TemporaryFolder
    /// The server; `nil` without one.
    let gatehouse: TestGatehouse?
    /// The clock of the server; without one, of a machine whose pauses pass at once, too.
    private let clock: ClientClock
    /// The folder of the app.
    let app: URL

    /// A machine with an empty folder.
    init(_ gatehouse: TestGatehouse? = nil, app name: String = "shop") throws {
        temporary = try TemporaryFolder(inMemory: true)
        self.gatehouse = gatehouse
        clock = gatehouse.map { ClientClock.following($0) } ?? .following(TestClock())
        app = URL(filePath: temporary.path(name), directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
    }

    /// A machine with a project for iOS, whose environment `dev` is at an address without a server.
    static func withProject() throws -> Machine {
        let machine = try Machine()
        let circumstances = Circumstances(projectName: "shop", frontend: .ios, id: "1a2b3c4d")
        let settings = InitSettings(try Interview(InitTable.rows, circumstances).takingDefaults())
        let place = TeamProviderInfo.Gatehouse(
            baseURL: "http://localhost:9229", region: "us-east-1", appID: "dabcdefghijklm", authRoleName: "a",
            unauthRoleName: "b")
        try machine.folder.write(try Project.newFiles(in: machine.folder, settings, at: place))
        return machine
    }

    /// The folder as projects are read from it.
    var folder: ProjectFolder { ProjectFolder(app) }

    /// The home folder of the person.
    var home: String { temporary.path("home") }

    /// The project.
    func project() throws -> Project { try Project(folder) }

    /// A command with options.
    ///
    /// - Parameters:
    ///   - options: the options of all commands, as they are typed.
    ///   - dialogue: the person.
    ///   - results: where results are printed.
    ///   - input: the standard input.
    ///   - place: the current folder, relative to that of the app.
    /// - Returns: the command.
    /// - Throws: the error of options that cannot be parsed.
    func command(
        _ options: [String] = [], _ dialogue: Script = Script(), results: Script = Script(), input: String = "",
        in place: String = ""
    ) throws -> ProjectCommand {
        let folder = place.isEmpty ? app : app.appending(path: place, directoryHint: .isDirectory)
        return ProjectCommand(
            options: try ProjectOptions.parse(options),
            surroundings: Surroundings(
                folder: folder, variables: ["HOME": home, "PATH": "/usr/bin:/bin"],
                questions: dialogue, results: results, transport: Network(server: gatehouse?.transport),
                clock: clock, entropy: .seeded(7), host: "machine",
                input: { Array(input.utf8) }, open: { _ in false }, edit: { _ in false }))
    }

    /// Writes a file of the app.
    func write(_ text: String, to path: String) throws {
        let file = app.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// The text of a file of the app; `nil` if there is none.
    func text(_ path: String) -> String? {
        try? String(contentsOf: app.appending(path: path), encoding: .utf8)
    }

    /// The text of a file below the home folder; `nil` if there is none.
    func homeText(_ path: String) -> String? {
        try? String(contentsOf: URL(filePath: temporary.path("home/\(path)")), encoding: .utf8)
    }

    /// All files of the app with their contents.
    func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        let manager = FileManager.default
        for path in manager.enumerator(atPath: app.path)?.compactMap({ $0 as? String }) ?? [] {
            let place = app.appending(path: path).path
            guard try manager.attributesOfItem(atPath: place)[.type] as? FileAttributeType == .typeRegular else {
                continue
            }
            files[path] = manager.contents(atPath: place)
        }
        return files
    }
}
