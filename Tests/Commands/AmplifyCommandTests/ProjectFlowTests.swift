// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import CognitoAdminShapes
import Foundation
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject
import GatehouseTesting
import Testing

@testable import AmplifyCommand

/// Commands of a project against a server in the same process.
@Suite struct ProjectFlowTests {
    /// A machine with a server of its own, whose project has auth, not pushed yet.
    private static func machineWithAuth() async throws -> Machine {
        let machine = try Machine(try await TestGatehouse())
        try machine.write("// an app for iOS", to: "Package.swift")
        try await machine.command([], Script(["", "", ""])).initialize(amplify: nil, frontend: nil, providers: nil)
        try await machine.command([], Script(["", "", ""])).addAuth()
        return machine
    }

    private static func push(
        _ machine: Machine, _ flags: [String] = [], results: Script = Script()
    ) async throws -> Script {
        let person = Script(["y"])
        try await machine.command([], person, results: results).push(PushFlags.parse(flags))
        return person
    }

    /// What the first push of `machineWithAuth()` left on its server and in the folder of the app.
    private struct Pushed: Sendable {
        let gatehouse: TestGatehouse
        let files: [String: Data]
    }

    private static let firstPush: Task<Pushed, any Error> = Task {
        let machine = try await Self.machineWithAuth()
        _ = try await Self.push(machine)
        return Pushed(gatehouse: try #require(machine.gatehouse), files: try machine.files())
    }

    /// A machine after that push, with copies of its server and its folder.
    private func pushedMachine() async throws -> Machine {
        let pushed = try await Self.firstPush.value
        let machine = try Machine(try pushed.gatehouse.copy(seed: 11))
        for (path, content) in pushed.files {
            try machine.write(String(decoding: content, as: UTF8.self), to: path)
        }
        return machine
    }

    @Test func `init asks for name, configuration and server, and records the project`() async throws {
        let machine = try Machine(try await TestGatehouse())
        try machine.write("// an app for iOS", to: "Package.swift")
        let person = Script(["", "", ""])
        try await machine.command([], person).initialize(amplify: nil, frontend: nil, providers: nil)
        #expect(person.asked.count == 3)
        let project = try machine.project()
        #expect(project.config == ProjectConfig(projectName: "shop", frontend: .ios))
        #expect(project.environment?.gatehouse?.baseURL == InitTable.developmentAddress)
        #expect(machine.text(".gitignore")?.contains("amplify-do-not-edit-begin") == true)
        #expect(
            person.written.contains("Name  Environment  Type of app") && person.written.contains("amplify add auth"))
    }

    @Test func `a pull without questions does not choose among several projects`() async throws {
        let gatehouse = try await TestGatehouse()
        for name in ["shop", "notes"] {
            let machine = try Machine(gatehouse, app: name)
            try machine.write("// an app for iOS", to: "Package.swift")
            try await machine.command([], Script(["", "", ""])).initialize(
                amplify: nil, frontend: nil, providers: nil)
        }
        let empty = try Machine(gatehouse, app: "empty")
        let refusal = await #expect(throws: Refusal.self) {
            try await empty.command(["--yes"]).pull(PullRequest())
        }
        let failure = try #require(refusal.map { CommandFailure($0) })
        #expect(failure.status == 1 && failure.cure.contains("--appId"))
        #expect(failure.lines.joined().contains("shop") && failure.lines.joined().contains("notes"))
        #expect(try empty.files().isEmpty)
    }

    @Test func `a push makes the pools, and writes the files of the app; another one has no changes`() async throws {
        let machine = try await Self.machineWithAuth()
        let results = Script()
        let person = try await Self.push(machine, results: results)
        #expect(results.text.hasPrefix("Current Environment: dev\n") && results.written.contains("Create"))
        #expect(person.written.contains("The push is done"))
        let file = try #require(machine.text("awsconfiguration.json"))
        let id = try #require(try machine.project().meta?.auth?.outputs["UserPoolId"])
        #expect(file.contains(id))
        let second = try await Self.push(machine)
        #expect(second.written.contains("There are no changes") && second.asked.isEmpty)
        let status = Script()
        try await machine.command([], results: status).showStatus(of: nil, verbose: true, json: false)
        #expect(status.written.contains("No Change") && !status.written.contains("->"))
    }

    @Test func `a declined push changes nothing`() async throws {
        let machine = try await Self.machineWithAuth()
        let before = try machine.files()
        let fault = await #expect(throws: DeploymentFault.self) {
            try await machine.command([], Script(["n"])).push(PushFlags.parse([]))
        }
        #expect(fault?.kind == .declined && fault.map { CommandFailure($0).status } == 1)
        #expect(try machine.files() == before)
    }

    @Test func `a push over changes of others is declined by default, and --yes says what it overwrites`()
        async throws
    {
        let machine = try await Self.machineWithAuth()
        _ = try await Self.push(machine)
        let outputs = try #require(try machine.project().meta?.auth).outputs
        let (pool, client) = (outputs["UserPoolId"] ?? "", outputs["AppClientID"] ?? "")
        let command = try machine.command()
        let pools = try command.backend(of: command.environment(of: machine.project())).userPools
        try await pools.deleteUserPoolClient(DeleteUserPoolClientRequest(userPoolId: pool, clientId: client))
        let person = Script([""])
        let fault = await #expect(throws: DeploymentFault.self) {
            try await machine.command([], person).push(PushFlags.parse([]))
        }
        #expect(fault?.kind == .declined)
        #expect(person.written.contains("has changed on the server since the last push"))
        #expect(person.written.contains("AppClientID"))
        let second = Script()
        try await machine.command(["--yes"], second).push(PushFlags.parse([]))
        #expect(second.written.contains("The push overwrites that.") && second.written.contains("The push is done"))
    }

    @Test func `a dry run shows the table and asks nothing`() async throws {
        let machine = try await Self.machineWithAuth()
        let results = Script()
        let person = try await Self.push(machine, ["--dry-run", "--json"], results: results)
        #expect(person.asked.isEmpty)
        let value = try JSONDocument(Array(results.text.utf8)).value
        #expect(value["environment"] == .string("dev") && value["stateNumber"] == nil)
        #expect(try machine.project().meta?.auth?.outputs["UserPoolId"] == nil)
    }

    @Test func `a pull into an empty folder brings the project, and a push there has no changes`() async throws {
        let machine = try await pushedMachine()
        let appID = try #require(try machine.project().environment?.gatehouse?.appID)
        let other = try Machine(machine.gatehouse, app: "copy")
        let person = Script(["", "1", "1", ""])
        try await other.command([], person).pull(PullRequest())
        #expect(person.text.contains(appID) && person.asked.count == 4)
        #expect(try other.project().auth?.settings == machine.project().auth?.settings)
        #expect(other.text("awsconfiguration.json") == machine.text("awsconfiguration.json"))
        #expect(try await Self.push(other).written.contains("There are no changes"))
    }

    @Test func `a pull repairs a file with which no plan can be made`() async throws {
        let machine = try await pushedMachine()
        let tags = machine.text(ProjectPaths.tags)
        try machine.write("{", to: ProjectPaths.tags)
        let person = Script()
        try await machine.command([], person).pull(PullRequest(restores: true))
        #expect(person.written.contains("Note: \(ProjectPaths.tags)"))
        #expect(machine.text(ProjectPaths.tags) == tags)
    }

    @Test func `an environment that is added has resources of its own, and a checkout brings the first ones back`()
        async throws
    {
        let machine = try await pushedMachine()
        let first = try #require(try machine.project().meta?.auth?.outputs["UserPoolId"])
        try await machine.command([], Script([""])).addEnvironment("test")
        #expect(try machine.project().meta == nil && machine.project().local?.environment == "test")
        _ = try await Self.push(machine)
        let second = try #require(try machine.project().meta?.auth?.outputs["UserPoolId"])
        #expect(first != second)
        try await machine.command().checkOut("dev", of: machine.project(), restoring: false)
        #expect(try machine.project().meta?.auth?.outputs["UserPoolId"] == first)
        #expect(machine.text("awsconfiguration.json")?.contains(first) == true)
        try await machine.command([], Script(["y"])).removeEnvironment("test", DeletionFlags.parse([]))
        #expect(try machine.project().gatehouseEnvironments == ["dev"])
        let status = Script()
        try await machine.command([], results: status).showStatus(of: nil, verbose: false, json: false)
        #expect(status.written.contains("No Change"))
    }

    @Test func `a push to another environment switches the folder only after the person agreed`() async throws {
        let machine = try await Self.machineWithAuth()
        _ = try await Self.push(machine)
        try await machine.command([], Script([""])).addEnvironment("test")
        try await machine.command().checkOut("dev", of: machine.project(), restoring: false)
        let before = try machine.files()
        await #expect(throws: DeploymentFault.self) {
            try await machine.command(["--env", "test"], Script(["n"])).push(PushFlags.parse([]))
        }
        // The end of the input at the question ends the command as Ctrl-C does.
        await #expect(throws: Ending.inputEnded) {
            try await machine.command(["--env", "test"], Script()).push(PushFlags.parse([]))
        }
        try await machine.command(["--env", "test"]).push(PushFlags.parse(["--dry-run"]))
        #expect(try machine.files() == before)
        let first = try #require(try machine.project().meta?.auth?.outputs["UserPoolId"])
        let results = Script()
        try await machine.command(["--env", "test"], Script(["y"]), results: results).push(PushFlags.parse([]))
        #expect(results.text.hasPrefix("Current Environment: test\n"))
        let project = try machine.project()
        #expect(project.local?.environment == "test" && project.meta?.auth?.outputs["UserPoolId"] != first)
        // The server of the first environment has all resources: there is nothing to agree to.
        try await machine.command(["--env", "dev"], Script()).push(PushFlags.parse([]))
        #expect(try machine.project().meta?.auth?.outputs["UserPoolId"] == first)
    }

    @Test func `a checkout writes the app's files once, and a pool that is gone is a note`() async throws {
        let machine = try await Self.machineWithAuth()
        _ = try await Self.push(machine)
        let first = try #require(try machine.project().meta?.auth?.outputs["UserPoolId"])
        try await machine.command([], Script([""])).addEnvironment("test")
        _ = try await Self.push(machine)
        let person = Script()
        try await machine.command([], person).checkOut("dev", of: machine.project(), restoring: false)
        #expect(person.text.split(separator: "\n").count { $0 == "Written: awsconfiguration.json" } == 1)
        try await machine.command().checkOut("test", of: machine.project(), restoring: false)
        let before = machine.text("awsconfiguration.json")
        let command = try machine.command()
        let pools = try command.backend(of: command.environment("dev", of: machine.project())).userPools
        try await pools.deleteUserPool(DeleteUserPoolRequest(userPoolId: first))
        let second = Script()
        try await machine.command([], second).checkOut("dev", of: machine.project(), restoring: false)
        #expect(second.written.contains("Note: ") && second.written.contains("amplify push"))
        #expect(try machine.project().local?.environment == "dev")
        #expect(machine.text("awsconfiguration.json") == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: machine.home + "/.cache/amplify").isEmpty)
    }

    @Test func `a deletion is confirmed, and removes the folder after the server`() async throws {
        let machine = try await pushedMachine()
        let before = try machine.files()
        await #expect(throws: Refusal.self) {
            try await machine.command([], Script(["n"])).deleteProject(DeletionFlags.parse([]))
        }
        #expect(try machine.files().keys == before.keys)
        try await machine.command([], Script(["y"])).deleteProject(DeletionFlags.parse([]))
        #expect(machine.text("amplify/.config/project-config.json") == nil)
        #expect(machine.text("Package.swift") == "// an app for iOS")
    }

    /// All files and folders below a folder.
    private static func paths(below root: String) -> [String] {
        (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []).sorted()
    }

    @Test func `while a deletion waits for its answer, the folder has no other file than before`() async throws {
        let machine = try await pushedMachine()
        let root = machine.app.path
        let before = Self.paths(below: root)
        let person = Script([Script.Answer { Self.paths(below: root) == before ? "n" : "y" }])
        await #expect(throws: Refusal.self) {
            try await machine.command([], person).deleteProject(DeletionFlags.parse([]))
        }
        #expect(person.asked.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: machine.home + "/.cache/amplify").isEmpty)
    }

    @Test func `the states of an environment are listed, and an earlier one comes back`() async throws {
        let machine = try await pushedMachine()
        try machine.write(
            #"{"updateFlow": "manual", "allowUnauthenticatedIdentities": true, "hostedUI": false}"#, to: "../a")
        try await machine.command(["--answers", "../a"]).updateAuth()
        _ = try await Self.push(machine)
        let history = Script()
        try await machine.command([], results: history).showHistory(json: true)
        let states = try JSONDocument(Array(history.text.utf8)).value["states"]
        guard case .array(let rows)? = states else {
            Issue.record("There is no list of states.")
            return
        }
        #expect(rows.compactMap { $0["stateNumber"] } == [.integer(2), .integer(1)])
        try await machine.command().restore(1)
        #expect(try machine.project().auth?.settings.allowsGuests == false)
    }
}
