// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import ProjectShapes
import Testing

@testable import GatehouseProjects

@Suite struct ProjectTests {
    @Test func `a project has an id of its own, and is listed`() async throws {
        let bench = try await ProjectsBench()
        let made = try await bench.service.createProject(CreateProjectRequest(projectName: "Shop", frontend: "ios"))
        let project = try #require(made.project)
        let id = try #require(project.appId)
        #expect(id.wholeMatch(of: /d[a-z0-9]{13}/) != nil)
        #expect(project.projectName == "Shop" && project.frontend == "ios")
        #expect(project.createdAt == bench.gatehouse.clock.now)
        #expect(try await bench.makeProject() != id)
        let listed = try await bench.service.listProjects(ListProjectsRequest()).projects
        #expect(listed?.count == 2 && listed?.contains(project) == true)
    }

    @Test func `the pages of projects have each project once`() async throws {
        let bench = try await ProjectsBench()
        var made: Set<String> = []
        for _ in 0..<5 { made.insert(try await bench.makeProject()) }
        var found: [String] = []
        var sizes: [Int] = []
        var token: String?
        repeat {
            let page = try await bench.service.listProjects(ListProjectsRequest(maxResults: 2, nextToken: token))
            let ids = try #require(page.projects).compactMap(\.appId)
            found += ids
            sizes.append(ids.count)
            token = page.nextToken
        } while token != nil
        #expect(found.count == 5 && Set(found) == made)
        #expect(sizes == [2, 2, 1])
    }

    @Test func `a project has environments, which are described with the project`() async throws {
        let bench = try await ProjectsBench()
        let project = try await bench.makeProject()
        for name in ["prod", "dev"] { try await bench.makeEnvironment(name, of: project) }
        let listed = try await bench.service.listEnvironments(ListEnvironmentsRequest(appId: project)).environments
        #expect(listed?.compactMap(\.environmentName) == ["dev", "prod"])
        let dev = try await bench.service.describeEnvironment(
            DescribeEnvironmentRequest(appId: project, environmentName: "dev"))
        #expect(dev.project?.appId == project && dev.project?.projectName == "Shop")
        #expect(dev.environment?.authRoleName == "auth" && dev.environment?.unauthRoleName == "unauth")
        #expect(dev.environment?.createdAt == bench.gatehouse.clock.now)
        #expect(dev.environment?.lock == nil && dev.environment?.state == nil)
        let fault = await #expect(throws: ServiceFault.self) { try await bench.makeEnvironment("dev", of: project) }
        #expect(fault?.code == .resourceConflict)
    }

    @Test func `a project or an environment that does not exist is named`() async throws {
        let bench = try await ProjectsBench()
        let project = try await bench.makeProject()
        let noProject = await #expect(throws: ServiceFault.self) {
            try await bench.service.describeEnvironment(
                DescribeEnvironmentRequest(appId: "d0000000000000", environmentName: "dev"))
        }
        #expect(noProject?.code == .resourceNotFound && noProject?.message.contains("d0000000000000") == true)
        let noEnvironment = await #expect(throws: ServiceFault.self) {
            try await bench.lock("prod", of: project)
        }
        #expect(noEnvironment?.code == .resourceNotFound && noEnvironment?.message.contains("prod") == true)
        let noList = await #expect(throws: ServiceFault.self) {
            try await bench.service.listEnvironments(ListEnvironmentsRequest(appId: "d0"))
        }
        #expect(noList?.code == .resourceNotFound)
    }

    @Test func `a project is deleted after its environments, with all that was pushed`() async throws {
        let bench = try await ProjectsBench()
        let project = try await bench.makeProject()
        try await bench.makeEnvironment(of: project)
        let token = try await bench.lock(of: project)
        _ = try await bench.push(["a": "text"], of: project, with: token)
        let refused = await #expect(throws: ServiceFault.self) {
            try await bench.service.deleteProject(DeleteProjectRequest(appId: project))
        }
        #expect(refused?.code == .resourceConflict && refused?.message.contains("dev") == true)
        try await bench.service.deleteEnvironment(
            DeleteEnvironmentRequest(appId: project, environmentName: "dev", lockToken: token))
        #expect(try await bench.missing(["text"], of: project) == ["text"])
        try await bench.service.deleteProject(DeleteProjectRequest(appId: project))
        let gone = await #expect(throws: ServiceFault.self) {
            try await bench.service.deleteProject(DeleteProjectRequest(appId: project))
        }
        #expect(gone?.code == .resourceNotFound)
        #expect(try await bench.service.listProjects(ListProjectsRequest()).projects == [])
    }

    @Test func `an environment that was made again has no states of the former one`() async throws {
        let bench = try await ProjectsBench()
        let project = try await bench.makeProject()
        try await bench.makeEnvironment(of: project)
        let token = try await bench.lock(of: project)
        for _ in 0..<3 { _ = try await bench.push(["a": "text"], of: project, with: token) }
        try await bench.service.deleteEnvironment(
            DeleteEnvironmentRequest(appId: project, environmentName: "dev", lockToken: token))
        try await bench.makeEnvironment(of: project)
        let states = try await bench.service.listStates(ListStatesRequest(appId: project, environmentName: "dev"))
        #expect(states.states == [])
        let lost = await #expect(throws: ServiceFault.self) {
            try await bench.push([:], of: project, with: token)
        }
        #expect(lost?.code == .lockLost)
        let next = try await bench.lock(of: project)
        #expect(try await bench.push([:], of: project, with: next).stateNumber == 1)
    }

    @Test func `a project has at most 50 environments`() async throws {
        let bench = try await ProjectsBench()
        let project = try await bench.makeProject()
        let letters = Array("abcdefghij")
        for number in 0..<ProjectLimits.environments {
            try await bench.makeEnvironment("\(letters[number / 10])\(letters[number % 10])", of: project)
        }
        let fault = await #expect(throws: ServiceFault.self) { try await bench.makeEnvironment("more", of: project) }
        #expect(fault?.code == .limitExceeded)
    }

    @Test func `records outlive a restart of the server`() async throws {
        let bench = try await ProjectsBench()
        let project = try await bench.makeProject()
        try await bench.makeEnvironment(of: project)
        let token = try await bench.lock(of: project)
        let state = try await bench.push(["a": "text"], of: project, with: token)
        let restarted = try bench.gatehouse.restarted()
        let service = restarted.installation.projects.service(for: restarted.administration)
        let answer = try await service.getState(GetStateRequest(appId: project, environmentName: "dev"))
        #expect(answer.state == state)
        #expect(answer.files?.map(\.path) == ["a"])
    }
}
