// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A project as its folder has it: every file that decides what is made on a server.
///
/// Reading changes nothing. What is not understood stays in the documents and is named in `notes`.
package struct Project: Sendable {
    /// An auth resource with its files.
    package struct Auth: Sendable {
        /// The name in the project.
        package let name: String
        /// The settings.
        package let settings: AuthSettings
        /// The path of the file with the settings.
        package let path: String
        /// The file with the settings; `nil` for an imported resource without one.
        package let inputs: JSONDocument?
        /// `gatehouse.json` beside it.
        package let own: JSONDocument?
    }

    /// An API with its files.
    package struct API: Sendable {
        /// The name in the project.
        package let name: String
        /// The settings.
        package let settings: APISettings
        /// `cli-inputs.json`; `nil` in older projects.
        package let inputs: JSONDocument?
        /// The text of the schema, all of its files in the order of their paths.
        package let schema: String
    }

    /// The folder.
    package let folder: ProjectFolder
    /// Name and type of the app.
    package let config: ProjectConfig
    /// The environment of this machine; `nil` in a fresh clone.
    package let local: LocalEnvironment?
    /// The environments; `nil` without the file, as public repositories have it.
    package let environments: TeamProviderInfo?
    /// The resources.
    package let backend: BackendConfig
    /// The resources as they were pushed, with ids; `nil` before the first push.
    package let meta: BackendConfig?
    /// The flags.
    package let flags: FeatureFlags
    /// The auth resource.
    package let auth: Auth?
    /// The GraphQL API.
    package let api: API?
    /// What cannot be read or is not supported, one sentence each.
    package let notes: [String]

    let documents: [String: JSONDocument]

    /// Reads a project.
    ///
    /// - Throws: `ProjectFault` with the file that cannot be used.
    package init(_ folder: ProjectFolder) throws(ProjectFault) {
        var reader = ProjectReader(folder)
        guard let config = try reader.read(ProjectPaths.projectConfig, ProjectConfig.init) else {
            throw ProjectFault(
                ProjectPaths.projectConfig, "The folder has no project.", cure: "Run amplify init in the app's folder.")
        }
        self.folder = folder
        self.config = config
        local = try reader.read(ProjectPaths.localEnvironment, LocalEnvironment.init)
        environments = try reader.read(ProjectPaths.teamProviderInfo, TeamProviderInfo.init)
        let backend = try reader.read(ProjectPaths.backendConfig, BackendConfig.init)
        self.backend = if let backend { backend } else { try BackendConfig.empty(at: ProjectPaths.backendConfig) }
        meta = try reader.read(ProjectPaths.meta, BackendConfig.init)
        flags = try reader.read(ProjectPaths.featureFlags, FeatureFlags.init) ?? FeatureFlags()
        auth = try reader.auth(self.backend)
        api = try reader.api(self.backend)
        reader.noteForeign(self.backend)
        notes = reader.notes
        documents = reader.documents
    }

    /// The present environment's place; `nil` if there is none on Gatehouse.
    package var environment: TeamProviderInfo.Environment? {
        local.flatMap { environments?.environments[$0.environment] }
    }

    /// The circumstances of a dialogue about the auth resource.
    ///
    /// - Parameters:
    ///   - purpose: whether it is made or changed.
    ///   - id: eight lowercase hexadecimal digits for new names.
    /// - Returns: the circumstances.
    package func authCircumstances(_ purpose: Circumstances.Purpose, id: String) -> Circumstances {
        var circumstances = Circumstances(
            purpose: purpose, projectName: config.projectName, frontend: config.frontend, id: id, facts: facts)
        circumstances.environment = local?.environment
        guard purpose == .update, let auth else { return circumstances }
        circumstances.present = auth.settings.answers
        for (key, value) in environment?.identifiers[auth.name] ?? [:] { circumstances.present[key] = .text(value) }
        for (key, value) in environment?.gatehouse?.identifiers[auth.name] ?? [:] {
            circumstances.present[key] = .text(value)
        }
        return circumstances
    }

    /// The circumstances of a dialogue about the API.
    package func apiCircumstances(_ purpose: Circumstances.Purpose, id: String, models: [String] = []) -> Circumstances
    {
        var circumstances = Circumstances(
            purpose: purpose, projectName: config.projectName, frontend: config.frontend, id: id, facts: facts)
        if !models.isEmpty { circumstances.facts.insert(.hasModels) }
        circumstances.offers["conflictModels"] = models
        circumstances.offers["lambdaFunction"] =
            backend.resources.filter { $0.category == "function" }.map(\.name)
        if purpose == .update, let api { circumstances.present = api.settings.answers }
        return circumstances
    }

    private var facts: Set<Circumstances.Fact> {
        var facts: Set<Circumstances.Fact> = [.hasProject]
        if let resource = backend.auth {
            facts.insert(.hasAuth)
            if !dependents(of: resource).isEmpty { facts.insert(.hasDependents) }
        }
        if auth?.settings.hostedPages != nil { facts.insert(.hasOAuth) }
        if api?.settings.conflicts != nil { facts.insert(.detectsConflicts) }
        return facts
    }
}

extension BackendConfig {
    /// A project without resources.
    static func empty(at path: String) throws(ProjectFault) -> BackendConfig {
        do throws(JSONFlaw) {
            return try BackendConfig(JSONDocument(JSONValue.object([])))
        } catch {
            throw ProjectFault(path, error)
        }
    }
}
