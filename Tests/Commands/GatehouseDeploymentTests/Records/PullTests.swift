// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseProject
import GatehouseTestSupport
import GatehouseTesting
import ProjectShapes
import Testing

@testable import GatehouseDeployment

@Suite(.hangLimit)
struct PullTests {
    private static let hook = "amplify/hooks/pre-push.sh"

    @Test func `a pull into an empty folder gives the same folder, and a push there has nothing to do`() async throws {
        let first = try await Machine.withAuth()
        try first.write("#!/bin/sh\n", to: Self.hook)
        try first.folder.setProgram(true, Self.hook)
        try await first.push()
        let second = try Machine(first.gatehouse, host: "grace@two")
        let result = try await second.pull(try first.place())
        #expect(result.stateNumber == 1)
        #expect(result.keptCopy == nil)
        #expect(try PushedFolder(second.folder) == PushedFolder(first.folder))
        #expect(try second.folder.isProgram(Self.hook))
        #expect(try second.text(ProjectPaths.meta) == first.text(ProjectPaths.meta))
        for file in ["awsconfiguration.json", "amplifyconfiguration.json", ".gitignore"] {
            #expect(try second.text(file) == first.text(file), "\(file)")
        }
        try await second.expectCompleteOnce()
        #expect(try await second.push().stateNumber == 1)
    }

    @Test func `a folder that is behind is refused with its differing files, and overwrites on demand`() async throws {
        let first = try await Machine.pushed()
        let second = try Machine(first.gatehouse, host: "grace@two")
        try await second.pull(try first.place())
        try first.write("one", to: Self.hook)
        try await first.push()
        try second.write("two", to: "amplify/hooks/post-push.sh")
        let fault = try await Machine.fault { try await second.push() }
        #expect(fault.kind == .refused)
        #expect(fault.text.contains(Self.hook) && fault.text.contains("amplify/hooks/post-push.sh"))
        #expect(fault.text.contains("ada@one"))
        #expect(try await second.run().staleness == fault)
        #expect(try await second.push(force: true).stateNumber == 3)
        try await second.expectCompleteOnce()
    }

    @Test func `a pull names the files with work that it overwrites, and keeps a copy of them`() async throws {
        let first = try await Machine.withAuth()
        try first.write("first", to: Self.hook)
        try await first.push()
        let second = try Machine(first.gatehouse)
        try await second.pull(try first.place())
        try first.write("changed", to: Self.hook)
        try first.write("new", to: "amplify/hooks/post-push.sh")
        try await first.push()

        try second.write("my work", to: Self.hook)
        try second.write("my file", to: "amplify/hooks/mine.sh")
        let pull = try await Pull(
            into: second.folder, from: try first.place(), environment: "dev", backend: try second.backend())
        #expect(pull.changedFiles == ["amplify/hooks/mine.sh", "amplify/hooks/post-push.sh", Self.hook])
        #expect(pull.overwrittenFiles == ["amplify/hooks/mine.sh", Self.hook])
        #expect(try second.text(Self.hook) == "my work")
        let result = try await pull.apply(
            profile: nil, variables: second.variables, now: second.gatehouse.clock.now)
        let copy = try #require(result.keptCopy)
        #expect(try second.text(Self.hook) == "changed")
        #expect(try second.text("amplify/hooks/mine.sh") == nil)
        #expect(try second.text("\(copy)/hooks/pre-push.sh") == "my work")
        #expect(try second.text("\(copy)/hooks/mine.sh") == "my file")
        #expect(try PushedFolder(second.folder) == PushedFolder(first.folder))
        try await second.expectCompleteOnce()
    }

    @Test func `an older state comes back with the present ids, and a push makes it the newest`() async throws {
        let machine = try await Machine.pushed()
        let inputs = try machine.text(ProjectPaths.auth(Machine.resource, "cli-inputs.json"))
        try machine.setAuth { $0.allowsGuests = true }
        try await machine.push()
        #expect(try machine.text(ProjectPaths.auth(Machine.resource, "cli-inputs.json")) != inputs)
        let result = try await machine.pull(try machine.place(), state: 1)
        #expect(result.stateNumber == 1)
        #expect(try machine.text(ProjectPaths.auth(Machine.resource, "cli-inputs.json")) == inputs)
        let plan = try await machine.run().plan(force: false)
        #expect(!plan.isEmpty)
        #expect(try await machine.push().stateNumber == 3)
        try await machine.expectCompleteOnce()
    }

    @Test func `states are listed, the newest first, and one that is not kept is refused`() async throws {
        let machine = try await Machine.withAuth()
        for number in 1...12 {
            try machine.write("\(number)", to: Self.hook)
            #expect(try await machine.push().stateNumber == number)
        }
        let appID = try machine.place().appID
        let history = try await ProjectRecords(try machine.backend()).history(of: "dev", of: appID)
        #expect(history.first?.stateNumber == 12)
        #expect((10...11).contains(history.count))
        let place = try machine.place()
        let fault = try await Machine.fault { try await machine.pull(place, state: 1) }
        #expect(fault.kind == .refused)
        #expect(try machine.text(Self.hook) == "12")
    }

    @Test func `environments of this machine stay in the shared file`() async throws {
        let first = try await Machine.pushed()
        let second = try Machine(first.gatehouse)
        try await second.pull(try first.place())
        var team = try #require(try second.folder.document(ProjectPaths.teamProviderInfo))
        try team.set(["gatehouse": ["BaseURL": "http://localhost:1"]], at: "/mine")
        try second.write(String(decoding: team.bytes, as: UTF8.self), to: ProjectPaths.teamProviderInfo)
        let pull = try await Pull(
            into: second.folder, from: try first.place(), environment: "dev", backend: try second.backend())
        #expect(pull.changedFiles.isEmpty)
    }

    @Test func `the app's files alone leave no project`() async throws {
        let first = try await Machine.pushed()
        let second = try Machine(first.gatehouse)
        try second.write(#"{"Mine": 1}"#, to: "awsconfiguration.json")
        let scratch = second.folder.root.appending(path: "scratch")
        let files = try await Pull.appFiles(
            into: second.folder, from: try first.place(), environment: "dev", backend: try second.backend(),
            variables: second.variables, scratch: scratch)
        #expect(files.contains("awsconfiguration.json"))
        #expect(try second.text("awsconfiguration.json")?.contains("Mine") == true)
        #expect(try second.folder.names("") == files.sorted())
        #expect(!FileManager.default.fileExists(atPath: scratch.path))
    }

    @Test func `work that comes while a person reads what a pull overwrites is not overwritten`() async throws {
        let first = try await Machine.withAuth()
        try first.write("first", to: Self.hook)
        try await first.push()
        let second = try Machine(first.gatehouse)
        try await second.pull(try first.place())
        try first.write("changed", to: Self.hook)
        try await first.push()
        let pull = try await Pull(
            into: second.folder, from: try first.place(), environment: "dev", backend: try second.backend())
        #expect(pull.overwrittenFiles.isEmpty)
        try second.write("my work", to: Self.hook)
        let fault = try await Machine.fault {
            _ = try await pull.apply(profile: nil, variables: second.variables, now: second.gatehouse.clock.now)
        }
        #expect(fault.kind == .refused)
        #expect(try second.text(Self.hook) == "my work")
    }

    @Test func `a pull that fails leaves the secrets of an old project, and files that no push sends`() async throws {
        let first = try await Machine.pushed()
        let second = try Machine(first.gatehouse)
        try await second.pull(try first.place())
        var team = try #require(try second.folder.document(ProjectPaths.teamProviderInfo))
        try team.set(
            .string(#"[{"ProviderName":"Facebook","client_secret":"fb-old-secret"}]"#),
            at: JSONPointer(["dev", "categories", "auth", Machine.resource, "hostedUIProviderCreds"]))
        try second.write(String(decoding: team.bytes, as: UTF8.self), to: ProjectPaths.teamProviderInfo)
        // A folder is where the state has a file.
        try first.write("x", to: "amplify/zz")
        try await first.push()
        try second.write("built", to: "amplify/zz/build/x")
        let place = try first.place()
        let fault = try await Machine.fault { try await second.pull(place) }
        #expect(fault.kind == .unusable)
        #expect(fault.text.contains("The project is as before."))
        #expect(try second.text(ProjectPaths.teamProviderInfo)?.contains("fb-old-secret") == true)
        #expect(try second.text("amplify/zz/build/x") == "built")
    }

    @Test func `nothing can be pulled before the first push`() async throws {
        let first = try await Machine.withAuth()
        let second = try Machine(first.gatehouse)
        let place = try first.place()
        let fault = try await Machine.fault { try await second.pull(place) }
        #expect(fault.kind == .refused)
        #expect(try second.folder.names("").isEmpty)
    }

    // MARK: - Deletion

    @Test func `a deletion leaves a pool that was imported, whatever its tags`() async throws {
        let machine = try await Machine.pushed()
        var meta = try #require(try machine.folder.document(ProjectPaths.meta))
        try meta.set(.string("imported"), at: JSONPointer(["auth", Machine.resource, "serviceType"]))
        try machine.write(String(decoding: meta.bytes, as: UTF8.self), to: ProjectPaths.meta)
        let plan = try await machine.run().deletion(deletesUsers: true)
        #expect(plan.steps.map { $0.title } == ["Unlink the user pool shop_userpool-dev"])
        #expect(plan.losses.isEmpty)
    }

    @Test func `a deletion that was killed goes on from the records of the server`() async throws {
        let machine = try await Machine.pushed()
        var run = try await machine.run()
        let plan = try await run.deletion(deletesUsers: false)
        let last = plan.steps.count - 1
        #expect(last > 0)
        run.isKilled = { $0 == .step(last) }
        let killed = run
        let fault = try await Machine.fault { _ = try await killed.delete(plan, accepted: []) { _ in } }
        #expect(fault == PushRun.killed)

        machine.gatehouse.clock.advance(by: 601)
        let second = try Machine(machine.gatehouse, host: "grace@two")
        let pull = try await Pull(
            into: second.folder, from: try machine.place(), environment: "dev", backend: try second.backend())
        let result = try await pull.apply(
            profile: nil, variables: second.variables, now: second.gatehouse.clock.now, writesAppFiles: false)
        #expect(result.appFiles.isEmpty)
        let rest = try await second.run()
        _ = try await rest.delete(try await rest.deletion(deletesUsers: false), accepted: []) { _ in }
        let backend = try second.backend()
        #expect(try await ProjectRecords(backend).environments(of: try machine.place().appID).isEmpty)
        let pools = try await backend.userPools.listUserPools(ListUserPoolsRequest(maxResults: 60)).userPools ?? []
        #expect(pools.isEmpty)
        let identityPools = try await backend.identityPools.listIdentityPools(ListIdentityPoolsInput(maxResults: 60))
        #expect(identityPools.identityPools?.isEmpty != false)
    }

    @Test func `a deleted environment leaves nothing on the server, and its project can be deleted`() async throws {
        let machine = try await Machine.pushed()
        let run = try await machine.run()
        let plan = try await run.deletion(deletesUsers: false)
        #expect(plan.losses.isEmpty)
        _ = try await run.delete(plan, accepted: []) { _ in }
        let backend = try machine.backend()
        let place = try machine.place()
        let records = ProjectRecords(backend)
        #expect(try await records.environments(of: place.appID).isEmpty)
        try await records.deleteProject(place.appID)
        let fault = try await Machine.fault { _ = try await records.environments(of: place.appID) }
        #expect(fault.kind == .refused)
        #expect(try machine.folder.localGatehouse("dev") == LocalGatehouse())
    }
}
