// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import GatehouseCrypto
package import GatehouseProject
import GatehouseWire
package import ProjectShapes

/// What the server keeps of projects: the pushed folders, who pushed when, and who holds an environment.
package struct ProjectRecords: Sendable {
    let service: any ProjectRecordsService
    private let backend: Backend
    private var baseURL: String { backend.baseURL }

    /// Names the records of a server.
    package init(_ backend: Backend) {
        service = backend.projects
        self.backend = backend
    }

    // MARK: - Making

    /// Makes the record of a project with its first environment, or an environment of a project.
    ///
    /// The roles themselves are made by the first push. A project is not left without an environment: it is deleted
    /// again if the environment cannot be made.
    ///
    /// - Parameters:
    ///   - projectName: the name of the project.
    ///   - frontend: the type of its app.
    ///   - environment: the name of the environment.
    ///   - appID: the id of the project's record; `nil` makes one.
    ///   - entropy: where five characters of the roles' names come from.
    /// - Returns: the place of the environment, for `team-provider-info.json`.
    /// - Throws: `DeploymentFault`.
    package func make(
        projectName: String, frontend: Frontend, environment: String, appID: String? = nil, entropy: Entropy = .system
    ) async throws(DeploymentFault) -> TeamProviderInfo.Gatehouse {
        let id: String
        if let appID { id = appID } else { id = try await create(projectName, frontend) }
        let suffix = entropy.characters(5, from: "abcdefghijklmnopqrstuvwxyz0123456789")
        let stem = "amplify-\(projectName)-\(environment)-\(suffix)"
        let place = TeamProviderInfo.Gatehouse(
            baseURL: baseURL, region: backend.region, appID: id, authRoleName: "\(stem)-authRole",
            unauthRoleName: "\(stem)-unauthRole")
        do throws(ServiceFault) {
            _ = try await service.createEnvironment(
                CreateEnvironmentRequest(
                    appId: id, environmentName: environment, authRoleName: "\(stem)-authRole",
                    unauthRoleName: "\(stem)-unauthRole"))
            return place
        } catch {
            let fault = DeploymentFault(error, doing: "make the environment \(environment)")
            if appID == nil { try await forget(id, after: fault) }
            throw fault
        }
    }

    private func create(_ name: String, _ frontend: Frontend) async throws(DeploymentFault) -> String {
        let made = try await call("make the project \(name)") { () async throws(ServiceFault) in
            try await service.createProject(CreateProjectRequest(projectName: name, frontend: frontend.rawValue))
        }
        guard let id = made.project?.appId else { throw .incomplete("make the project \(name)") }
        return id
    }

    /// Deletes the record of a project whose environment could not be made.
    private func forget(_ appID: String, after fault: DeploymentFault) async throws(DeploymentFault) {
        do throws(ServiceFault) {
            try await service.deleteProject(DeleteProjectRequest(appId: appID))
        } catch {
            throw DeploymentFault(
                fault.kind, "\(fault.text) The record \(appID) of the project stays without an environment.",
                cure: fault.cure)
        }
    }

    // MARK: - Reading

    /// All projects of the server, at most 1,000.
    ///
    /// - Throws: `DeploymentFault`.
    package func projects() async throws(DeploymentFault) -> [ProjectRecord] {
        var projects: [ProjectRecord] = []
        var token: String?
        repeat {
            let page = try await call("list the projects") { () async throws(ServiceFault) in
                try await service.listProjects(ListProjectsRequest(maxResults: 60, nextToken: token))
            }
            projects += page.projects ?? []
            token = page.nextToken
        } while token != nil && projects.count < 1_000
        return projects
    }

    /// An environment with its newest state and its lock.
    ///
    /// The version of the server is requested only if it does not know the operation.
    ///
    /// - Throws: `DeploymentFault`; of the kind `.refused` if the server does not have the project or the environment, or
    ///   is older than its project records.
    package func environment(
        _ name: String, of appID: String
    ) async throws(DeploymentFault) -> (project: ProjectRecord, environment: EnvironmentRecord) {
        do throws(ServiceFault) {
            let answer = try await service.describeEnvironment(
                DescribeEnvironmentRequest(appId: appID, environmentName: name))
            return (answer.project ?? ProjectRecord(appId: appID), answer.environment ?? EnvironmentRecord())
        } catch {
            let fault = fault(error, doing: "find the environment \(name)", appID: appID)
            guard error.origin == .service, error.code == .unknownOperation else { throw fault }
            throw await withVersion(fault)
        }
    }

    /// The fault of a server that has no project records, with the version that it says it has.
    private func withVersion(_ fault: DeploymentFault) async -> DeploymentFault {
        do throws(DeploymentFault) {
            let version = try await backend.version()
            return DeploymentFault(
                fault.kind, "\(fault.text) Its version is \(DeploymentFault.sentence(version))", cure: fault.cure)
        } catch {
            // A server that does not say its version is older still; without an answer, the first fault says enough.
            return error.kind == .refused ? error : fault
        }
    }

    /// The environments of a project.
    ///
    /// - Throws: `DeploymentFault`; of the kind `.refused` if the server does not have the project.
    package func environments(of appID: String) async throws(DeploymentFault) -> [EnvironmentRecord] {
        if let environments = try await environmentsIfKnown(of: appID) { return environments }
        throw unknown(appID, doing: "list the environments")
    }

    /// The environments of a project; `nil` if the server does not have the project.
    ///
    /// - Throws: `DeploymentFault` of any other fault.
    package func environmentsIfKnown(of appID: String) async throws(DeploymentFault) -> [EnvironmentRecord]? {
        do throws(ServiceFault) {
            return try await service.listEnvironments(ListEnvironmentsRequest(appId: appID)).environments ?? []
        } catch {
            guard error.origin == .service, error.code == .resourceNotFound else {
                throw DeploymentFault(error, doing: "list the environments")
            }
            return nil
        }
    }

    /// The states of an environment that the server has, the newest first: `amplify env history`.
    ///
    /// - Throws: `DeploymentFault`.
    package func history(of environment: String, of appID: String) async throws(DeploymentFault) -> [StateSummary] {
        do throws(ServiceFault) {
            let request = ListStatesRequest(appId: appID, environmentName: environment)
            let states = try await service.listStates(request).states ?? []
            return states.sorted { ($0.stateNumber ?? 0) > ($1.stateNumber ?? 0) }
        } catch {
            throw fault(error, doing: "list the states of \(environment)", appID: appID)
        }
    }

    // MARK: - Deleting

    /// Deletes the record of an environment, which this tool holds by a lock; what the environment has on the server is
    /// deleted before, see `PushRun.deletion(deletesUsers:)`.
    ///
    /// - Throws: `DeploymentFault`.
    func deleteEnvironment(_ name: String, of appID: String, lockToken: String) async throws(DeploymentFault) {
        do throws(ServiceFault) {
            try await service.deleteEnvironment(
                DeleteEnvironmentRequest(appId: appID, environmentName: name, lockToken: lockToken))
        } catch {
            // It is gone already: an answer was lost.
            guard error.code != .resourceNotFound else { return }
            throw DeploymentFault(error, doing: "delete the record of the environment \(name)")
        }
    }

    /// Deletes the record of a project without environments.
    ///
    /// - Throws: `DeploymentFault`.
    package func deleteProject(_ appID: String) async throws(DeploymentFault) {
        do throws(ServiceFault) {
            try await service.deleteProject(DeleteProjectRequest(appId: appID))
        } catch {
            guard error.code != .resourceNotFound else { return }
            throw DeploymentFault(error, doing: "delete the record of the project")
        }
    }

    // MARK: - Faults

    /// The fault of a call, where an unknown project may be a sign of another server.
    func fault(_ error: ServiceFault, doing what: String, appID: String) -> DeploymentFault {
        guard error.origin == .service, error.code == .resourceNotFound else {
            return DeploymentFault(error, doing: what)
        }
        return unknown(appID, doing: what)
    }

    /// The fault of a server that does not have a project or an environment of it.
    private func unknown(_ appID: String, doing what: String) -> DeploymentFault {
        DeploymentFault(
            .refused,
            "The server at \(baseURL) could not \(what): it does not have it for the project \(appID). Another server "
                + "than before may answer at this address, or the environment was deleted there. Nothing was changed.",
            cure: "Check BaseURL and AppId in amplify/team-provider-info.json. If the server was replaced by an empty "
                + "one, remove the entries of the environments there from that file, then run amplify init --server "
                + "\(baseURL) and amplify push: they make everything anew, without the former users.")
    }

    private func call<Answer>(
        _ what: String, _ body: () async throws(ServiceFault) -> Answer
    ) async throws(DeploymentFault) -> Answer {
        do throws(ServiceFault) {
            return try await body()
        } catch {
            throw DeploymentFault(error, doing: what)
        }
    }
}

extension DeploymentFault {
    /// The fault of an answer without a member that it must have.
    static func incomplete(_ what: String) -> DeploymentFault {
        DeploymentFault(
            .unreachable, "The server's answer to the request to \(what) is incomplete.",
            cure: "Check that the server and this tool have the same version.")
    }
}
