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
    /// Adds what the questions about a server offer: the profiles of this machine, and the server of the current
    /// environment with its profile.
    ///
    /// - Parameters:
    ///   - circumstances: the circumstances of the questions.
    ///   - project: the project; `nil` for a new one.
    /// - Throws: `ProjectFault` if a file of the project cannot be used.
    func addServerOffers(to circumstances: inout Circumstances, of project: Project?) throws {
        do throws(DeploymentFault) {
            circumstances.offers["profileName"] = try AdministrationCredentials.profiles(
                variables: surroundings.variables)
        } catch {
            // Only a profile that is chosen needs the files, and its use tells the fault.
            circumstances.offers["profileName"] = nil
        }
        if let project, let name = project.local?.environment, project.environment?.gatehouse != nil {
            let current = try environment(name, of: project)
            circumstances.offers["baseURL"] = [current.place.baseURL]
            circumstances.offers["region"] = [current.place.region]
            circumstances.offers["auth"] = [current.profile == nil ? "none" : "profile"]
            if let profile = current.profile, let all = circumstances.offers["profileName"], all.contains(profile) {
                circumstances.offers["profileName"] = [profile] + all.filter { $0 != profile }
            }
        }
    }

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
        let present = project?.appID(at: address)
        let place = try await ProjectRecords(backend).make(
            projectName: project?.config.projectName ?? settings.projectName ?? "amplify",
            frontend: project?.config.frontend ?? settings.frontend ?? .javascript, environment: settings.environment,
            appID: present, entropy: surroundings.entropy)
        let made = EnvironmentRecords(
            place: place, name: settings.environment, hasNewProject: present == nil, backend: backend,
            host: surroundings.host)
        guard let typed else { return made }
        try await keepingRecords(made) {
            try SecretsStore(variables: surroundings.variables, appID: place.appID, environment: settings.environment)
                .keep(typed)
        }
        return made
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
                    Refusal(
                        "The records of the environment \(made.name) stay on the server: \(error)",
                        cure: "An administrator deletes them: DeleteEnvironment of the project \(made.place.appID)."))
            }
            do throws(DeploymentFault) {
                // A typed access key is of no more use.
                try SecretsStore(
                    variables: surroundings.variables, appID: made.place.appID, environment: made.name
                ).remove()
            } catch {
                dialogue.complain(Refusal(error.text, cure: error.cure ?? ""))
            }
            throw error
        }
    }
}

extension Project {
    /// The id of the project's record on a server; `nil` if no environment is there.
    func appID(at address: String) -> String? {
        let places = environments?.environments.sorted { $0.key < $1.key }.compactMap(\.value.gatehouse) ?? []
        return places.first { $0.baseURL == address }?.appID
    }
}
