// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What this machine knows of an environment on Gatehouse: `amplify/.config/local-gatehouse-info.json`.
///
/// The file is not committed. Each environment has a member of its own:
///
/// ```json
/// {"dev": {"stateNumber": 4, "folder": "9f…", "files": {"amplify/cli.json": "3a…"}, "deleteUsers": ["shop1a2b"]}}
/// ```
package struct LocalGatehouse: Sendable, Equatable {
    /// The number of the state that was pushed from here or pulled last; `nil` before the first.
    package var stateNumber: Int?
    /// The digest of the folder as it was then.
    package var folder: String?
    /// The digests of the folder's files as they were then, by their paths.
    package var files: [String: String] = [:]
    /// The digests of the app's files as the last push or pull wrote them, by their paths; empty until it has.
    package var appFiles: [String: String] = [:]
    /// The removed auth resources whose users are deleted by the next push: `amplify remove auth --delete-users`.
    package var deletesUsersOf: [String] = []
    /// The address of the server at the last push or pull; `nil` before the first.
    package var baseURL: String?
    /// The token of a lock that a push holds, or held when it was killed.
    package var lockToken: String?
    /// The folder's own name for the lock, which it keeps before the request: the answer with the token may be lost.
    package var lockRequest: String?

    /// Whether a push of this folder that was killed or got no answer may still hold the environment.
    package var mayHoldLock: Bool { lockToken != nil || lockRequest != nil }

    /// Knows nothing.
    package init() {}

    /// Reads what the file says of an environment.
    ///
    /// - Throws: `JSONFlaw` at a member of another kind.
    package init(_ document: JSONDocument, environment: String) throws(JSONFlaw) {
        guard let entry = try document.cursor.member(environment) else { return }
        stateNumber = try entry.member("stateNumber")?.integer()
        folder = try entry.member("folder")?.string()
        for (path, digest) in try entry.member("files")?.members() ?? [] { files[path] = try digest.string() }
        for (path, digest) in try entry.member("appFiles")?.members() ?? [] { appFiles[path] = try digest.string() }
        deletesUsersOf = try entry.member("deleteUsers")?.strings() ?? []
        baseURL = try entry.member("baseURL")?.string()
        lockToken = try entry.member("lockToken")?.string()
        lockRequest = try entry.member("lockRequest")?.string()
    }

    /// The file after a change; other environments stay.
    ///
    /// - Throws: `JSONFlaw` if the file is not an object.
    package func document(changing document: JSONDocument?, environment: String) throws(JSONFlaw) -> JSONDocument {
        var list = MemberList()
        list.add("stateNumber", stateNumber.map(JSONValue.integer))
        list.text("folder", folder)
        for (name, digests) in [("files", files), ("appFiles", appFiles)] where !digests.isEmpty {
            let sorted = digests.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            list.add(name, .object(sorted.map { JSONValue.Member($0.key, .string($0.value)) }))
        }
        if !deletesUsersOf.isEmpty { list.texts("deleteUsers", deletesUsersOf) }
        list.text("baseURL", baseURL)
        list.text("lockToken", lockToken)
        list.text("lockRequest", lockRequest)
        var changed = if let document { document } else { try JSONDocument(JSONValue.object([])) }
        try changed.set(.object(list.members), at: JSONPointer([environment]))
        return changed
    }

    /// The file without an environment.
    ///
    /// - Throws: `JSONFlaw` if the file is not an object.
    package static func document(
        removing environment: String, from document: JSONDocument
    ) throws(JSONFlaw) -> JSONDocument {
        var changed = document
        try changed.remove(at: JSONPointer([environment]))
        return changed
    }
}

extension ProjectFolder {
    /// What this machine knows of an environment on Gatehouse.
    ///
    /// - Throws: `ProjectFault` if the file cannot be used.
    package func localGatehouse(_ environment: String) throws(ProjectFault) -> LocalGatehouse {
        guard let document = try document(ProjectPaths.localGatehouse) else { return LocalGatehouse() }
        do throws(JSONFlaw) {
            return try LocalGatehouse(document, environment: environment)
        } catch {
            throw ProjectFault(
                ProjectPaths.localGatehouse, error, cure: "Remove the file, and run amplify pull.")
        }
    }

    /// Writes down what this machine knows of an environment; `nil` forgets it.
    ///
    /// - Throws: `ProjectFault` if the file cannot be used.
    package func keep(_ local: LocalGatehouse?, of environment: String) throws(ProjectFault) {
        let present = try document(ProjectPaths.localGatehouse)
        if local == nil, present == nil { return }
        var changes = FileChanges()
        try changes.write(ProjectPaths.localGatehouse) { () throws(JSONFlaw) in
            if let local { return try local.document(changing: present, environment: environment) }
            guard let present else { return try JSONDocument(JSONValue.object([])) }
            return try LocalGatehouse.document(removing: environment, from: present)
        }
        try write(changes)
    }
}
