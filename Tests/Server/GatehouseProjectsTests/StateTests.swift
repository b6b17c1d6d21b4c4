// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseTesting
import GatehouseWire
import ProjectShapes
import Testing

@testable import GatehouseProjects

@Suite struct StateTests {
    private let bench: ProjectsBench
    private let project: String
    private let token: String

    init() async throws {
        bench = try await ProjectsBench()
        project = try await bench.makeProject()
        for name in ["dev", "prod"] { try await bench.makeEnvironment(name, of: project) }
        token = try await bench.lock(of: project)
    }

    private func state(_ number: Int? = nil, of name: String = "dev") async throws -> GetStateResponse {
        try await bench.service.getState(
            GetStateRequest(appId: project, environmentName: name, stateNumber: number))
    }

    private func numbers() async throws -> [Int] {
        let answer = try await bench.service.listStates(ListStatesRequest(appId: project, environmentName: "dev"))
        return try #require(answer.states).compactMap(\.stateNumber)
    }

    @Test func `a state has the pushed files, the outputs, and who pushed when from where`() async throws {
        let contents = ["{}", "#!/bin/sh"].map { FileBody(content: Data($0.utf8)) }
        _ = try await bench.service.putFiles(PutFilesRequest(appId: project, files: contents))
        let files = [
            StateFile(path: "b/run.sh", sha256: ProjectsBench.hash("#!/bin/sh"), size: 9, program: true),
            StateFile(path: "a.json", sha256: ProjectsBench.hash("{}"), size: 2),
        ]
        let answer = try await bench.service.putState(
            PutStateRequest(
                appId: project, environmentName: "dev", lockToken: token, files: files, outputs: #"{"a":"ä"}"#,
                pushedFrom: "Ada’s computer"))
        let made = try #require(answer.state)
        #expect(made.stateNumber == 1 && made.pushedFrom == "Ada’s computer")
        #expect(made.pushedBy == TestGatehouse.administratorKeyID)
        #expect(made.pushedAt == bench.gatehouse.clock.now)
        let list = "a.json\0\(files[1].sha256)\0644\nb/run.sh\0\(files[0].sha256)\0755\n"
        #expect(made.sha256 == ProjectsBench.hash(list))
        let found = try await state()
        #expect(found.state == made && found.outputs == #"{"a":"ä"}"#)
        #expect(found.files?.map(\.path) == ["a.json", "b/run.sh"])
        #expect(found.files?.map(\.program) == [false, true])
        let record = try await bench.service.describeEnvironment(
            DescribeEnvironmentRequest(appId: project, environmentName: "dev"))
        #expect(record.environment?.state == made)
    }

    @Test func `an environment keeps ten states, and the contents that they use`() async throws {
        for number in 1...12 {
            bench.gatehouse.clock.advance(by: 1)
            let files = ["same": "same", "own": "text \(number)"]
            #expect(try await bench.push(files, of: project, with: token).stateNumber == number)
        }
        #expect(try await numbers() == Array((3...12).reversed()))
        let texts = ["same"] + (1...12).map { "text \($0)" }
        #expect(try await bench.missing(texts, of: project) == ["text 1", "text 2"])
        let oldest = try await state(3)
        #expect(oldest.files?.map(\.sha256) == [ProjectsBench.hash("text 3"), ProjectsBench.hash("same")])
        let gone = await #expect(throws: ServiceFault.self) { try await state(2) }
        #expect(gone?.code == .resourceNotFound)
    }

    @Test func `a content that another environment uses stays`() async throws {
        let other = try await bench.lock("prod", of: project)
        _ = try await bench.push(["a": "shared"], to: "prod", of: project, with: other)
        _ = try await bench.push(["a": "shared"], of: project, with: token)
        for number in 1...10 { _ = try await bench.push(["a": "text \(number)"], of: project, with: token) }
        #expect(try await bench.missing(["shared"], of: project) == [])
        try await bench.service.deleteEnvironment(
            DeleteEnvironmentRequest(appId: project, environmentName: "prod", lockToken: other))
        #expect(try await bench.missing(["shared", "text 10"], of: project) == ["shared"])
    }

    @Test func `a push that expects another newest state is refused with the one that there is`() async throws {
        let empty = await #expect(throws: ServiceFault.self) {
            try await bench.push([:], of: project, with: token, expecting: 1)
        }
        #expect(empty?.code == .stateConflict && empty?.members.isEmpty == true)
        let made = try await bench.push(["a": "1"], of: project, with: token)
        #expect(try await bench.push(["a": "2"], of: project, with: token, expecting: 1).stateNumber == 2)
        let late = await #expect(throws: ServiceFault.self) {
            try await bench.push(["a": "3"], of: project, with: token, expecting: made.stateNumber)
        }
        #expect(late?.code == .stateConflict)
        #expect(late?.members["StateNumber"] == 2 && late?.members["PushedFrom"] == "one")
        #expect(late?.members["PushedBy"] == .string(TestGatehouse.administratorKeyID))
        #expect(late?.members["PushedAt"] == WireTimestamp.epochSeconds(bench.gatehouse.clock.now))
        #expect(try await numbers() == [2, 1])
    }

    @Test func `a state needs contents that the project has, in their sizes`() async throws {
        let missing = await #expect(throws: ServiceFault.self) {
            try await bench.put(["folder/a": "never stored"], of: project, with: token)
        }
        #expect(missing?.code == .validation && missing?.message.contains("folder/a") == true)
        _ = try await bench.push(["a": "text"], of: project, with: token)
        let file = StateFile(path: "a", sha256: ProjectsBench.hash("text"), size: 5)
        let wrong = await #expect(throws: ServiceFault.self) {
            try await bench.service.putState(
                PutStateRequest(
                    appId: project, environmentName: "dev", lockToken: token, files: [file], outputs: "{}",
                    pushedFrom: "one"))
        }
        #expect(wrong?.code == .validation)
        #expect(try await numbers() == [1])
        // The contents of another project are not this one's.
        let other = try await bench.makeProject()
        try await bench.makeEnvironment(of: other)
        let otherToken = try await bench.lock(of: other)
        let foreign = await #expect(throws: ServiceFault.self) {
            try await bench.put(["a": "text"], of: other, with: otherToken)
        }
        #expect(foreign?.code == .validation)
    }

    @Test func `nothing is found before the first push`() async throws {
        let fault = await #expect(throws: ServiceFault.self) { try await state() }
        #expect(fault?.code == .resourceNotFound)
        #expect(try await numbers() == [])
    }

    @Test func `an empty folder and an empty file can be pushed`() async throws {
        #expect(try await bench.push([:], of: project, with: token).sha256 == ProjectsBench.hash(""))
        _ = try await bench.push(["a": ""], of: project, with: token)
        let answer = try await bench.service.getFiles(
            GetFilesRequest(appId: project, hashes: [ProjectsBench.hash("")]))
        #expect(answer.files == [StoredFile(sha256: ProjectsBench.hash(""), content: Data())])
    }
}
