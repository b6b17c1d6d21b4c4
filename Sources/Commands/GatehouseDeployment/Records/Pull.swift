// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseProject
import ProjectShapes

/// A pull: what was pushed to an environment, and what it changes in a folder.
///
/// Everything is read before anything is written; see `apply(profile:variables:now:)`. Files of this machine that a pull
/// overwrites or removes are listed, and a copy of them is kept.
package struct Pull: Sendable {
    /// The name of the environment.
    package let environment: String
    /// The number of the state whose files are pulled.
    package let stateNumber: Int
    /// The files that change, or are made or removed, sorted by their paths.
    package let changedFiles: [String]
    /// Those of them with work of this machine that was not pushed.
    package let overwrittenFiles: [String]

    let folder: ProjectFolder
    let backend: Backend
    let place: TeamProviderInfo.Gatehouse
    /// The folder as it will be.
    let wanted: PushedFolder
    /// The folder as the newest state has it.
    let newest: PushedFolder
    let newestNumber: Int
    let ids: KnownIDs
    /// The folder as it was when the pull was read.
    let present: PushedFolder
    /// The environments of this machine with the secrets that an old project has there; no push sends them.
    private let presentEnvironments: [UInt8]?

    /// Reads a state of an environment, and compares it with a folder.
    ///
    /// - Parameters:
    ///   - folder: the folder of the app; it may be empty, or have a project.
    ///   - place: where the environment is.
    ///   - environment: the name of the environment.
    ///   - stateNumber: the number of an older state: `amplify env restore N`. The ids of what is on the server are always
    ///     the ids of the newest state, so that the next push changes the server to the older state. `nil` for the newest.
    ///   - backend: the server.
    /// - Throws: `DeploymentFault`; `.refused` if nothing was pushed to the environment yet, or the state is not kept.
    package init(
        into folder: ProjectFolder, from place: TeamProviderInfo.Gatehouse, environment: String,
        stateNumber: Int? = nil, backend: Backend
    ) async throws(DeploymentFault) {
        let records = ProjectRecords(backend)
        let record = try await records.environment(environment, of: place.appID).environment
        guard record.state?.stateNumber != nil,
            let newest = try await records.state(of: environment, of: place.appID)
        else {
            throw DeploymentFault(
                .refused, "Nothing was pushed to the environment \(environment) yet.",
                cure: "Run amplify push in the folder that has the project.")
        }
        var state = newest
        if let stateNumber, stateNumber != newest.number {
            guard let older = try await records.state(stateNumber, of: environment, of: place.appID) else {
                throw DeploymentFault(
                    .refused, "The server does not keep the state \(stateNumber) of \(environment).",
                    cure: "Choose one of amplify env history.")
            }
            state = older
        }
        let contents = try await records.contents(of: newest.files + state.files, appID: place.appID)
        var full = place
        full.authRoleName = record.authRoleName ?? place.authRoleName
        full.unauthRoleName = record.unauthRoleName ?? place.unauthRoleName
        let pulled = PushedFolder(state.files, contents)
        let present = try PushedFolder(folder)
        let wanted = try checked { () throws(ProjectFault) in
            try pulled.merging(folder, environment: environment, place: full)
        }
        self.environment = environment
        self.stateNumber = state.number
        self.folder = folder
        self.backend = backend
        self.place = full
        self.wanted = wanted
        self.newest = PushedFolder(newest.files, contents)
        newestNumber = newest.number
        ids = try Self.ids(newest)
        self.present = present
        presentEnvironments = try checked { () throws(ProjectFault) in
            try folder.bytes(ProjectPaths.teamProviderInfo)
        }
        let changes = try checked { () throws(ProjectFault) in
            try Self.changes(from: present, to: wanted, known: Self.known(folder))
        }
        (changedFiles, overwrittenFiles) = changes
    }

    private static func ids(_ state: RecordedState) throws(DeploymentFault) -> KnownIDs {
        guard let outputs = state.outputs else { return KnownIDs() }
        do throws(JSONFlaw) {
            return KnownIDs(try BackendConfig(outputs))
        } catch {
            throw DeploymentFault(
                .refused, "The server's list of resources cannot be read: \(error.problem)",
                cure: "Push again from a folder that has the project: amplify push --force.")
        }
    }

    /// The digests of the folder's files as they were pushed or pulled last, in whatever environment that was.
    private static func known(_ folder: ProjectFolder) throws(ProjectFault) -> [String: String] {
        guard let document = try folder.document(ProjectPaths.localEnvironment) else { return [:] }
        let current: LocalEnvironment
        do throws(JSONFlaw) {
            current = try LocalEnvironment(document)
        } catch {
            throw ProjectFault(ProjectPaths.localEnvironment, error)
        }
        return try folder.localGatehouse(current.environment).files
    }

    private static func changes(
        from present: PushedFolder, to wanted: PushedFolder, known: [String: String]
    ) -> (changed: [String], overwritten: [String]) {
        let (old, new) = (present.digests, wanted.digests)
        let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        // The environments of this machine stay in the file.
        let overwritten = changed.filter {
            old[$0] != nil && old[$0] != known[$0] && $0 != ProjectPaths.teamProviderInfo
        }
        return (changed, overwritten)
    }

    // MARK: - Writing

    /// The changes of the project's files.
    func fileChanges() -> FileChanges {
        var changes = FileChanges()
        let items = Dictionary(wanted.items.map { ($0.path, $0) }) { first, _ in first }
        for path in changedFiles {
            if let item = items[path] {
                changes.write(item.bytes, to: path, isProgram: item.isProgram)
            } else {
                changes.remove(path)
            }
        }
        return changes
    }

    /// The changes that bring the files back that a pull has changed.
    func reversal() -> FileChanges {
        var changes = FileChanges()
        let items = Dictionary(present.items.map { ($0.path, $0) }) { first, _ in first }
        for path in changedFiles {
            if let item = items[path] {
                let environments = path == ProjectPaths.teamProviderInfo ? presentEnvironments : nil
                changes.write(environments ?? item.bytes, to: path, isProgram: item.isProgram)
            } else if let pulled = wanted.items.first(where: { $0.path == path }), isWritten(pulled) {
                changes.remove(path)
            }
        }
        return changes
    }

    /// Whether a file is there as it was pulled; what else is at its path belongs to this machine.
    private func isWritten(_ item: PushedFolder.Item) -> Bool {
        (try? folder.bytes(item.path)) == item.bytes
    }

    /// The copies of files that are overwritten, below a folder of this machine.
    ///
    /// - Parameter date: the time of the pull, which is in the folder's name.
    /// - Returns: the changes, and the folder; `nil` if nothing is overwritten.
    func copies(at date: Date) -> (changes: FileChanges, folder: String)? {
        guard !overwrittenFiles.isEmpty else { return nil }
        let stamp = date.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
        let target = "amplify/.config/local-kept/\(stamp)"
        var changes = FileChanges()
        let overwritten = Set(overwrittenFiles)
        for item in present.items where overwritten.contains(item.path) {
            changes.write(item.bytes, to: "\(target)\(item.path.dropFirst("amplify".count))", isProgram: item.isProgram)
        }
        return (changes, target)
    }
}

extension PushedFolder {
    /// The folder of a state, whose contents are there by their digests.
    init(_ files: [StateFile], _ contents: [String: [UInt8]]) {
        self.init(
            items: files.map {
                Item(path: $0.path, bytes: contents[$0.sha256] ?? [], isProgram: $0.program == true)
            })
    }

    /// The folder of the state, with further environments of this machine, and with the place that this machine knows.
    func merging(
        _ folder: ProjectFolder, environment: String, place: TeamProviderInfo.Gatehouse
    ) throws(ProjectFault) -> PushedFolder {
        let path = ProjectPaths.teamProviderInfo
        let pulled = items.first { $0.path == path }
        let present = try folder.document(path)
        do throws(JSONFlaw) {
            var document = present
            if let pulled {
                document = try TeamProviderInfo.document(
                    changing: present, toEnvironmentsOf: JSONDocument(pulled.bytes))
            }
            let merged = try TeamProviderInfo.document(changing: document, environment: environment, to: place)
            let item = Item(path: path, bytes: merged.bytes, isProgram: pulled?.isProgram ?? false)
            return PushedFolder(items: items.filter { $0.path != path } + [item])
        } catch {
            throw ProjectFault(path, error)
        }
    }
}
