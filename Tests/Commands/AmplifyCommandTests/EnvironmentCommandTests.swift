// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject
import Testing

@testable import AmplifyCommand

/// What `env`, `status` and the other commands say when they need no server, or reach none.
@Suite struct EnvironmentCommandTests {
    @Test func `the list has a star at the current environment, and all as JSON`() throws {
        let machine = try Machine.withProject()
        let (table, json) = (Script(), Script())
        try machine.command([], results: table).listEnvironments(details: false, json: false)
        #expect(table.text == "Environments\n*dev\n")
        try machine.command([], results: json).listEnvironments(details: true, json: true)
        let document = try JSONDocument(Array(json.text.utf8))
        let first = document.value["environments"]
        let expected: JSONValue = [
            [
                "name": "dev", "current": true, "BaseURL": "http://localhost:9229", "Region": "us-east-1",
                "AppId": "dabcdefghijklm", "AuthRoleName": "a", "UnauthRoleName": "b",
            ]
        ]
        #expect(first == expected)
    }

    @Test func `an environment shows where it is, and an unknown one what lists the others`() throws {
        let machine = try Machine.withProject()
        let results = Script()
        try machine.command([], results: results).showEnvironment(nil, json: false)
        #expect(results.text.hasPrefix("dev (current)\n") && results.text.contains("AppId: dabcdefghijklm"))
        let fault = #expect(throws: DeploymentFault.self) { try machine.command().showEnvironment("prod", json: false) }
        #expect(fault?.cure?.contains("amplify env list") == true)
    }

    @Test func `the current environment cannot be removed`() async throws {
        let machine = try Machine.withProject()
        let flags = try DeletionFlags.parse(["--force"])
        let refusal = await #expect(throws: Refusal.self) {
            try await machine.command(["--yes"]).removeEnvironment("dev", flags)
        }
        #expect(refusal?.cure.contains("amplify env checkout") == true)
    }

    @Test func `without the server, status compares with the last push and says so`() async throws {
        let machine = try Machine.withProject()
        try await machine.command(["--yes"]).addAuth()
        let (person, results) = (Script(), Script())
        try await machine.command([], person, results: results).showStatus(of: nil, verbose: false, json: false)
        let name = try #require(try machine.project().auth).name
        #expect(results.text.hasPrefix("Current Environment: dev\n"))
        #expect(
            results.written.contains("Auth") && results.written.contains(name) && results.written.contains("Create"))
        #expect(person.written.contains("no answer") && person.written.contains("last push"))
    }

    @Test func `without the server, a push ends with the status for that and changes nothing`() async throws {
        let machine = try Machine.withProject()
        try await machine.command(["--yes"]).addAuth()
        let before = try machine.files()
        let fault = await #expect(throws: DeploymentFault.self) {
            try await machine.command(["--yes"]).push(PushFlags.parse([]))
        }
        #expect(fault.map { CommandFailure($0).status } == 69)
        #expect(try machine.files() == before)
    }

    @Test func `an init without the server leaves the folder as it was`() async throws {
        let machine = try Machine()
        try machine.write("let app = 1", to: "Package.swift")
        let before = try machine.files()
        let fault = await #expect(throws: DeploymentFault.self) {
            try await machine.command(["--yes"]).initialize(amplify: nil, frontend: nil, providers: nil)
        }
        #expect(fault.map { CommandFailure($0).status } == 69)
        #expect(try machine.files() == before)
    }

    @Test func `an init in a folder inside a project is refused with the project's folder`() async throws {
        let machine = try Machine.withProject()
        try machine.write("", to: "App/main.swift")
        let refusal = await #expect(throws: Refusal.self) {
            try await machine.command(["--yes"], in: "App").initialize(amplify: nil, frontend: nil, providers: nil)
        }
        #expect(refusal?.text.contains("inside the project") == true)
    }

    @Test func `unknown members of an init's objects are flaws, each with its place`() async throws {
        let machine = try Machine()
        let flaws = await #expect(throws: HeadlessFlaws.self) {
            try await machine.command(["--yes"]).initialize(
                amplify: #"{"projectName": "shop", "name": 1}"#, frontend: #"{"type": "ios"}"#, providers: nil)
        }
        #expect(flaws?.flaws.count == 2)
    }
}
