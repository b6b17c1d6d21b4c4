// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseProjects
import GatehouseServer
import GatehouseTesting
import ProjectShapes
import Testing

/// The project records of a server in the test's process, called by an administrator.
struct ProjectsBench {
    let gatehouse: TestGatehouse
    let service: ProjectRecordKeeper

    init() async throws {
        gatehouse = try await TestGatehouse()
        service = gatehouse.installation.projects.service(for: gatehouse.administration)
    }

    /// Creates a project.
    /// - Returns: its id.
    func makeProject(_ name: String = "Shop") async throws -> String {
        let answer = try await service.createProject(CreateProjectRequest(projectName: name, frontend: "ios"))
        return try #require(answer.project?.appId)
    }

    func makeEnvironment(_ name: String = "dev", of project: String) async throws {
        _ = try await service.createEnvironment(
            CreateEnvironmentRequest(
                appId: project, environmentName: name, authRoleName: "auth", unauthRoleName: "unauth"))
    }

    /// Locks an environment.
    /// - Returns: the token of the lock.
    func lock(_ name: String = "dev", of project: String, by holder: String = "ada@one") async throws -> String {
        let answer = try await service.lockEnvironment(
            LockEnvironmentRequest(appId: project, environmentName: name, holder: holder))
        return try #require(answer.lockToken)
    }

    /// Stores the contents of files, and puts a state with them.
    func push(
        _ files: [String: String], to name: String = "dev", of project: String, with token: String,
        expecting number: Int? = nil
    ) async throws -> StateSummary {
        let contents = Set(files.values).map { FileBody(content: Data($0.utf8)) }
        if !contents.isEmpty {
            _ = try await service.putFiles(PutFilesRequest(appId: project, files: contents))
        }
        return try await put(files, to: name, of: project, with: token, expecting: number)
    }

    /// Puts a state whose contents are stored.
    func put(
        _ files: [String: String], to name: String = "dev", of project: String, with token: String,
        expecting number: Int? = nil
    ) async throws -> StateSummary {
        let list = files.map { path, text in
            StateFile(path: path, sha256: Self.hash(text), size: text.utf8.count, program: path.hasSuffix(".sh"))
        }
        let answer = try await service.putState(
            PutStateRequest(
                appId: project, environmentName: name, lockToken: token, expectedStateNumber: number, files: list,
                outputs: "{}", pushedFrom: "one"))
        return try #require(answer.state)
    }

    /// Those of some contents that the project does not have.
    func missing(_ texts: [String], of project: String) async throws -> [String] {
        let hashes = texts.map(Self.hash)
        let answer = try await service.findMissingFiles(FindMissingFilesRequest(appId: project, hashes: hashes))
        let missing = try #require(answer.hashes)
        return texts.filter { missing.contains(Self.hash($0)) }
    }

    static func hash(_ text: String) -> String { Hex.encode(sha256(Array(text.utf8))) }
}
