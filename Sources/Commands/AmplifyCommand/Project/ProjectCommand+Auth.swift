// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject

/// `amplify add auth` and `amplify update auth`.
extension ProjectCommand {
    private static let service = "The service is Cognito, and its provider awscloudformation."

    /// Adds an auth resource.
    ///
    /// - Throws: `Refusal` if the project has one; `HeadlessFlaws`, `AnswerRefusal`, `ProjectFault`, `DeploymentFault`.
    func addAuth() async throws {
        let project = try project()
        if let present = project.backend.auth {
            throw Refusal(
                "The project has auth already: \(present.name).", cure: "Change it with 'amplify update auth'.")
        }
        try requireCurrentEnvironment(of: project)
        say(Self.service)
        let circumstances = project.authCircumstances(.create, id: surroundings.newID())
        let (settings, credentials): (AuthSettings, ProviderCredentials) =
            if options.headless {
                try HeadlessAuth(surroundings.input(), .create).settings(circumstances)
            } else {
                try await newAuth(circumstances)
            }
        try write(settings, credentials, to: project)
        sayWritten(
            "The auth resource \(settings.resourceName) was added to the local project: its local CLI metadata is "
                + "configured.")
    }

    /// Asks for the settings of a new auth resource.
    func newAuth(_ circumstances: Circumstances) async throws -> (AuthSettings, ProviderCredentials) {
        let interview = try await finished(Interview(AuthTable.rows, circumstances))
        return (AuthSettings(interview), ProviderCredentials(interview.answers))
    }

    /// Changes the auth resource.
    ///
    /// - Throws: `Refusal` if the project has none, or if the person declines a loss; `HeadlessFlaws`, `AnswerRefusal`,
    ///   `ProjectFault`, `DeploymentFault`.
    func updateAuth() async throws {
        let project = try project()
        guard let resource = project.backend.auth else {
            throw Refusal("The project has no auth.", cure: "Add it with 'amplify add auth'.")
        }
        guard !resource.isImported, let auth = project.auth else {
            throw Refusal(
                "The auth resource \(resource.name) is imported: its pools are changed where they were made.",
                cure: "To import others, remove it with 'amplify remove auth', then run 'amplify import auth'.")
        }
        try requireCurrentEnvironment(of: project)
        say(Self.service)
        let circumstances = project.authCircumstances(.update, id: surroundings.newID())
        let (settings, credentials): (AuthSettings, ProviderCredentials) =
            if options.headless {
                try HeadlessAuth(surroundings.input(), .update).settings(updating: auth.settings, circumstances)
            } else {
                try await changedAuth(auth.settings, circumstances)
            }
        guard try write(settings, credentials, to: project) else {
            return say("Nothing was changed: the auth resource \(settings.resourceName) has these settings already.")
        }
        sayWritten("The auth resource \(settings.resourceName) was updated in the local project.")
    }

    private func changedAuth(
        _ present: AuthSettings, _ circumstances: Circumstances
    ) async throws -> (AuthSettings, ProviderCredentials) {
        let interview = try await finished(Interview(AuthTable.rows, circumstances))
        guard !AuthSettings.isDeclined(interview.answers) else {
            throw Refusal("The sign-in pages stay: nothing was changed.", cure: "Choose another way to update auth.")
        }
        return (present.updated(by: interview), ProviderCredentials(interview.answers))
    }

    /// Writes the files of an auth resource; first its secrets, to the file outside the project.
    ///
    /// - Returns: whether a file or a secret is another one than before.
    /// - Throws: `DeploymentFault`, `ProjectFault`.
    @discardableResult
    func write(
        _ settings: AuthSettings, _ credentials: ProviderCredentials, to project: Project
    ) throws -> Bool {
        let changes = try project.changes(toAuth: settings, credentials: credentials)
        // Ids and secrets of providers belong to an environment.
        let hasIDs = !credentials.ids.isEmpty || !credentials.furtherIDs.isEmpty
        try requireCurrentEnvironment(of: project, isNeeded: hasIDs || !credentials.secrets.isEmpty)
        if !credentials.secrets.isEmpty {
            let environment = try environment(of: project)
            try secrets(of: environment).add(credentials.secrets, of: settings.resourceName)
        }
        let notes = try project.notes(onTemplatesOf: settings)
        let isChanged = try project.folder.isChanged(by: changes)
        try project.folder.write(changes)
        for note in notes { dialogue.writeLine("Note: \(note)") }
        return isChanged || !credentials.secrets.isEmpty
    }

    /// Says what was written, and what to do next.
    func sayWritten(_ text: String) {
        say(text)
        say("")
        say("Next steps:")
        say("'amplify push' makes the resources on the server, and writes the configuration files of the app.")
        say("'amplify status' shows what a push would do.")
    }
}
