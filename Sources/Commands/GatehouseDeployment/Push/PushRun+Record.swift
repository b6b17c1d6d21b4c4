// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseProject
import GatehouseWire
import ProjectShapes

/// The end of a push: the project record and the files of the folder.
extension PushRun {
    /// Records the folder on the server and here; without a lock, the server has the folder.
    ///
    /// - Parameters:
    ///   - ids: the ids after the steps.
    ///   - lock: the lock of the environment; `nil` if the server's records stay.
    ///   - newest: the number of the newest state before this push.
    ///   - writesAppFiles: whether `result(_:noting:number:writesAppFiles:)` writes the app's files. Until then, the
    ///     folder does not know them, so that the next push writes them.
    /// - Returns: the number of the state.
    /// - Throws: `DeploymentFault`.
    func keepState(
        _ ids: KnownIDs, under lock: HeldLock?, after newest: Int?, writesAppFiles: Bool = true
    ) async throws(DeploymentFault) -> Int {
        let meta = try keeper.meta(ids.keeping(present))
        // Moving secrets out of the project changes one of its files.
        let sent = try settings.hasSecretsInProject ? PushedFolder(project.folder) : pushed
        var number = newest ?? 0
        if let lock {
            try await lock.requireHeld()
            number = try await recordState(sent, meta, under: lock, after: newest)
        }
        try keeper.replaceCopy(by: sent, meta: meta)
        try survive(.copied)
        let recorded = number
        try keeper.changeLocal { local in
            local.stateNumber = recorded
            local.baseURL = settings.place.baseURL
            local.folder = sent.digest
            local.files = sent.digests
            local.deletesUsersOf = []
            if writesAppFiles { local.appFiles = [:] }
        }
        try survive(.kept)
        return number
    }

    /// Writes the app's files after the folder was recorded.
    ///
    /// The app's files need what the server has. After a plan without steps, that is what the plan has read.
    ///
    /// - Parameters:
    ///   - ids: the ids after the steps.
    ///   - plan: the plan.
    ///   - number: the number of the state.
    ///   - writesAppFiles: whether the files are written.
    /// - Returns: what the push left.
    /// - Throws: `DeploymentFault`, which says that the push is done, if the files cannot be written.
    func result(
        _ ids: KnownIDs, noting plan: Plan, number: Int, writesAppFiles: Bool = true
    ) async throws(DeploymentFault) -> PushResult {
        let state = DeployedState(wanted: found.state.wanted, ids: ids.keeping(present))
        var files: [String] = []
        if writesAppFiles {
            do throws(DeploymentFault) {
                files = try await keeper.writeAppFiles(state, on: plan.isEmpty ? found.reader : backend)
            } catch {
                throw DeploymentFault(
                    error.kind,
                    "The push is done: the environment \(environment) has the state \(number). The app's files were not "
                        + "written: \(error.text)",
                    cure: "\(error.cure ?? DeploymentFault.correction) Then run amplify push, which writes them.")
            }
        }
        try survive(.written)
        return PushResult(
            stateNumber: number, files: files, addresses: Addresses(state, baseURL: backend.baseURL),
            notes: plan.notes + Self.notes(aboutCopiesIn: ids, since: self.ids, keeping: present))
    }

    /// The resources that the project has.
    private var present: Set<ResourceName> {
        Set(project.backend.resources.map { ResourceName(category: $0.category, name: $0.name) })
    }

    /// Sends the folder, and makes it the newest state.
    private func recordState(
        _ folder: PushedFolder, _ meta: JSONDocument, under lock: HeldLock, after newest: Int?
    ) async throws(DeploymentFault) -> Int {
        let appID = settings.place.appID
        try await records.send(folder, of: appID)
        try survive(.sent)
        let outputs: String
        do throws(JSONFlaw) {
            outputs = try MetaFile.recorded(meta)
        } catch {
            throw DeploymentFault(ProjectFault(ProjectPaths.meta, error))
        }
        let what = "record the state of \(environment)"
        let answer: PutStateResponse
        do throws(ServiceFault) {
            answer = try await records.service.putState(
                PutStateRequest(
                    appId: appID, environmentName: environment, lockToken: lock.token, expectedStateNumber: newest,
                    files: folder.stateFiles, outputs: outputs, pushedFrom: String(host.prefix(256))))
        } catch {
            throw DeploymentFault(error, doing: what)
        }
        guard let number = answer.state?.stateNumber else { throw .incomplete(what) }
        try survive(.recorded)
        return number
    }

    /// The sealed copies of deleted pools that the server made, with the commands that bring them back.
    ///
    /// The push that made a copy names it. If that push was killed, the ids still have the copy of a removed resource,
    /// and this push names it.
    ///
    /// - Parameters:
    ///   - ids: the ids after the steps.
    ///   - before: the ids that the folder had before.
    ///   - present: the resources whose ids the folder keeps.
    /// - Returns: a sentence or two for each copy.
    static func notes(
        aboutCopiesIn ids: KnownIDs, since before: KnownIDs, keeping present: Set<ResourceName>
    ) -> [String] {
        ids.outputs.sorted { ($0.key.category, $0.key.name) < ($1.key.category, $1.key.name) }.compactMap { entry in
            guard let name = entry.value[OutputName.archiveName],
                before[entry.key, OutputName.archiveName] != name || !present.contains(entry.key)
            else { return nil }
            let command = entry.value[OutputName.restoreCommand].map {
                " It comes back with: \(DeploymentFault.readable($0))"
            }
            return "The server keeps a sealed copy of the deleted user pool, \(DeploymentFault.readable(name))."
                + (command ?? "")
        }
    }
}

extension FolderKeeper {
    /// Writes the app's files for a deployed state.
    ///
    /// - Parameters:
    ///   - state: the state.
    ///   - backend: the server.
    /// - Returns: the paths of the files that changed.
    /// - Throws: `DeploymentFault`; the server has the state then, and the next push writes the files.
    func writeAppFiles(_ state: DeployedState, on backend: Backend) async throws(DeploymentFault) -> [String] {
        let folder = folder
        let project = try checked { () throws(ProjectFault) in try Project(folder) }
        let changes = try await AppFiles.changes(state, project: project, on: backend)
        try checked { () throws(ProjectFault) in try folder.write(changes) }
        let digests = try checked { () throws(ProjectFault) in
            try AppFiles.digests(of: state.wanted.frontend, in: folder)
        }
        try changeLocal { $0.appFiles = digests }
        return changes.paths.filter { !$0.hasPrefix("amplify/.config/") }
    }
}
