// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject
import GatehouseWire
import ProjectShapes

/// The records of a new environment on its server, before a file of the folder names them.
struct EnvironmentRecords {
    /// Where the environment is.
    let place: TeamProviderInfo.Gatehouse
    /// The name of the environment.
    let name: String
    /// Whether the project's record was made with it.
    let hasNewProject: Bool
    /// The services of the server.
    let backend: Backend
    /// The name of this machine.
    let host: String

    /// Removes the records.
    ///
    /// - Throws: `DeploymentFault`.
    func remove() async throws(DeploymentFault) {
        let (projects, appID) = (backend.projects, place.appID)
        do throws(ServiceFault) {
            let lock = try await projects.lockEnvironment(
                LockEnvironmentRequest(appId: appID, environmentName: name, holder: host))
            try await projects.deleteEnvironment(
                DeleteEnvironmentRequest(appId: appID, environmentName: name, lockToken: lock.lockToken ?? ""))
            if hasNewProject { try await projects.deleteProject(DeleteProjectRequest(appId: appID)) }
        } catch {
            throw DeploymentFault(error, doing: "remove the records of the environment \(name)")
        }
    }
}

extension ProjectCommand {
    /// Makes the records of an environment, and of its project unless the server has one already.
    ///
    /// - Parameters:
    ///   - settings: what the questions of `init` or `env add` decided.
    ///   - project: the project; `nil` for a new one.
    /// - Returns: the records.
    /// - Throws: `DeploymentFault`; no record is left then.
    func makeEnvironment(_ settings: InitSettings, of project: Project?) async throws -> EnvironmentRecords {
        let address = options.server ?? settings.baseURL ?? InitTable.developmentAddress
        let typed = settings.accessKeys.map { SigningCredentials(accessKeyID: $0.id, secretAccessKey: $0.secret) }
        let backend =
            if let typed {
                try servers.backend(address, region: settings.region, credentials: typed)
            } else {
                try servers.backend(address, region: settings.region, profile: settings.profile)
            }
        let version = try await backend.version()
        say("The server \(address) has the version \(version).")
        let name = project?.config.projectName ?? settings.projectName ?? "amplify"
        let present = project?.environments?.environments.values.lazy.compactMap(\.gatehouse)
            .first { $0.baseURL == address }?.appID
        let suffix = surroundings.entropy.characters(5, from: "abcdefghijklmnopqrstuvwxyz0123456789")
        let role = "amplify-\(name.lowercased())-\(settings.environment)-\(suffix)"
        let frontend = project?.config.frontend ?? settings.frontend
        let appID =
            if let present { present } else { try await makeProject(name, frontend, on: backend) }
        let place = TeamProviderInfo.Gatehouse(
            baseURL: address, region: settings.region, appID: appID, authRoleName: "\(role)-authRole",
            unauthRoleName: "\(role)-unauthRole")
        do throws(ServiceFault) {
            _ = try await backend.projects.createEnvironment(
                CreateEnvironmentRequest(
                    appId: appID, environmentName: settings.environment, authRoleName: "\(role)-authRole",
                    unauthRoleName: "\(role)-unauthRole"))
        } catch {
            if present == nil { try? await backend.projects.deleteProject(DeleteProjectRequest(appId: appID)) }
            throw DeploymentFault(error, doing: "make the environment \(settings.environment)")
        }
        let made = EnvironmentRecords(
            place: place, name: settings.environment, hasNewProject: present == nil, backend: backend,
            host: surroundings.host)
        guard let typed else { return made }
        try await keepingRecords(made) {
            try SecretsStore(variables: surroundings.variables, appID: appID, environment: settings.environment)
                .keep(typed)
        }
        return made
    }

    private func makeProject(
        _ name: String, _ frontend: Frontend?, on backend: Backend
    ) async throws(DeploymentFault) -> String {
        let appID: String?
        do throws(ServiceFault) {
            appID = try await backend.projects.createProject(
                CreateProjectRequest(projectName: name, frontend: frontend?.rawValue)
            ).project?.appId
        } catch {
            throw DeploymentFault(error, doing: "make the project \(name)")
        }
        guard let appID else { throw DeploymentFault(.refused, "The server made a project without an id.") }
        return appID
    }

    /// Writes what names new records, and removes the records if that fails.
    ///
    /// - Throws: the error of the writing.
    func keepingRecords(_ made: EnvironmentRecords, _ write: () throws -> Void) async throws {
        do {
            try write()
        } catch {
            do throws(DeploymentFault) {
                try await made.remove()
            } catch {
                dialogue.complain(
                    Refusal("The records of the environment \(made.name) stay on the server: \(error)", cure: ""))
            }
            throw error
        }
    }
}
