// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// What a command writes: values in, files out, nothing written yet.
extension Project {
    /// The files of a new project.
    ///
    /// - Parameters:
    ///   - folder: the app's folder.
    ///   - settings: what the dialogue of `InitTable` decided; with a name and a type of the app.
    ///   - place: where the environment is.
    /// - Returns: the changes.
    /// - Throws: `ProjectFault` if a file that is there already cannot be used.
    package static func newFiles(
        in folder: ProjectFolder, _ settings: InitSettings, at place: TeamProviderInfo.Gatehouse
    ) throws(ProjectFault) -> FileChanges {
        var changes = try environmentFiles(in: folder, settings, at: place)
        let config = ProjectConfig(
            projectName: settings.projectName ?? "amplify", frontend: settings.frontend ?? .javascript)
        try changes.write(ProjectPaths.projectConfig) { () throws(JSONFlaw) in try config.newDocument() }
        try changes.write(ProjectPaths.backendConfig) { () throws(JSONFlaw) in
            try JSONDocument(JSONValue.object([]))
        }
        try changes.write(ProjectPaths.featureFlags) { () throws(JSONFlaw) in try FeatureFlags.newDocument() }
        try changes.write(ProjectPaths.tags) { () throws(JSONFlaw) in try Tags.newDocument() }
        changes.write(
            IgnoredFiles.adding(to: try folder.bytes(ProjectPaths.ignoredFiles)), to: ProjectPaths.ignoredFiles)
        return changes
    }

    /// The files of an environment: its place, and that this machine works in it.
    ///
    /// - Throws: `ProjectFault` if a file that is there already cannot be used.
    package static func environmentFiles(
        in folder: ProjectFolder, _ settings: InitSettings, at place: TeamProviderInfo.Gatehouse
    ) throws(ProjectFault) -> FileChanges {
        var changes = FileChanges()
        let name = settings.environment
        let team = try folder.document(ProjectPaths.teamProviderInfo)
        try changes.write(ProjectPaths.teamProviderInfo) { () throws(JSONFlaw) in
            try TeamProviderInfo.document(changing: team, environment: name, to: place)
        }
        let local = try folder.document(ProjectPaths.localEnvironment)
        try changes.write(ProjectPaths.localEnvironment) { () throws(JSONFlaw) in
            try LocalEnvironment(environment: name).document(changing: local, projectPath: folder.root.path)
        }
        let profiles = try folder.document(ProjectPaths.localAWS)
        try changes.write(ProjectPaths.localAWS) { () throws(JSONFlaw) in
            try LocalProfile(profile: settings.profile).document(changing: profiles, environment: name)
        }
        return changes
    }

    /// The files after `add auth` or `update auth`.
    ///
    /// - Parameters:
    ///   - settings: the new settings.
    ///   - credentials: the ids that were typed; secrets are not written here.
    /// - Returns: the changes.
    /// - Throws: `ProjectFault` if a member of a file cannot be set, or if a program of a trigger cannot be read.
    package func changes(
        toAuth settings: AuthSettings, credentials: ProviderCredentials
    ) throws(ProjectFault) -> FileChanges {
        var changes = FileChanges()
        let path = auth?.path ?? ProjectPaths.auth(settings.resourceName, "cli-inputs.json")
        let present = auth
        try changes.write(path) { () throws(JSONFlaw) in
            guard let present, let inputs = present.inputs else { return try settings.newInputs() }
            return try settings.inputs(changing: inputs, from: present.settings)
        }
        try changes.writeIfAny(ProjectPaths.auth(settings.resourceName, "gatehouse.json")) {
            () throws(JSONFlaw) in try settings.own(changing: present?.own)
        }
        try addGroups(settings, to: &changes)
        try addFunctions(settings, to: &changes)
        if let environment = local?.environment, !credentials.ids.isEmpty || !credentials.furtherIDs.isEmpty {
            let team = documents[ProjectPaths.teamProviderInfo]
            try changes.write(ProjectPaths.teamProviderInfo) { () throws(JSONFlaw) in
                try TeamProviderInfo.document(
                    changing: team, environment: environment, resource: settings.resourceName, to: credentials)
            }
        }
        let backend = documents[ProjectPaths.backendConfig]
        try changes.write(ProjectPaths.backendConfig) { () throws(JSONFlaw) in
            try BackendConfig.document(changing: backend, to: settings)
        }
        return changes
    }

    private func addGroups(_ settings: AuthSettings, to changes: inout FileChanges) throws(ProjectFault) {
        let groups = documents[ProjectPaths.groups]
        guard settings.groups.isEmpty else {
            return try changes.write(ProjectPaths.groups) { () throws(JSONFlaw) in
                try GroupPrecedence.document(changing: groups, to: settings.groups)
            }
        }
        if groups != nil { changes.remove("amplify/backend/auth/userPoolGroups") }
    }

    /// Writes the programs of triggers that have none: one that is there may have been edited, or be AWS's tool's.
    private func addFunctions(_ settings: AuthSettings, to changes: inout FileChanges) throws(ProjectFault) {
        for trigger in Trigger.allCases {
            guard let templates = settings.triggers[trigger.rawValue] else { continue }
            let name = trigger.functionName(resource: settings.resourceName)
            let place = "amplify/backend/function/\(name)"
            let names = try folder.names("\(place)/src")
            // A server would run it in place of any other program of the function, also of one that is not built yet.
            let isNew = try folder.names(place).isEmpty
            guard isNew || names.contains(TriggerProgram.main) else { continue }
            for file in TriggerProgram.files(templates) {
                let isMain = file.name == TriggerProgram.main
                let path = ProjectPaths.function(name, "src/\(file.name)")
                if names.contains(file.name) {
                    guard isMain, try isUnedited(path) else { continue }
                }
                changes.write(Array(file.text.utf8), to: path, isProgram: isMain)
            }
        }
    }

    /// Notes about templates that do not run.
    ///
    /// New settings may add templates to a trigger whose program was made by hand. The program stays as it is.
    ///
    /// - Parameter settings: the new settings, before their files are written.
    /// - Returns: a sentence or two for each trigger.
    /// - Throws: `ProjectFault` if a program cannot be read.
    package func notes(onTemplatesOf settings: AuthSettings) throws(ProjectFault) -> [String] {
        var notes: [String] = []
        for trigger in Trigger.allCases {
            let former = auth?.settings.triggers[trigger.rawValue] ?? []
            let added = (settings.triggers[trigger.rawValue] ?? []).filter {
                $0 != Trigger.ownModule && !former.contains($0)
            }
            let place = "amplify/backend/function/\(trigger.functionName(resource: settings.resourceName))"
            guard !added.isEmpty, try !folder.names(place).isEmpty else { continue }
            let main = "\(place)/src/\(TriggerProgram.main)"
            guard let bytes = try folder.bytes(main) else {
                notes.append(
                    "The trigger \(trigger.label) does not run \(added.joined(separator: ", ")): its program in "
                        + "\(place) was not made by this tool, and stays. Add to it what the template does.")
                continue
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let missing = added.filter { !text.contains("\($0).py") }
            guard !TriggerProgram.isMade(text), !missing.isEmpty else { continue }
            let files = missing.map { "\"\($0).py\"" }.joined(separator: ", ")
            notes.append(
                "The trigger \(trigger.label) does not run \(missing.joined(separator: ", ")): \(main) was changed by "
                    + "hand, and stays. Add \(files) to its list MODULES.")
        }
        return notes
    }

    /// Whether a trigger's program is as it was made for any templates, so that one for others can take its place.
    private func isUnedited(_ path: String) throws(ProjectFault) -> Bool {
        guard let bytes = try folder.bytes(path) else { return false }
        return TriggerProgram.isMade(String(decoding: bytes, as: UTF8.self))
    }

    /// The files after `add api` or `update api`.
    ///
    /// - Parameters:
    ///   - settings: the new settings.
    ///   - schema: the schema of a new API; `nil` leaves the present one.
    /// - Returns: the changes.
    /// - Throws: `ProjectFault` if a member of a file cannot be set.
    package func changes(toAPI settings: APISettings, schema: String?) throws(ProjectFault) -> FileChanges {
        var changes = FileChanges()
        let present = api
        try changes.write(ProjectPaths.api(settings.name, "cli-inputs.json")) { () throws(JSONFlaw) in
            guard let present, let inputs = present.inputs else { return try settings.inputs(changing: nil) }
            return try settings.inputs(changing: (inputs, present.settings))
        }
        if let schema { changes.write(Array(schema.utf8), to: ProjectPaths.api(settings.name, "schema.graphql")) }
        // The file can have more of a strategy than the settings, for example the function of a handler.
        if present == nil || present?.settings.conflicts != settings.conflicts {
            try changeConflicts(to: settings, &changes)
        }
        let backend = documents[ProjectPaths.backendConfig]
        let authName = self.backend.auth?.name
        try changes.write(ProjectPaths.backendConfig) { () throws(JSONFlaw) in
            try BackendConfig.document(changing: backend, to: settings, auth: authName)
        }
        return changes
    }

    /// Writes conflict detection into `transform.conf.json`.
    private func changeConflicts(to settings: APISettings, _ changes: inout FileChanges) throws(ProjectFault) {
        let path = ProjectPaths.api(settings.name, "transform.conf.json")
        let transform = try folder.document(path)
        try changes.write(path) { () throws(JSONFlaw) in
            var document =
                if let transform { transform } else {
                    try JSONDocument(["Version": 5, "ElasticsearchWarning": true] as JSONValue)
                }
            if let config = settings.resolverConfig {
                try document.set(config, at: "/ResolverConfig")
            } else {
                try document.remove(at: "/ResolverConfig")
            }
            return document
        }
    }

    /// The list of groups, which is a part of the auth resource.
    private static let groups = "auth/userPoolGroups"

    /// The other resources that need one, as `category/name`.
    package func dependents(of resource: BackendConfig.Resource) -> [String] {
        backend.dependents(of: resource).filter { $0 != Self.groups }
    }

    /// The changes of `remove`: it deletes the files of the resource, and takes it from the list of resources.
    ///
    /// - Throws: `ProjectFault` if another resource needs it.
    package func changes(removing resource: BackendConfig.Resource) throws(ProjectFault) -> FileChanges {
        let dependents = dependents(of: resource)
        guard dependents.isEmpty else {
            throw ProjectFault(
                ProjectPaths.backendConfig,
                "\(dependents.joined(separator: ", ")) needs \(resource.category)/\(resource.name).",
                cure: "Remove what needs it first.")
        }
        var changes = FileChanges()
        let backend = documents[ProjectPaths.backendConfig]
        let others = self.backend.resources.filter {
            resource.category == "auth" && "\($0.category)/\($0.name)" == Self.groups
        }
        try changes.write(ProjectPaths.backendConfig) { () throws(JSONFlaw) in
            var document = if let backend { backend } else { try JSONDocument(JSONValue.object([])) }
            for removed in others + [resource] {
                document = try BackendConfig.document(removing: removed, from: document)
            }
            return document
        }
        for removed in others + [resource] { changes.remove("amplify/backend/\(removed.category)/\(removed.name)") }
        return changes
    }
}

extension FileChanges {
    /// Writes a document; a flaw gets the file's path.
    package mutating func write(
        _ path: String, _ make: () throws(JSONFlaw) -> JSONDocument
    ) throws(ProjectFault) {
        do throws(JSONFlaw) {
            write(try make(), to: path)
        } catch {
            throw ProjectFault(path, error)
        }
    }

    /// Writes a document if there is one.
    fileprivate mutating func writeIfAny(
        _ path: String, _ make: () throws(JSONFlaw) -> JSONDocument?
    ) throws(ProjectFault) {
        do throws(JSONFlaw) {
            if let document = try make() { write(document, to: path) }
        } catch {
            throw ProjectFault(path, error)
        }
    }
}

extension BackendConfig {
    /// The file with an API; other members of the resource stay.
    ///
    /// - Throws: `JSONFlaw` if a member cannot be set.
    static func document(
        changing document: JSONDocument?, to settings: APISettings, auth: String?
    ) throws(JSONFlaw) -> JSONDocument {
        var changed = if let document { document } else { try JSONDocument(JSONValue.object([])) }
        let place = JSONPointer(["api", settings.name])
        let usesPool = settings.modes.contains { $0.mode == "AMAZON_COGNITO_USER_POOLS" }
        if changed[place] == nil {
            var list = MemberList()
            list.text("service", "AppSync")
            list.text("providerPlugin", "awscloudformation")
            list.add("dependsOn", [])
            try changed.set(.object(list.members), at: place)
        }
        for member in settings.configMembers(auth: auth) {
            try changed.set(member.value, at: place.appending("output").appending("authConfig").appending(member.name))
        }
        let dependencies = place.appending("dependsOn")
        var present: [JSONValue] = []
        if case .array(let elements)? = changed[dependencies] { present = elements }
        guard usesPool, let auth else {
            // An auth resource that the API no longer needs can be removed.
            for (index, element) in present.enumerated().reversed()
            where element["category"] == .string("auth") && element["attributes"] == .strings(["UserPoolId"]) {
                try changed.remove(at: dependencies.appending(String(index)))
            }
            return changed
        }
        guard !present.contains(where: { $0["category"] == .string("auth") }) else { return changed }
        let dependency: JSONValue = [
            "category": "auth", "resourceName": .string(auth), "attributes": ["UserPoolId"],
        ]
        if changed[dependencies] == nil { try changed.set(.array([]), at: dependencies) }
        try changed.set(dependency, at: dependencies.appending(String(present.count)))
        return changed
    }
}
