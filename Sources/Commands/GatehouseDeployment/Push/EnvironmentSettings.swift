// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseProject

/// What the files of a project, and the file of its secrets, say of one environment on Gatehouse.
struct EnvironmentSettings: Sendable {
    /// The name.
    let name: String
    /// Where it is.
    let place: TeamProviderInfo.Gatehouse
    /// Ids and secrets of providers.
    let credentials: ProviderCredentials
    /// The ids of pools that were made elsewhere.
    let imported: ImportedAuth?
    /// The tags of `tags.json`.
    let tags: [String: String]
    /// The metadata of SAML providers that are in files of the project.
    let samlMetadata: [String: String]
    /// Whether `team-provider-info.json` has secrets, which the next push moves out.
    let hasSecretsInProject: Bool

    /// Reads an environment.
    ///
    /// - Parameters:
    ///   - name: the name; `nil` for the one that this machine works in.
    ///   - project: the project.
    ///   - variables: the variables of the process, for the place of the secrets.
    /// - Throws: `DeploymentFault` if there is no such environment on Gatehouse, or a file cannot be used.
    init(_ name: String?, of project: Project, variables: [String: String]) throws(DeploymentFault) {
        guard let name = name ?? project.local?.environment else {
            throw DeploymentFault(
                .unusable, "This folder has no current environment.",
                cure: "Choose one: amplify env checkout, or amplify init.")
        }
        let environment = project.environments?.environments[name]
        guard let place = environment?.gatehouse else { throw Self.absence(of: name, environment) }
        self.name = name
        self.place = place
        var credentials = ProviderCredentials()
        var imported: ImportedAuth?
        var hasSecrets = false
        if let auth = project.auth {
            let secrets = try SecretsStore(variables: variables, appID: place.appID, environment: name)
            let old = try Self.oldSecrets(in: project, name, auth.name)
            hasSecrets = old != nil
            credentials.ids = environment?.identifiers[auth.name] ?? [:]
            credentials.furtherIDs =
                (old?.furtherIDs ?? [:]).merging(place.identifiers[auth.name] ?? [:]) { $1 }
            credentials.secrets = (old?.secrets ?? [:]).merging(try secrets.secrets(of: auth.name)) { $1 }
            if auth.settings.isImported {
                imported = ImportedAuth(identifiers: credentials.ids)
                guard imported != nil else {
                    throw DeploymentFault(
                        .unusable, "The environment \(name) has no ids of the imported resource \(auth.name).",
                        cure: "Run amplify remove auth, then amplify import auth.")
                }
            }
        }
        self.credentials = credentials
        self.imported = imported
        hasSecretsInProject = hasSecrets
        tags = try checked { () throws(ProjectFault) in try Self.tags(of: project, name) }
        samlMetadata = try checked { () throws(ProjectFault) in try Self.samlMetadata(of: project) }
    }

    private static func absence(of name: String, _ environment: TeamProviderInfo.Environment?) -> DeploymentFault {
        guard environment?.isOnlyInAWS == true else {
            return DeploymentFault(
                .unusable, "\(ProjectPaths.teamProviderInfo) does not say where the environment \(name) is.",
                cure: "Run amplify pull --appId ID --envName \(name), or amplify env add \(name).")
        }
        return DeploymentFault(
            .unusable, "The environment \(name) lives in AWS, and this tool does not change it.",
            cure: "Make one on Gatehouse beside it: amplify env add.")
    }

    // MARK: - Old secrets

    /// The secrets that an old project has in the folder; `nil` without any.
    private static func oldSecrets(
        in project: Project, _ environment: String, _ resource: String
    ) throws(DeploymentFault) -> ProviderCredentials? {
        guard project.environments?.environments[environment]?.resourcesWithSecrets.contains(resource) == true else {
            return nil
        }
        return try checked { () throws(ProjectFault) in
            try moved(in: project.folder, environment, resource)?.secrets
        }
    }

    private static func moved(
        in folder: ProjectFolder, _ environment: String, _ resource: String
    ) throws(ProjectFault) -> (secrets: ProviderCredentials, document: JSONDocument)? {
        guard let document = try folder.document(ProjectPaths.teamProviderInfo) else { return nil }
        do throws(JSONFlaw) {
            return try TeamProviderInfo.movingSecrets(
                outOf: document, environment: environment, resource: resource)
        } catch {
            throw ProjectFault(ProjectPaths.teamProviderInfo, error)
        }
    }

    /// Moves the secrets that an old project has in the folder to the file outside, and the ids beside the others.
    ///
    /// - Parameters:
    ///   - project: the project.
    ///   - variables: the variables of the process, for the place of the secrets.
    /// - Throws: `DeploymentFault` if a file cannot be used; the secrets are in one of the files then.
    func moveSecrets(outOf project: Project, variables: [String: String]) throws(DeploymentFault) {
        guard hasSecretsInProject, let auth = project.auth else { return }
        let store = try SecretsStore(variables: variables, appID: place.appID, environment: name)
        try store.add(credentials.secrets, of: auth.name)
        let keeper = FolderKeeper(folder: project.folder, environment: name, place: place)
        try keeper.writing { (changes: inout FileChanges) throws(ProjectFault) in
            guard let moved = try Self.moved(in: project.folder, name, auth.name) else { return }
            try changes.write(ProjectPaths.teamProviderInfo) { () throws(JSONFlaw) in
                try TeamProviderInfo.document(
                    changing: moved.document, environment: name, resource: auth.name, to: credentials)
            }
        }
    }

    // MARK: - Files

    private static func tags(of project: Project, _ environment: String) throws(ProjectFault) -> [String: String] {
        guard let document = try project.folder.document(ProjectPaths.tags) else { return [:] }
        do throws(JSONFlaw) {
            let tags = try Tags.tags(document, project: project.config.projectName, environment: environment)
            return Dictionary(tags.map { ($0.key, $0.value) }) { _, last in last }
        } catch {
            throw ProjectFault(ProjectPaths.tags, error)
        }
    }

    private static func samlMetadata(of project: Project) throws(ProjectFault) -> [String: String] {
        var metadata: [String: String] = [:]
        let root = project.folder.root.path + "/"
        for provider in project.auth?.settings.hostedPages?.samlProviders ?? [] {
            let place = provider.metadata
            guard !place.hasPrefix("https://"), !place.hasPrefix("http://") else { continue }
            let path = place.hasPrefix(root) ? String(place.dropFirst(root.count)) : place
            guard !path.hasPrefix("/"), let bytes = try project.folder.bytes(path) else {
                throw ProjectFault(
                    path, "The file with the metadata of the provider \(provider.name) is not in the project.",
                    cure: "Copy the file into the project, and name it with amplify update auth.")
            }
            metadata[provider.name] = String(decoding: bytes, as: UTF8.self)
        }
        return metadata
    }
}

extension WantedState {
    /// What a project wants of an environment.
    ///
    /// - Parameters:
    ///   - project: the project.
    ///   - settings: the environment.
    ///   - triggerARNs: the ARNs of functions by the names of triggers.
    ///   - removed: the resources that the project no longer has.
    ///   - formerImports: the resources of the last push that were imported.
    ///   - deletesUsers: whether the users of removed pools are deleted.
    ///   - makesNewPools: whether pools that are gone are made anew.
    init(
        _ project: Project, _ settings: EnvironmentSettings, triggerARNs: [String: String] = [:],
        removed: [ResourceName] = [], formerImports: Set<ResourceName> = [], deletesUsers: Bool = false,
        makesNewPools: Bool = false
    ) {
        self.init(
            appID: settings.place.appID, projectName: project.config.projectName, environment: settings.name,
            region: settings.place.region, auth: project.auth?.settings, imported: settings.imported,
            credentials: settings.credentials, api: project.api?.settings, schema: project.api?.schema,
            frontend: project.config.frontend, authRoleName: settings.place.authRoleName ?? "",
            unauthRoleName: settings.place.unauthRoleName ?? "", triggerARNs: triggerARNs, removed: removed,
            deletesUsers: deletesUsers, makesNewPools: makesNewPools, forcesAliases: project.flags.forcesAliases,
            tags: settings.tags, samlMetadata: settings.samlMetadata, formerImports: formerImports)
    }
}
