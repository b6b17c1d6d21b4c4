// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseCrypto
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject
import GatehouseTesting
import Testing

@testable import AmplifyCommand

/// What `amplify delete`, `amplify remove` and a failed `amplify init` leave.
@Suite struct DeletionTests {
    /// A machine with a server of its own, whose project was pushed.
    private func pushedMachine() async throws -> Machine {
        let machine = try Machine(try await TestGatehouse())
        try machine.write("// an app for iOS", to: "Package.swift")
        try await machine.command([], Script(["", "", ""])).initialize(amplify: nil, frontend: nil, providers: nil)
        try await machine.command(["--yes"]).addAuth()
        try await machine.command(["--yes"]).push(PushFlags.parse([]))
        return machine
    }

    private func environment(of machine: Machine) throws -> ProjectCommand.Environment {
        try machine.command().environment(of: try machine.project())
    }

    private func delete(_ machine: Machine, _ flags: [String]) async throws {
        try await machine.command(["--yes"]).deleteProject(DeletionFlags.parse(flags))
    }

    private func write(_ files: [String: Data], to machine: Machine) throws {
        for (path, content) in files { try machine.write(String(decoding: content, as: UTF8.self), to: path) }
    }

    @Test func `a deletion that was killed before the folder went is finished with --force`() async throws {
        let machine = try await pushedMachine()
        let files = try machine.files()
        try await delete(machine, ["--force"])
        #expect(machine.text(ProjectPaths.projectConfig) == nil)
        try write(files, to: machine)
        let refusal = await #expect(throws: Refusal.self) { try await delete(machine, []) }
        #expect(refusal?.cure.contains("--force") == true)
        #expect(machine.text(ProjectPaths.projectConfig) != nil)
        try await delete(machine, ["--force"])
        #expect(machine.text(ProjectPaths.projectConfig) == nil)
    }

    @Test func `environments that only the server knows are named before anything is deleted`() async throws {
        let machine = try await pushedMachine()
        let environment = try environment(of: machine)
        let records = ProjectRecords(try machine.command().backend(of: environment))
        let appID = environment.place.appID
        _ = try await records.make(projectName: "shop", frontend: .ios, environment: "test", appID: appID)
        let before = try machine.files()
        let refusal = await #expect(throws: Refusal.self) { try await delete(machine, ["--force", "--allow-destroy"]) }
        #expect(refusal?.text.contains("test") == true)
        #expect(refusal?.cure.contains("amplify pull --appId \(appID) --envName test") == true)
        #expect(try machine.files() == before)
        #expect(try await records.environments(of: appID).count == 2)
    }

    @Test func `records that no file names are removed with the access key that was typed`() async throws {
        let machine = try await pushedMachine()
        let command = try machine.command()
        let environment = try environment(of: machine)
        let backend = try command.backend(of: environment)
        let store = try command.secrets(of: environment)
        try store.keep(SigningCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: "hush"))
        let records = EnvironmentRecords(
            place: environment.place, name: environment.name, hasNewProject: true, backend: backend, host: "machine")
        await #expect(throws: NoProject.self) { try await command.keepingRecords(records) { throw NoProject() } }
        #expect(try store.accessKey() == nil)
        #expect(try await ProjectRecords(backend).environmentsIfKnown(of: environment.place.appID) == nil)
    }

    @Test func `the mark of a removal that was undone does not outlive it`() async throws {
        let machine = try await pushedMachine()
        let files = try machine.files().filter { $0.key.hasPrefix("amplify/backend/") }
        let name = try #require(try machine.project().auth).name
        try await machine.command(["--yes"]).remove(.auth, named: nil, deletingUsers: true)
        #expect(try machine.folder.localGatehouse("dev").deletesUsersOf == [name])
        #expect(try machine.project().auth == nil)
        try write(files, to: machine)
        try await machine.command(["--yes"]).remove(.auth, named: nil, deletingUsers: false)
        #expect(try machine.folder.localGatehouse("dev").deletesUsersOf.isEmpty)
    }

    @Test func `temporary folders that killed commands left are removed after a day`() throws {
        let machine = try Machine()
        let cache = URL(filePath: machine.home).appending(path: ".cache/amplify")
        let now = Date()
        for (name, age) in [("scratch-old", 172_800.0), ("scratch-new", 60.0), ("other", 172_800.0)] {
            let path = cache.appending(path: name).path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.modificationDate: now.addingTimeInterval(-age)], ofItemAtPath: path)
        }
        try Scratch(variables: ["HOME": machine.home], id: "1a2b3c4d").make()
        let names = try FileManager.default.contentsOfDirectory(atPath: cache.path)
        #expect(Set(names) == ["scratch-new", "other", "scratch-1a2b3c4d"])
    }
}
