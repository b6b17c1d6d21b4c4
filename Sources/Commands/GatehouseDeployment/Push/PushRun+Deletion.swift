// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject

/// The end of an environment on the server: `amplify env remove` and `amplify delete`.
extension PushRun {
    /// The plan that deletes what the environment has on the server.
    ///
    /// A pool with users is detached, and not deleted, unless the person asked for it; then each loss is accepted by
    /// name, as in a push.
    ///
    /// - Parameter deletesUsers: whether pools are deleted with their users, after the server has made sealed copies.
    /// - Returns: the plan.
    /// - Throws: `DeploymentFault`.
    package func deletion(deletesUsers: Bool) async throws(DeploymentFault) -> Plan {
        let present = [project.backend.auth, project.backend.api].compactMap(\.self).map {
            ResourceName(category: $0.category, name: $0.name)
        }
        let removed = former.union(present).sorted { ($0.category, $0.name) < ($1.category, $1.name) }
        let place = settings.place
        let wanted = WantedState(
            appID: place.appID, projectName: project.config.projectName, environment: environment,
            region: place.region, auth: nil, imported: nil, credentials: ProviderCredentials(), api: nil, schema: nil,
            frontend: project.config.frontend, authRoleName: place.authRoleName ?? "",
            unauthRoleName: place.unauthRoleName ?? "", triggerARNs: [:], removed: removed,
            deletesUsers: deletesUsers, formerImports: formerImports)
        let made = try await Plan.make(wanted, ids, on: backend.remembering())
        keep(DeployedState(wanted: wanted, ids: made.1))
        return made.0
    }

    /// Deletes what the environment has on the server, then its record, and what the folder's machine files keep of it.
    ///
    /// The folder's other files and the file of secrets stay: the command removes them after the server has succeeded.
    /// The file of secrets may have the access key, which the command still needs for the record of the project.
    ///
    /// - Parameters:
    ///   - plan: the plan of `deletion(deletesUsers:)`.
    ///   - accepted: the names of resources whose losses the person accepted.
    ///   - stop: asks to end after the step that runs.
    ///   - progress: called at the beginning and the end of each step.
    /// - Returns: what the person should know, such as the names of sealed copies.
    /// - Throws: `DeploymentFault`, as `apply(_:accepted:overwriting:stop:progress:)`; the next run continues.
    package func delete(
        _ plan: Plan, accepted: Set<String>, stop: PushStop = PushStop(),
        progress: @Sendable (PushProgress) async -> Void
    ) async throws(DeploymentFault) -> [String] {
        try check(plan, accepted: accepted, overwriting: true)
        let folderLock = try FolderLock(project.folder)
        defer { folderLock.release() }
        let ids = try await locked { (lock: HeldLock) async throws(DeploymentFault) -> KnownIDs in
            _ = try await newestState()
            let ids = try await run(plan, under: lock, resumedBy: .deletion, stop, progress)
            do throws(DeploymentFault) {
                try await lock.requireHeld()
                try await records.deleteEnvironment(environment, of: settings.place.appID, lockToken: lock.token)
            } catch {
                throw incomplete(error, plan, doing: plan.steps.count, .deletion)
            }
            return ids
        }
        try checked { () throws(ProjectFault) in try project.folder.keep(nil, of: environment) }
        return plan.notes + Self.notes(aboutCopiesIn: ids, since: self.ids, keeping: [])
    }
}
