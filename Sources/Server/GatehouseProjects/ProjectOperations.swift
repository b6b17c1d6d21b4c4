// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseProjectStores
package import GatehouseWire
package import ProjectShapes

// Projects and their environments.
extension ProjectRecordKeeper {
    /// The characters of an id after its first letter.
    private static let idAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789"

    /// Creates a project with a new id.
    /// - Throws: `LimitExceededException`.
    package func createProject(_ request: CreateProjectRequest) async throws(ServiceFault) -> CreateProjectResponse {
        let project = StoredProject(
            id: "d" + records.entropy.characters(13, from: Self.idAlphabet), name: request.projectName,
            frontend: request.frontend, createdAt: records.clock.now)
        try await write { writer in
            guard try writer.projectCount() < ProjectLimits.projects else {
                throw ServiceFault.beyondLimit(
                    "The server has \(ProjectLimits.projects) projects: delete one that is not used any more.")
            }
            try writer.insert(project)
        }
        return CreateProjectResponse(project: ProjectRecord(project))
    }

    /// Lists the projects in pages, in the order of their ids.
    /// - Throws: the fault of a failing store.
    package func listProjects(_ request: ListProjectsRequest) async throws(ServiceFault) -> ListProjectsResponse {
        let limit = request.maxResults ?? ProjectLimits.page
        // One more, which shows whether another page follows.
        let found = try await read { try $0.projects(after: request.nextToken, limit: limit + 1) }
        let page = found.prefix(limit)
        return ListProjectsResponse(
            projects: page.map { ProjectRecord($0) }, nextToken: found.count > limit ? page.last?.id : nil)
    }

    /// Deletes a project without environments, and its files.
    /// - Throws: `ResourceNotFoundException`, `ResourceConflictException` for a project with environments.
    package func deleteProject(_ request: DeleteProjectRequest) async throws(ServiceFault) {
        try await write { writer in
            try writer.knownProject(request.appId)
            let names = try writer.environments(of: request.appId).map(\.name)
            guard names.isEmpty else {
                throw ServiceFault(
                    .resourceConflict,
                    "The project \(request.appId) has the environments \(names.joined(separator: ", ")): delete them "
                        + "first.")
            }
            try writer.removeProject(request.appId)
        }
    }

    /// Adds an environment to a project.
    /// - Throws: `ResourceNotFoundException`, `ResourceConflictException` for a name that is taken,
    ///   `LimitExceededException`.
    package func createEnvironment(
        _ request: CreateEnvironmentRequest
    ) async throws(ServiceFault) -> CreateEnvironmentResponse {
        let now = records.clock.now
        let environment = StoredEnvironment(
            name: request.environmentName, authRole: request.authRoleName, unauthRole: request.unauthRoleName,
            createdAt: now)
        let record = try await write { writer in
            try writer.knownProject(request.appId)
            let names = try writer.environments(of: request.appId).map(\.name)
            guard !names.contains(environment.name) else {
                throw ServiceFault(
                    .resourceConflict,
                    "The project \(request.appId) has an environment \(environment.name) already: choose another name.")
            }
            guard names.count < ProjectLimits.environments else {
                throw ServiceFault.beyondLimit(
                    "The project has \(ProjectLimits.environments) environments: delete one that is not used any more.")
            }
            try writer.insert(environment, of: request.appId)
            return try writer.record(of: environment, in: request.appId, at: now)
        }
        return CreateEnvironmentResponse(environment: record)
    }

    /// Lists the environments of a project with their locks and their newest states.
    /// - Throws: `ResourceNotFoundException`.
    package func listEnvironments(
        _ request: ListEnvironmentsRequest
    ) async throws(ServiceFault) -> ListEnvironmentsResponse {
        let now = records.clock.now
        let environments = try await read { reader in
            try reader.knownProject(request.appId)
            return try reader.environments(of: request.appId).map { environment in
                try reader.record(of: environment, in: request.appId, at: now)
            }
        }
        return ListEnvironmentsResponse(environments: environments)
    }

    /// Describes an environment and its project.
    /// - Throws: `ResourceNotFoundException`.
    package func describeEnvironment(
        _ request: DescribeEnvironmentRequest
    ) async throws(ServiceFault) -> DescribeEnvironmentResponse {
        let now = records.clock.now
        return try await read { reader in
            let project = try reader.knownProject(request.appId)
            let environment = try reader.knownEnvironment(request.environmentName, of: request.appId)
            return DescribeEnvironmentResponse(
                project: ProjectRecord(project),
                environment: try reader.record(of: environment, in: request.appId, at: now))
        }
    }

    /// Deletes an environment that the caller holds, with its states and the files that only they use.
    /// - Throws: `ResourceNotFoundException`, `LockLostException`.
    package func deleteEnvironment(_ request: DeleteEnvironmentRequest) async throws(ServiceFault) {
        let now = records.clock.now
        try await write { writer in
            let environment = try writer.knownEnvironment(request.environmentName, of: request.appId)
            try environment.checkLock(heldWith: request.lockToken, at: now)
            try writer.removeEnvironment(request.environmentName, of: request.appId)
        }
    }
}
