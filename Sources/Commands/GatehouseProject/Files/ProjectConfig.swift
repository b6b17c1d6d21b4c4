// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// `amplify/.config/project-config.json`: the project's name and the type of its app.
package struct ProjectConfig: Sendable, Equatable {
    /// The name: 3 to 20 letters and digits.
    package var projectName: String
    /// The type of the app.
    package var frontend: Frontend
    /// The providers of the back end, as AWS's tool names them.
    package var providers: [String]

    /// Makes the settings of a new project.
    package init(projectName: String, frontend: Frontend) {
        self.projectName = projectName
        self.frontend = frontend
        providers = ["awscloudformation"]
    }

    /// Reads the file.
    ///
    /// - Throws: `JSONFlaw` if the name or the type of the app is missing or unknown.
    package init(_ document: JSONDocument) throws(JSONFlaw) {
        let cursor = document.cursor
        guard let name = try cursor.member("projectName")?.string(), !name.isEmpty else {
            throw cursor.flaw("The member projectName is missing.")
        }
        projectName = name
        guard let type = try cursor.member("frontend") else { throw cursor.flaw("The member frontend is missing.") }
        guard let frontend = Frontend(rawValue: try type.string()) else {
            throw type.flaw("The type of the app is not one of android, flutter, ios and javascript.")
        }
        self.frontend = frontend
        providers = try cursor.member("providers")?.strings() ?? []
    }

    /// The file of a new project.
    ///
    /// - Throws: `JSONFlaw` if it would be too large.
    package func newDocument() throws(JSONFlaw) -> JSONDocument {
        var list = MemberList()
        list.text("projectName", projectName)
        list.text("version", "3.1")
        list.text("frontend", frontend.rawValue)
        list.add(frontend.rawValue, [:])
        list.texts("providers", providers)
        return try JSONDocument(JSONValue.object(list.members))
    }
}

/// The environment that this machine works in: `amplify/.config/local-env-info.json`, which is not committed.
package struct LocalEnvironment: Sendable, Equatable {
    /// The name of the environment.
    package var environment: String
    /// Whether the back end was pulled for use only, without changing it.
    package var isReadOnly: Bool

    /// Makes the value.
    package init(environment: String, isReadOnly: Bool = false) {
        self.environment = environment
        self.isReadOnly = isReadOnly
    }

    /// Reads the file.
    ///
    /// - Throws: `JSONFlaw` if the environment is missing.
    package init(_ document: JSONDocument) throws(JSONFlaw) {
        let cursor = document.cursor
        guard let name = try cursor.member("envName")?.string() else {
            throw cursor.flaw("The member envName is missing.")
        }
        environment = name
        isReadOnly = try cursor.member("noUpdateBackend")?.bool() ?? false
    }

    /// The file after a change.
    ///
    /// - Parameters:
    ///   - document: the present file; `nil` if there is none.
    ///   - path: the absolute path of the project's root folder.
    /// - Returns: the file.
    /// - Throws: `JSONFlaw` if a member cannot be set.
    package func document(changing document: JSONDocument?, projectPath path: String) throws(JSONFlaw) -> JSONDocument {
        var changed: JSONDocument
        if let document {
            changed = document
            try changed.set(.string(path), at: "/projectPath")
            try changed.set(.string(environment), at: "/envName")
        } else {
            var list = MemberList()
            list.text("projectPath", path)
            list.text("defaultEditor", "none")
            list.text("envName", environment)
            changed = try JSONDocument(JSONValue.object(list.members))
        }
        if isReadOnly {
            try changed.set(true, at: "/noUpdateBackend")
        } else {
            try changed.remove(at: "/noUpdateBackend")
        }
        return changed
    }
}

/// How this machine signs calls in an environment: `amplify/.config/local-aws-info.json`.
///
/// The file is not committed, and has no secret.
package struct LocalProfile: Sendable, Equatable {
    /// The name of the profile in AWS's configuration files; `nil` if calls are not signed by a profile.
    package var profile: String?

    /// Makes the value.
    package init(profile: String?) {
        self.profile = profile
    }

    /// Reads what the file says of an environment; `nil` if it says nothing.
    ///
    /// - Throws: `JSONFlaw` at a member of another kind.
    package init?(_ document: JSONDocument, environment: String) throws(JSONFlaw) {
        guard let entry = try document.cursor.member(environment) else { return nil }
        let usesProfile = try entry.member("useProfile")?.bool() ?? false
        profile = try usesProfile ? entry.member("profileName")?.string() : nil
    }

    /// The file after a change.
    ///
    /// - Throws: `JSONFlaw` if a member cannot be set.
    package func document(changing document: JSONDocument?, environment: String) throws(JSONFlaw) -> JSONDocument {
        var changed = if let document { document } else { try JSONDocument(JSONValue.object([])) }
        let place = JSONPointer([environment])
        try changed.set("project", at: place.appending("configLevel"))
        try changed.set(.bool(profile != nil), at: place.appending("useProfile"))
        if let profile {
            try changed.set(.string(profile), at: place.appending("profileName"))
        } else {
            try changed.remove(at: place.appending("profileName"))
        }
        return changed
    }
}
