// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProject
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import GatehouseDeployment

@Suite(.hangLimit)
struct TriggerProgramTests {
    private static let arn = "arn:aws:lambda:us-east-1:123456789012:function:shop1a2b3c4dPreSignup-dev"
    private static let function = "amplify/backend/function/shop1a2b3c4dPreSignup"

    private func machine() async throws -> Machine {
        let machine = try await Machine.withAuth()
        try machine.setAuth { $0.triggers = ["PreSignup": ["custom"]] }
        return machine
    }

    @Test func `a server in production gets no program, and the push says what to add`() async throws {
        let machine = try await machine()
        let plan = try await machine.run().plan(force: false)
        #expect(plan.obstacles.contains { $0.text.contains(Self.arn) })
        machine.network.restart()
        let fault = try await Machine.fault { try await machine.push() }
        #expect(fault.kind == .refused)
        #expect(fault.cure?.contains("GATEHOUSE_TRIGGERS") == true)
        try machine.write(#"{"arn": "\#(Self.arn)"}"#, to: "\(Self.function)/endpoint.json")
        try await machine.push()
        try await machine.expectCompleteOnce()
    }

    @Test func `a development server on this machine gets the program in its own file`() async throws {
        let machine = try await machine()
        let other = try TemporaryFolder()
        let file = other.path("triggers.json")
        try Data(#"{"functions": {"arn:other": {"program": ["/bin/true"]}}}"#.utf8).write(to: URL(filePath: file))
        machine.network.serve(#"{"triggersFile": "\#(file)"}"#, at: "/")
        try await machine.push()
        let document = try JSONDocument(Array(try Data(contentsOf: URL(filePath: file))))
        let program = machine.folder.root.appending(path: "\(Self.function)/src/trigger.py").path
        #expect(document[JSONPointer(["functions", Self.arn, "program"])] == .strings([program]))
        #expect(document[JSONPointer(["functions", "arn:other", "program"])] != nil)
        try await machine.expectCompleteOnce()

        // An entry that another program took out comes back.
        try Data("{}".utf8).write(to: URL(filePath: file))
        let run = try await machine.run()
        let plan = try await run.plan(force: false)
        #expect(try !run.isUpToDate(plan))
        try await machine.push()
        #expect(
            try JSONDocument(Array(try Data(contentsOf: URL(filePath: file))))[
                JSONPointer(["functions", Self.arn, "program"])] != nil)
    }

    @Test func `a trigger that the project gives up leaves no entry in the server's file`() async throws {
        let machine = try await machine()
        let other = try TemporaryFolder()
        let file = other.path("triggers.json")
        machine.network.serve(#"{"triggersFile": "\#(file)"}"#, at: "/")
        try await machine.push()
        let place = JSONPointer(["functions", Self.arn])
        #expect(try JSONDocument(Array(try Data(contentsOf: URL(filePath: file))))[place] != nil)
        try machine.setAuth { $0.triggers = [:] }
        try await machine.push()
        #expect(try JSONDocument(Array(try Data(contentsOf: URL(filePath: file))))[place] == nil)
        try await machine.expectCompleteOnce()
    }

    @Test func `another file of this user is not written, even if the server names it as its own`() async throws {
        let machine = try await machine()
        let other = try TemporaryFolder()
        let file = other.path("settings.json")
        let content = Data(#"{"functions": {}, "editor": "vi"}"#.utf8)
        try content.write(to: URL(filePath: file))
        machine.network.serve(#"{"triggersFile": "\#(file)"}"#, at: "/")
        let fault = try await Machine.fault { try await machine.push() }
        #expect(fault.kind == .unusable && fault.text.contains(file))
        #expect(try Data(contentsOf: URL(filePath: file)) == content)
    }

    @Test func `a function without a program is an obstacle`() async throws {
        let machine = try await machine()
        machine.network.serve(#"{"triggersFile": "/tmp/none/triggers.json"}"#, at: "/")
        try FileManager.default.removeItem(at: machine.folder.root.appending(path: "\(Self.function)/src"))
        let plan = try await machine.run().plan(force: false)
        #expect(plan.obstacles.contains { $0.text.contains("has no program") })
    }
}
