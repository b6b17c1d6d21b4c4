// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject

/// What a push and a pull write into the folder of a project, beside the app's files.
struct FolderKeeper: Sendable {
    /// The folder.
    let folder: ProjectFolder
    /// The name of the environment.
    let environment: String
    /// The place of the environment.
    let place: TeamProviderInfo.Gatehouse

    /// The ids are in the folder before anything else is done.
    ///
    /// - Throws: `DeploymentFault` if the file cannot be written.
    func keep(_ ids: KnownIDs) throws(DeploymentFault) {
        try writing { (changes: inout FileChanges) throws(ProjectFault) in
            let present = try folder.document(ProjectPaths.meta)
            let backend = try folder.document(ProjectPaths.backendConfig)
            try changes.write(ProjectPaths.meta) { () throws(JSONFlaw) in
                if let present, isOwn(present) { return try MetaFile.replacing(ids, in: present) }
                return try MetaFile.document(
                    backend: backend, ids: ids, present: present, environment: environment, place: place)
            }
        }
    }

    /// The resources with the ids of this environment; `nil` before the first push.
    ///
    /// - Throws: `DeploymentFault` if the file cannot be used.
    func knownMeta() throws(DeploymentFault) -> BackendConfig? {
        try checked { () throws(ProjectFault) -> BackendConfig? in
            guard let document = try folder.document(ProjectPaths.meta), isOwn(document) else { return nil }
            do throws(JSONFlaw) {
                return try BackendConfig(document)
            } catch {
                throw ProjectFault(ProjectPaths.meta, error)
            }
        }
    }

    private func isOwn(_ document: JSONDocument) -> Bool {
        MetaFile.belongs(document, to: environment, of: place.appID)
    }

    /// The resources with the ids, which are the final ones of a push, or the ids of a pull.
    ///
    /// - Throws: `DeploymentFault` if a file cannot be used.
    func meta(_ ids: KnownIDs) throws(DeploymentFault) -> JSONDocument {
        try checked { () throws(ProjectFault) -> JSONDocument in
            let present = try folder.document(ProjectPaths.meta)
            let backend = try folder.document(ProjectPaths.backendConfig)
            do throws(JSONFlaw) {
                return try MetaFile.document(
                    backend: backend, ids: ids, present: present, environment: environment, place: place)
            } catch {
                throw ProjectFault(ProjectPaths.meta, error)
            }
        }
    }

    /// Replaces `amplify/#current-cloud-backend` by the resources as they were pushed.
    ///
    /// As AWS's tool has it, the content of `amplify/backend` is on the top level, with `amplify-meta.json` and
    /// `cli.json` beside it.
    ///
    /// - Throws: `DeploymentFault` if a file cannot be used.
    func replaceCopy(by pushed: PushedFolder, meta: JSONDocument) throws(DeploymentFault) {
        try writing { (changes: inout FileChanges) throws(ProjectFault) in
            var wanted: [String: PushedFolder.Item] = [:]
            for item in pushed.items {
                if let path = Self.copyPath(of: item.path) { wanted[path] = item }
            }
            for item in wanted { changes.write(item.value.bytes, to: item.key, isProgram: item.value.isProgram) }
            let metaPath = "\(ProjectPaths.pushed)/amplify-meta.json"
            changes.write(meta, to: metaPath)
            changes.write(meta, to: ProjectPaths.meta)
            for entry in try folder.files(below: ProjectPaths.pushed, limit: 2 * PushedFolder.mostFiles)
            where wanted[entry.path] == nil && entry.path != metaPath {
                changes.remove(entry.path)
            }
        }
    }

    /// The place in the copy of a file of the project; `nil` for a file that the copy does not have.
    static func copyPath(of path: String) -> String? {
        if path == ProjectPaths.featureFlags { return "\(ProjectPaths.pushed)/cli.json" }
        let prefix = "amplify/backend/"
        guard path.hasPrefix(prefix) else { return nil }
        return "\(ProjectPaths.pushed)/\(path.dropFirst(prefix.count))"
    }

    /// What this machine knows of the environment.
    ///
    /// - Throws: `DeploymentFault` if the file cannot be used.
    func local() throws(DeploymentFault) -> LocalGatehouse {
        try checked { () throws(ProjectFault) in try folder.localGatehouse(environment) }
    }

    /// Changes what this machine knows of the environment.
    ///
    /// - Throws: `DeploymentFault` if the file cannot be used.
    func changeLocal(_ change: (inout LocalGatehouse) -> Void) throws(DeploymentFault) {
        try checked { () throws(ProjectFault) -> Void in
            let present = try folder.localGatehouse(environment)
            var changed = present
            change(&changed)
            if changed != present { try folder.keep(changed, of: environment) }
        }
    }

    // MARK: - Faults

    /// Writes files that a closure collects.
    ///
    /// - Throws: `DeploymentFault` if a file cannot be used.
    func writing(_ collect: (inout FileChanges) throws(ProjectFault) -> Void) throws(DeploymentFault) {
        try checked { () throws(ProjectFault) -> Void in
            var changes = FileChanges()
            try collect(&changes)
            try folder.write(changes)
        }
    }
}

/// Runs work on files of a project, and throws its faults as faults of a deployment.
///
/// - Throws: `DeploymentFault` instead of `ProjectFault`.
func checked<Value>(_ work: () throws(ProjectFault) -> Value) throws(DeploymentFault) -> Value {
    do throws(ProjectFault) {
        return try work()
    } catch {
        throw DeploymentFault(error)
    }
}
