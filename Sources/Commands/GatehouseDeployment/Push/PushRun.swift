// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseClient
package import GatehouseCrypto
package import GatehouseProject
package import ProjectShapes
import Synchronization

/// A push of a project to an environment: what was read of the folder and of the server's records, the plan, and the run.
///
/// Nothing is changed before `apply(_:accepted:overwriting:stop:progress:)`.
package struct PushRun: Sendable {
    /// The project as its folder has it.
    package let project: Project
    /// The name of the environment.
    package let environment: String
    /// The server.
    package let backend: Backend
    /// The record of the environment, with its newest state and its lock.
    package let record: EnvironmentRecord

    let settings: EnvironmentSettings
    let records: ProjectRecords
    let keeper: FolderKeeper
    let local: LocalGatehouse
    let pushed: PushedFolder
    let ids: KnownIDs
    /// The resources of the last push.
    let former: Set<ResourceName>
    /// The resources of the last push that were imported.
    let formerImports: Set<ResourceName>
    let relation: Relation
    private let isCheckedOut: Bool
    let variables: [String: String]
    let host: String
    let clock: ClientClock
    let entropy: Entropy
    private let planned = PlannedState()

    /// The folder that keeps the lock's tokens; `nil` for the folder of the project.
    ///
    /// The project of a deletion is in a folder that does not last as long as the lock may.
    package var lockFolder: ProjectFolder?

    var lockKeeper: FolderKeeper {
        lockFolder.map { FolderKeeper(folder: $0, environment: environment, place: settings.place) } ?? keeper
    }

    /// Whether a test kills the process at a point of the push.
    var isKilled: @Sendable (PushPoint) -> Bool = { _ in false }

    /// How the folder relates to the newest state of the server.
    enum Relation: Sendable, Equatable {
        /// Nothing was pushed yet.
        case first
        /// The folder follows the newest state; `isRecorded` says whether it is equal to it.
        case current(isRecorded: Bool)
        /// Others pushed since this folder was pushed or pulled; the files differ.
        case behind([String])
    }

    /// Reads a project, its secrets, and the record of the environment.
    ///
    /// - Parameters:
    ///   - folder: the folder of the project.
    ///   - environment: the name of the environment; `nil` for the one that this machine works in.
    ///   - isCheckedOut: whether the folder works in the environment. Else the plan is that of the folder after
    ///     `amplify env checkout`, which writes nothing: after the person agreed, the folder is switched, and read again.
    ///   - variables: the variables of the process, for the places of secrets and programs.
    ///   - backend: makes the services of the server for the place of the environment.
    ///   - host: this machine and its user, for others who find the environment locked.
    ///   - clock: measures the time between renewals of the lock.
    ///   - entropy: the source of names of lock requests.
    /// - Throws: `DeploymentFault` if a file cannot be used, or if the server cannot be reached, is older, is another one
    ///   than before, or does not know the project.
    package init(
        folder: ProjectFolder, environment: String?, isCheckedOut: Bool = true, variables: [String: String],
        backend: @Sendable (TeamProviderInfo.Gatehouse) throws(DeploymentFault) -> Backend, host: String,
        clock: ClientClock = .system, entropy: Entropy = .system
    ) async throws(DeploymentFault) {
        let project = try checked { () throws(ProjectFault) in try Project(folder) }
        let found = try EnvironmentSettings(environment, of: project, variables: variables)
        let backend = try backend(found.place)
        let records = ProjectRecords(backend)
        let answer = try await records.environment(found.name, of: found.place.appID)
        if let name = answer.project.projectName, name != project.config.projectName {
            throw DeploymentFault(
                .refused,
                "The id \(found.place.appID) is that of the project \(name) at \(backend.baseURL), and this project is "
                    + "\(project.config.projectName). Nothing was changed.",
                cure: "Correct AppId in amplify/team-provider-info.json, or make an environment: amplify env add.")
        }
        let settings = found.with(roles: answer.environment)
        let keeper = FolderKeeper(folder: folder, environment: found.name, place: settings.place)
        var local = try keeper.local()
        // A checkout takes the ids of the newest state, and keeps the project's files.
        if !isCheckedOut, let newest = answer.environment.state?.stateNumber { local.stateNumber = newest }
        let meta = try keeper.knownMeta()
        let pushed = try PushedFolder(folder)
        var (relation, state): (Relation, RecordedState?) = (.first, nil)
        if let newest = answer.environment.state?.stateNumber {
            if local.stateNumber == newest, meta != nil {
                relation = .current(isRecorded: local.folder == pushed.digest)
            } else if let recorded = try await records.state(of: found.name, of: found.place.appID) {
                let differing = pushed.differences(from: recorded.files)
                relation =
                    differing.isEmpty || local.stateNumber == newest
                    ? .current(isRecorded: differing.isEmpty) : .behind(differing)
                state = recorded
            }
        }
        let resources = try Self.resources(meta, state)
        self.project = project
        self.environment = found.name
        self.backend = backend
        self.record = answer.environment
        self.settings = settings
        self.records = records
        self.keeper = keeper
        self.local = local
        self.pushed = pushed
        self.ids = resources.ids
        self.former = resources.former
        self.formerImports = resources.imports
        self.relation = relation
        self.isCheckedOut = isCheckedOut
        self.variables = variables
        self.host = host
        self.clock = clock
        self.entropy = entropy
    }

    /// The resources of the last push with their ids: this machine's, and a newer state's, which win.
    private static func resources(
        _ meta: BackendConfig?, _ state: RecordedState?
    ) throws(DeploymentFault) -> (ids: KnownIDs, former: Set<ResourceName>, imports: Set<ResourceName>) {
        var metas = [meta].compactMap(\.self)
        if let outputs = state?.outputs {
            do throws(JSONFlaw) {
                metas.append(try BackendConfig(outputs))
            } catch {
                throw DeploymentFault(
                    .refused, "The server's list of resources cannot be read: \(error.problem)",
                    cure: "Push again from a folder that has the project: amplify push --force.")
            }
        }
        var ids = KnownIDs()
        var (former, imports): (Set<ResourceName>, Set<ResourceName>) = ([], [])
        for meta in metas {
            ids = ids.merging(KnownIDs(meta))
            for resource in meta.resources where ["auth", "api"].contains(resource.category) {
                let name = ResourceName(category: resource.category, name: resource.name)
                guard resource.service != BackendConfig.groupsService, name != .groups else { continue }
                former.insert(name)
                if resource.isImported { imports.insert(name) }
            }
        }
        return (ids, former, imports)
    }

    // MARK: - Plan

    /// Why the folder must not be pushed over what others pushed; `nil` if it follows the newest state.
    package var staleness: DeploymentFault? {
        guard case .behind(let files) = relation else { return nil }
        let state = record.state
        let author = [state?.pushedBy, state?.pushedFrom].compactMap(\.self).map(DeploymentFault.readable)
        let words = author.isEmpty ? "" : " by \(author.joined(separator: " from "))"
        let time = state?.pushedAt.map { " at \($0.formatted(.iso8601))" } ?? ""
        let shown = files.prefix(20).map(DeploymentFault.readable).joined(separator: ", ")
        let more = files.count > 20 ? " and \(files.count - 20) more" : ""
        return DeploymentFault(
            .refused,
            "The environment \(environment) was pushed\(words)\(time), after this folder was pushed or pulled. These "
                + "files differ: \(shown)\(more).",
            cure: "Run amplify pull, which keeps a copy of your changes, or overwrite what was pushed: amplify push "
                + "--force.")
    }

    /// Compares the project with the server.
    ///
    /// - Parameter force: whether pools that were deleted on the server are made anew.
    /// - Returns: the plan.
    /// - Throws: `DeploymentFault`.
    package func plan(force: Bool) async throws(DeploymentFault) -> Plan {
        let triggers = try await TriggerPrograms(of: project, environment, on: backend, variables: variables)
        let present = Set(
            project.backend.resources.map { ResourceName(category: $0.category, name: $0.name) })
        let removed = former.subtracting(present).sorted { ($0.category, $0.name) < ($1.category, $1.name) }
        let pools = removed.filter { $0.category == "auth" }
        let wanted = WantedState(
            project, settings, triggerARNs: triggers.arns, removed: removed, formerImports: formerImports,
            deletesUsers: !pools.isEmpty && pools.allSatisfy { local.deletesUsersOf.contains($0.name) },
            makesNewPools: force)
        let reader = backend.remembering()
        let made = try await Plan.make(wanted, ids, on: reader)
        var plan = made.0
        plan.obstacles = triggers.obstacles + plan.obstacles
        if settings.hasSecretsInProject {
            plan.notes.append(
                "amplify/team-provider-info.json has secrets of providers. The push moves them to a file outside the "
                    + "project that only you can read; change them at the providers if the project was shared.")
        }
        planned.keep(DeployedState(wanted: wanted, ids: made.1), triggers, reader)
        return plan
    }

    /// What was found out with the plan; a plan of another run has the ids of the folder alone.
    ///
    /// The reader is the server with the memory of what the plan has read.
    var found: (state: DeployedState, triggers: TriggerPrograms?, reader: Backend) {
        planned.value ?? (
            state: DeployedState(wanted: WantedState(project, settings), ids: ids), triggers: nil, reader: backend
        )
    }

    /// Keeps what was found out with a plan for its run.
    func keep(_ state: DeployedState) {
        planned.keep(state, nil, backend)
    }

    /// Whether there is nothing to do: the server has what the project wants, its records have the folder, and the app
    /// has its files as they were written.
    ///
    /// The files of an app follow the environment that the folder works in: for another one, they need only exist.
    ///
    /// - Throws: `DeploymentFault` if a file cannot be used.
    package func isUpToDate(_ plan: Plan) throws(DeploymentFault) -> Bool {
        guard plan.isEmpty, relation == .current(isRecorded: true), local.stateNumber == record.state?.stateNumber,
            !settings.hasSecretsInProject, !local.mayHoldLock
        else { return false }
        if let triggers = found.triggers, try triggers.needsWriting() { return false }
        let (folder, frontend) = (project.folder, project.config.frontend)
        return try checked { () throws(ProjectFault) -> Bool in
            let digests = try AppFiles.digests(of: frontend, in: folder)
            // A push that could not write them has left no digests.
            guard try digests.count == AppFile.all(of: frontend, in: folder).count else { return false }
            return !isCheckedOut || digests == local.appFiles
        }
    }

    /// The addresses of what the server has by the ids that are known.
    package var addresses: Addresses { Addresses(found.state, baseURL: backend.baseURL) }
}

/// What was found out with a plan.
private final class PlannedState: Sendable {
    private let state = Mutex<(DeployedState, TriggerPrograms?, Backend)?>(nil)

    func keep(_ deployed: DeployedState, _ triggers: TriggerPrograms?, _ reader: Backend) {
        state.withLock { $0 = (deployed, triggers, reader) }
    }

    var value: (state: DeployedState, triggers: TriggerPrograms?, reader: Backend)? {
        state.withLock { $0 }.map { (state: $0.0, triggers: $0.1, reader: $0.2) }
    }
}

extension EnvironmentSettings {
    /// The environment with the names of roles that its record has.
    func with(roles record: EnvironmentRecord) -> EnvironmentSettings {
        var place = place
        place.authRoleName = record.authRoleName ?? place.authRoleName
        place.unauthRoleName = record.unauthRoleName ?? place.unauthRoleName
        return EnvironmentSettings(self, place: place)
    }

    private init(_ other: EnvironmentSettings, place: TeamProviderInfo.Gatehouse) {
        name = other.name
        self.place = place
        credentials = other.credentials
        imported = other.imported
        tags = other.tags
        samlMetadata = other.samlMetadata
        hasSecretsInProject = other.hasSecretsInProject
    }
}
