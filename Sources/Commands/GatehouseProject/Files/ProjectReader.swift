// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Reads the files of a project, and collects what it cannot read.
struct ProjectReader {
    private let folder: ProjectFolder
    /// What cannot be read or is not supported, one sentence each.
    private(set) var notes: [String] = []
    /// The documents that were read, by their paths.
    private(set) var documents: [String: JSONDocument] = [:]

    init(_ folder: ProjectFolder) {
        self.folder = folder
    }

    /// Reads a file as a value; `nil` if there is no such file.
    mutating func read<Value>(
        _ path: String, _ make: (JSONDocument) throws(JSONFlaw) -> Value
    ) throws(ProjectFault) -> Value? {
        guard let document = try document(path) else { return nil }
        do throws(JSONFlaw) {
            return try make(document)
        } catch {
            throw ProjectFault(path, error)
        }
    }

    private mutating func document(_ path: String) throws(ProjectFault) -> JSONDocument? {
        guard let document = try folder.document(path) else { return nil }
        documents[path] = document
        return document
    }

    // MARK: - Auth

    mutating func auth(_ backend: BackendConfig) throws(ProjectFault) -> Project.Auth? {
        guard let resource = backend.auth else { return nil }
        let others = backend.resources.filter {
            $0.category == "auth" && $0.name != resource.name && $0.service != BackendConfig.groupsService
        }
        for other in others {
            notes.append("The auth resource \(other.name) stays as it is: Gatehouse makes one, \(resource.name).")
        }
        noteOverrides(resource)
        let name = resource.name
        let ownPath = ProjectPaths.auth(name, "gatehouse.json")
        for file in ["cli-inputs.json", "parameters.json"] {
            let path = ProjectPaths.auth(name, file)
            let found = try read(path) { (document) throws(JSONFlaw) -> AuthSettings? in
                // Only an object without settings counts as a file that is not there.
                _ = try document.cursor.members()
                guard AuthSettings.hasSettings(document) else { return nil }
                return try AuthSettings(inputs: document)
            }
            guard var settings = found ?? nil else { continue }
            // The folder decides; files of old projects have other names inside.
            settings.resourceName = name
            settings.isImported = resource.isImported
            let groups = try read(ProjectPaths.groups, GroupPrecedence.groups)
            if let groups { settings.groups = groups }
            if let own = try document(ownPath) {
                do throws(JSONFlaw) {
                    try settings.add(own: own)
                } catch {
                    throw ProjectFault(ownPath, error)
                }
            }
            return Project.Auth(
                name: name, settings: settings, path: path, inputs: documents[path], own: documents[ownPath])
        }
        guard resource.isImported else {
            throw ProjectFault(
                ProjectPaths.auth(name, "cli-inputs.json"), "The resource \(name) of backend-config.json has no files.",
                cure: "Bring the folder back from the version control system, or run amplify pull.")
        }
        var settings = AuthSettings()
        settings.resourceName = name
        settings.isImported = true
        return Project.Auth(
            name: name, settings: settings, path: ProjectPaths.auth(name, "cli-inputs.json"), inputs: nil, own: nil)
    }

    /// Names the files of a resource that only AWS's tool can run.
    private mutating func noteOverrides(_ resource: BackendConfig.Resource) {
        let folder = "amplify/backend/\(resource.category)/\(resource.name)"
        let names = (try? self.folder.names(folder)) ?? []
        if names.contains("override.ts") {
            notes.append("\(folder)/override.ts is not read: settings that it changes are missing.")
        }
        for name in names where name.hasSuffix("-cloudformation-template.yml") {
            notes.append("\(folder)/\(name) is not read here: settings that exist only there are missing.")
        }
    }

    // MARK: - API

    mutating func api(_ backend: BackendConfig) throws(ProjectFault) -> Project.API? {
        guard let resource = backend.api else { return nil }
        noteOverrides(resource)
        let path = ProjectPaths.api(resource.name, "cli-inputs.json")
        var settings = try read(path) { (document) throws(JSONFlaw) -> APISettings in
            try APISettings(inputs: document)
        }
        if settings == nil, let config = documents[ProjectPaths.backendConfig] {
            settings = try olderAPI(resource.name, config)
            let conflicts = try read(
                ProjectPaths.api(resource.name, "transform.conf.json"), APISettings.conflicts(transform:))
            if let conflicts = conflicts ?? nil { settings?.conflicts = conflicts }
        }
        // The folder decides, as for auth: the name is a part of the paths that commands write.
        settings?.name = resource.name
        return Project.API(
            name: resource.name, settings: settings ?? APISettings(name: resource.name), inputs: documents[path],
            schema: try schema(resource.name))
    }

    /// The settings of a project without `cli-inputs.json`: `backend-config.json` has the types of authorization.
    private func olderAPI(_ name: String, _ config: JSONDocument) throws(ProjectFault) -> APISettings? {
        do throws(JSONFlaw) {
            let output = try config.cursor.member("api")?.member(name)?.member("output")
            guard let types = try output?.member("authConfig") else { return nil }
            return try APISettings(name: name, authConfig: types)
        } catch {
            throw ProjectFault(ProjectPaths.backendConfig, error)
        }
    }

    /// The text of `schema.graphql`, or of all files of the folder `schema`.
    private func schema(_ name: String) throws(ProjectFault) -> String {
        if let bytes = try folder.bytes(ProjectPaths.api(name, "schema.graphql")) {
            return String(decoding: bytes, as: UTF8.self)
        }
        var text = ""
        var count = 0
        for path in try graphQLFiles(ProjectPaths.api(name, "schema"), depth: 0) {
            count += 1
            guard count <= 500 else {
                throw ProjectFault(path, "The schema has more than 500 files.", cure: "Use fewer files.")
            }
            text += String(decoding: try folder.bytes(path) ?? [], as: UTF8.self) + "\n"
            guard text.utf8.count <= JSONDocument.largestSize else {
                throw ProjectFault(path, "The schema is larger than 5 MiB.", cure: "Use a smaller schema.")
            }
        }
        return text
    }

    private func graphQLFiles(_ path: String, depth: Int) throws(ProjectFault) -> [String] {
        var paths: [String] = []
        guard depth < 8 else { return [] }
        for name in try folder.names(path) {
            if name.hasSuffix(".graphql") {
                paths.append("\(path)/\(name)")
            } else if !name.contains(".") {
                paths += try graphQLFiles("\(path)/\(name)", depth: depth + 1)
            }
        }
        return paths
    }

    // MARK: - The rest

    mutating func noteForeign(_ backend: BackendConfig) {
        let foreign = backend.foreignCategories
        guard !foreign.isEmpty else { return }
        notes.append(
            "Gatehouse does not make these categories, whose files stay as they are: \(foreign.joined(separator: ", "))."
        )
    }
}

extension APISettings {
    /// Reads `ResolverConfig` of `transform.conf.json`; `nil` while conflict detection is off.
    static func conflicts(transform document: JSONDocument) throws(JSONFlaw) -> Conflicts? {
        guard let config = try document.cursor.member("ResolverConfig"), let project = try config.member("project")
        else {
            return nil
        }
        var conflicts = Conflicts(strategy: try strategy(project))
        for (name, model) in try config.member("models")?.members() ?? [] {
            conflicts.models[name] = try strategy(model)
        }
        return conflicts
    }

    private static func strategy(_ cursor: JSONCursor) throws(JSONFlaw) -> Strategy {
        guard let member = try cursor.member("ConflictHandler") else {
            throw cursor.flaw("The member ConflictHandler is missing.")
        }
        switch try member.string() {
        case "AUTOMERGE": return .autoMerge
        case "OPTIMISTIC_CONCURRENCY": return .optimisticConcurrency
        case "LAMBDA":
            return .function(try cursor.member("LambdaConflictHandler")?.member("name")?.string())
        default: throw member.flaw("The value is not one of AUTOMERGE, OPTIMISTIC_CONCURRENCY and LAMBDA.")
        }
    }

    /// Reads `output.authConfig` of `backend-config.json`.
    init(name: String, authConfig cursor: JSONCursor) throws(JSONFlaw) {
        self.init(name: name)
        if let row = try cursor.member("defaultAuthentication") { authorization = try Authorization(config: row) }
        for row in try cursor.member("additionalAuthenticationProviders")?.elements() ?? [] {
            additional.append(try Authorization(config: row))
        }
    }
}

extension APISettings.Authorization {
    init(config cursor: JSONCursor) throws(JSONFlaw) {
        guard let member = try cursor.member("authenticationType") else {
            throw cursor.flaw("The member authenticationType is missing.")
        }
        switch try member.string() {
        case "API_KEY":
            let config = try cursor.member("apiKeyConfig")
            self = .apiKey(
                description: try config?.member("description")?.string() ?? "",
                days: try config?.member("apiKeyExpirationDays")?.integer() ?? 7)
        case "AWS_IAM": self = .iam
        case "AMAZON_COGNITO_USER_POOLS": self = .userPool(id: nil)
        case "OPENID_CONNECT":
            let config = try cursor.member("openIDConnectConfig")
            self = .openIDConnect(
                name: try config?.member("name")?.string() ?? "",
                issuer: try config?.member("issuerUrl")?.string() ?? "",
                clientID: try config?.member("clientId")?.string(), issuedTTL: nil, authenticationTTL: nil)
        case "AWS_LAMBDA":
            let config = try cursor.member("lambdaAuthorizerConfig")
            self = .function(
                name: try config?.member("lambdaFunction")?.string() ?? "",
                seconds: try config?.member("ttlSeconds")?.integer() ?? 300)
        default: throw member.flaw("The type of authorization is unknown.")
        }
    }
}
