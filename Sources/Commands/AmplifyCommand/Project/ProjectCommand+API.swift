// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseDeployment
import GatehouseDialogue
import GatehouseModelGenerator
import GatehouseProject

/// `amplify add api` and `amplify update api`.
extension ProjectCommand {
    // MARK: - Adding

    /// Adds a GraphQL API.
    ///
    /// - Throws: `Refusal` if the project has one; `HeadlessFlaws`, `AnswerRefusal`, `ProjectFault`, `DeploymentFault`.
    func addAPI() async throws {
        var project = try project()
        if let present = project.backend.api {
            throw Refusal(
                "The project has a GraphQL API already: \(present.name).", cure: "Change it with 'amplify update api'.")
        }
        if options.headless {
            let object = try HeadlessAPI(surroundings.input(), .create)
            let settings = object.settings(updating: nil)
            try requireAuth(for: settings, in: project)
            return try finish(settings, schema: object.schema ?? "", in: project, edits: false)
        }
        let circumstances = project.apiCircumstances(.create, id: surroundings.newID())
        let interview = try await finished(Interview(APITable.rows, circumstances))
        let settings = APISettings(name: circumstances.projectName.lowercased()).updated(by: interview)
        // All questions are answered before a file is written.
        if let (auth, credentials) = try await authAlong(interview.answers, of: project) {
            try write(auth, credentials, to: project)
            say("The auth resource \(auth.resourceName) was added to the local project.")
            project = try Project(project.folder)
        }
        let template = interview.answers.text("schemaTemplate").flatMap(SchemaTemplate.init) ?? .single
        try finish(
            settings, schema: template.text(mode: settings.authorization.mode), in: project,
            edits: isAtTerminal && interview.answers.flag("editSchema") == true)
    }

    /// The auth resource that an API with a user pool needs; `nil` if it needs none.
    private func authAlong(
        _ answers: Answers, of project: Project
    ) async throws -> (AuthSettings, ProviderCredentials)? {
        guard let adds = answers.flag("addAuth") else { return nil }
        guard adds, options.answers == nil else { throw Self.missingAuth }
        return try await newAuth(project.authCircumstances(.create, id: surroundings.newID()))
    }

    /// Refuses the settings of a headless object that need a user pool of the project, which has none.
    private func requireAuth(for settings: APISettings, in project: Project) throws(Refusal) {
        guard project.backend.auth == nil, settings.modes.contains(.userPool(id: nil)) else { return }
        throw Self.missingAuth
    }

    private static let missingAuth = Refusal(
        "The API authorizes requests by a user pool, which the project does not have. Nothing was written.",
        cure: "Run 'amplify add auth' first, or choose another authorization type.")

    private func finish(_ settings: APISettings, schema: String, in project: Project, edits: Bool) throws {
        try project.folder.write(try project.changes(toAPI: settings, schema: schema))
        let path = ProjectPaths.api(settings.name, "schema.graphql")
        if edits, !surroundings.edit(project.folder.root.appending(path: path)) {
            say("Edit the schema with any editor: the variables VISUAL and EDITOR name none.")
        }
        say("The schema is \(path).")
        sayWritten("The GraphQL API \(settings.name) was added to the local project.")
    }

    // MARK: - Updating

    /// Changes the GraphQL API.
    ///
    /// - Throws: `Refusal` if the project has none; `HeadlessFlaws`, `AnswerRefusal`, `ProjectFault`, `DeploymentFault`.
    func updateAPI() async throws {
        var project = try project()
        guard let api = project.api else {
            throw Refusal("The project has no GraphQL API.", cure: "Add it with 'amplify add api'.")
        }
        if options.headless {
            let object = try HeadlessAPI(surroundings.input(), .update)
            let settings = object.settings(updating: api.settings)
            try requireAuth(for: settings, in: project)
            try project.folder.write(try project.changes(toAPI: settings, schema: object.schema))
            return try sayUpdated(settings, in: project)
        }
        describe(api, of: project)
        let circumstances = project.apiCircumstances(
            .update, id: surroundings.newID(), models: Self.models(of: api.schema))
        let interview = try await finished(Interview(APITable.rows, circumstances))
        let settings = api.settings.updated(by: interview)
        if let (auth, credentials) = try await authAlong(interview.answers, of: project) {
            try write(auth, credentials, to: project)
            say("The auth resource \(auth.resourceName) was added to the local project.")
            project = try Project(project.folder)
        }
        try project.folder.write(try project.changes(toAPI: settings, schema: nil))
        try sayUpdated(settings, in: project)
    }

    /// Says what was written, and warns of a schema that the new settings do not permit.
    private func sayUpdated(_ settings: APISettings, in project: Project) throws {
        sayWritten("The GraphQL API \(settings.name) was updated in the local project.")
        guard let api = try Project(project.folder).api else { return }
        let errors = APIPlanner.schemaErrors(of: api)
        guard !errors.isEmpty else { return }
        dialogue.say("Warning: 'amplify push' will refuse the schema with these settings:")
        for error in errors { dialogue.say("  \(error)", indent: 2) }
        dialogue.say(
            "Change the schema in amplify/backend/api/\(api.name), or keep the authorization type that it needs as an "
                + "additional one: amplify update api.")
    }

    /// The names of the models; none for a schema with errors, which `push` names.
    private static func models(of schema: String) -> [String] {
        do throws(SchemaErrors) {
            return try GeneratedModels(schema: schema).modelNames
        } catch {
            return []
        }
    }

    /// Shows what the API is: its name, its address after a push, its modes, and conflict detection.
    private func describe(_ api: Project.API, of project: Project) {
        let outputs = project.meta?.resources.first { $0.category == "api" && $0.name == api.name }?.outputs ?? [:]
        say("Name: \(api.name)")
        if let endpoint = outputs["GraphQLAPIEndpointOutput"] { say("Endpoint: \(endpoint)") }
        say("Authorization modes:")
        for (index, mode) in api.settings.modes.enumerated() {
            say("- \(index == 0 ? "Default: " : "")\(Self.words(mode, outputs))")
        }
        say("Conflict detection: \(api.settings.conflicts.map { $0.strategy.name } ?? "disabled")")
        say("")
    }

    private static func words(_ mode: APISettings.Authorization, _ outputs: [String: String]) -> String {
        switch mode {
        case .apiKey(_, let days):
            guard let key = outputs["GraphQLAPIKeyOutput"] else {
                return "API key, which expires \(days) days after it was made"
            }
            let end = outputs["GraphQLAPIKeyExpiresOutput"].map { " (expires \($0))" } ?? ""
            return "API key, for \(days) days: \(key)\(end)"
        case .iam: return "IAM"
        case .userPool: return "Amazon Cognito User Pool"
        case .openIDConnect(let name, let issuer, _, _, _): return "OpenID Connect, \(name): \(issuer)"
        case .function(let name, _): return "Lambda, \(name)"
        }
    }

    /// Whether a person answers the questions.
    var isAtTerminal: Bool { options.answers == nil && !options.yes && !options.headless }
}
