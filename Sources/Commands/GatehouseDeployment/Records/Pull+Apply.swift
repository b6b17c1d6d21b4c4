// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseProject

/// What a pull left.
package struct PullResult: Sendable, Equatable {
    /// The number of the state whose files were pulled.
    package let stateNumber: Int
    /// The folder with the copies of overwritten files, relative to the project's root folder; `nil` without any.
    package let keptCopy: String?
    /// The paths of the app's files that were written.
    package let appFiles: [String]
    /// The addresses of what the environment has.
    package let addresses: Addresses
}

extension Pull {
    /// Writes the files of the state, the machine's own files, and the app's files.
    ///
    /// - Parameters:
    ///   - profile: the profile that signs calls on this machine, for an environment that has none here yet.
    ///   - variables: the variables of the process, for the place of secrets.
    ///   - now: the time, which is in the name of the folder with copies.
    ///   - writesAppFiles: whether the app's files are written. The server describes the pools for them, which it
    ///     cannot do after an interrupted deletion.
    /// - Returns: what the pull left.
    /// - Throws: `DeploymentFault`; of the kind `.refused` if the project has changed since the pull was read. If a
    ///   file of the project cannot be written, all of them are as before. If the app's files cannot be written, the
    ///   project is complete, and the next pull or push writes them.
    package func apply(
        profile: String?, variables: [String: String], now: Date = Date(), writesAppFiles: Bool = true
    ) async throws(DeploymentFault) -> PullResult {
        let lock = try FolderLock(folder)
        defer { lock.release() }
        guard try PushedFolder(folder) == present else {
            throw DeploymentFault(
                .refused, "Files of the project were changed in the meantime. Nothing was overwritten.",
                cure: "Run the command again: it shows what it would overwrite now.")
        }
        let kept = copies(at: now)
        if let kept { try checked { () throws(ProjectFault) in try folder.write(kept.changes) } }
        try writeProject(profile: profile, kept: kept?.folder)
        let keeper = FolderKeeper(folder: folder, environment: environment, place: place)
        let meta = try keeper.meta(ids)
        try keeper.replaceCopy(by: newest, meta: meta)
        try keeper.changeLocal { local in
            local.stateNumber = newestNumber
            local.baseURL = place.baseURL
            local.folder = newest.digest
            local.files = newest.digests
            local.appFiles = [:]
            local.deletesUsersOf = []
        }
        let state = try state(variables: variables)
        var appFiles: [String] = []
        if writesAppFiles { appFiles = try await keeper.writeAppFiles(state, on: backend) }
        return PullResult(
            stateNumber: stateNumber, keptCopy: kept?.folder, appFiles: appFiles,
            addresses: Addresses(state, baseURL: backend.baseURL))
    }

    /// What the server has, after the project was written.
    private func state(variables: [String: String]) throws(DeploymentFault) -> DeployedState {
        let folder = folder
        let project = try checked { () throws(ProjectFault) in try Project(folder) }
        let settings = try EnvironmentSettings(environment, of: project, variables: variables)
        return DeployedState(wanted: WantedState(project, settings), ids: ids)
    }

    private func writeProject(profile: String?, kept: String?) throws(DeploymentFault) {
        do throws(ProjectFault) {
            var changes = fileChanges()
            changes.formUnion(try machineFiles(profile: profile))
            try folder.write(changes)
            // A file that is there keeps its mode.
            for item in wanted.items { try folder.setProgram(item.isProgram, item.path) }
        } catch {
            throw restored(after: error, kept: kept)
        }
    }

    /// Brings the files back after a fault, and returns what to say.
    private func restored(after fault: ProjectFault, kept: String?) -> DeploymentFault {
        let text = DeploymentFault(fault)
        do throws(ProjectFault) {
            try folder.write(reversal())
            return DeploymentFault(.unusable, "\(text.text) The project is as before.", cure: text.cure)
        } catch {
            let place = kept.map { " Copies of your files are in \($0)." } ?? ""
            return DeploymentFault(
                .unusable, "\(text.text) Some files of the project are already those of the server.\(place)",
                cure: text.cure)
        }
    }

    /// The files that belong to this machine: which environment it works in, and how it signs calls.
    private func machineFiles(profile: String?) throws(ProjectFault) -> FileChanges {
        var changes = FileChanges()
        let local = try folder.document(ProjectPaths.localEnvironment)
        try changes.write(ProjectPaths.localEnvironment) { () throws(JSONFlaw) in
            try LocalEnvironment(environment: environment).document(changing: local, projectPath: folder.root.path)
        }
        let profiles = try folder.document(ProjectPaths.localAWS)
        if profiles?[JSONPointer([environment])] == nil {
            try changes.write(ProjectPaths.localAWS) { () throws(JSONFlaw) in
                try LocalProfile(profile: profile).document(changing: profiles, environment: environment)
            }
        }
        changes.write(
            IgnoredFiles.adding(to: try folder.bytes(ProjectPaths.ignoredFiles)), to: ProjectPaths.ignoredFiles)
        return changes
    }

    // MARK: - The app's files alone

    /// Writes the app's files into another folder than that of the pull: a project whose other files stay.
    ///
    /// - Parameters:
    ///   - target: the folder of the project.
    ///   - variables: the variables of the process, for the place of secrets.
    /// - Returns: the paths of the files that were written.
    /// - Throws: `DeploymentFault`; of the kind `.refused` if the server does not have a pool any more.
    package func writeAppFiles(
        into target: ProjectFolder, variables: [String: String]
    ) async throws(DeploymentFault) -> [String] {
        let state = try state(variables: variables)
        return try await FolderKeeper(folder: target, environment: environment, place: place)
            .writeAppFiles(state, on: backend)
    }

    /// Writes the app's files for a back end that is used and not changed here; no project is left in the folder.
    ///
    /// - Parameters:
    ///   - folder: the folder of the app.
    ///   - place: where the environment is.
    ///   - environment: the name of the environment.
    ///   - backend: the server.
    ///   - variables: the variables of the process.
    ///   - scratch: an empty folder, which need not exist, for the project meanwhile; it is removed.
    /// - Returns: the paths of the files that were written.
    /// - Throws: `DeploymentFault`.
    package static func appFiles(
        into folder: ProjectFolder, from place: TeamProviderInfo.Gatehouse, environment: String, backend: Backend,
        variables: [String: String], scratch: URL
    ) async throws(DeploymentFault) -> [String] {
        let outcome: Result<[String], DeploymentFault>
        do throws(DeploymentFault) {
            let pull = try await Pull(
                into: ProjectFolder(scratch), from: place, environment: environment, backend: backend)
            outcome = .success(try await pull.appFiles(into: folder, variables: variables))
        } catch {
            outcome = .failure(error)
        }
        do {
            if FileManager.default.fileExists(atPath: scratch.path) {
                try FileManager.default.removeItem(at: scratch)
            }
        } catch {
            throw DeploymentFault(
                .unusable, "The folder \(scratch.path) with a copy of the project cannot be removed.",
                cure: "Remove it.")
        }
        return try outcome.get()
    }

    private func appFiles(
        into target: ProjectFolder, variables: [String: String]
    ) async throws(DeploymentFault) -> [String] {
        let folder = folder
        try writeProject(profile: nil, kept: nil)
        let state = try state(variables: variables)
        let project = try checked { () throws(ProjectFault) in try Project(folder) }
        let paths = try checked { () throws(ProjectFault) -> [String] in
            // What others wrote into the app's files stays in them.
            let paths = try AppFile.all(of: project.config.frontend, in: folder).map(\.path)
            var present = FileChanges()
            for path in paths {
                if let bytes = try target.bytes(path) { present.write(bytes, to: path) }
            }
            try folder.write(present)
            return paths
        }
        let all = try await AppFiles.changes(state, project: project, on: backend)
        return try checked { () throws(ProjectFault) -> [String] in
            var changes = FileChanges()
            for path in paths {
                if case .write(let bytes, let isProgram)? = all.changes[path] {
                    changes.write(bytes, to: path, isProgram: isProgram)
                }
            }
            try target.write(changes)
            return changes.paths
        }
    }
}
