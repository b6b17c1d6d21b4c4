// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject

/// A command of a project: its options, and what surrounds it.
///
/// Each command is a method in an extension.
struct ProjectCommand {
    let options: ProjectOptions
    let surroundings: Surroundings

    /// An environment with its place on a server.
    struct Environment {
        /// The name.
        let name: String
        /// Where it is.
        let place: TeamProviderInfo.Gatehouse
        /// The profile that signs calls on this machine.
        let profile: String?
    }

    // MARK: - Words

    /// The place of questions and messages.
    var dialogue: any Interviewer & Sendable { surroundings.questions }

    /// Says what happens, unless the command is silent.
    func say(_ text: String) {
        if !options.silent { dialogue.say(text) }
    }

    /// Answers the questions of a table.
    ///
    /// - Parameters:
    ///   - interview: the questions.
    ///   - given: answers of the command line, whose questions are not put.
    ///   - prepare: what happens before each question.
    /// - Returns: the questions with their answers.
    /// - Throws: as `InterviewRun.finished`; `WrongUsage` if the file of answers cannot be read.
    func finished(
        _ interview: Interview, given: Answers = Answers(),
        preparing prepare: InterviewRun.Preparation = { _, _ in nil }
    ) async throws -> Interview {
        let source: InterviewRun.Source =
            if let path = options.answers {
                .script(try script(path))
            } else if options.yes || options.headless {
                .defaults
            } else {
                .person
            }
        return try await InterviewRun(source, at: dialogue, given: given).finished(interview, preparing: prepare)
    }

    private func script(_ path: String) throws -> Script {
        let file = URL(filePath: path, relativeTo: surroundings.folder)
        guard let handle = FileHandle(forReadingAtPath: file.path) else {
            throw WrongUsage("The file of answers \(path) cannot be read.", cure: "Name another file with --answers.")
        }
        defer { try? handle.close() }
        let content = try Surroundings.content(of: handle)
        do throws(JSONFlaw) {
            return try Script(content)
        } catch {
            throw WrongUsage(
                "\(path):\(error.line): \(error.pointer): \(error.problem)", cure: "Correct the file of answers.")
        }
    }

    // MARK: - The project

    /// The folder of the project.
    ///
    /// - Throws: `NoProject`.
    func folder() throws -> ProjectFolder {
        guard let folder = ProjectFolder.containing(surroundings.folder) else { throw NoProject() }
        return folder
    }

    /// The project; what it has besides Gatehouse's parts is said once.
    ///
    /// - Throws: `NoProject`; `ProjectFault`.
    func project() throws -> Project {
        let project = try Project(folder())
        for note in project.notes { say("Note: \(note)") }
        return project
    }

    /// The environment that the command is about: that of `--env`, else the current one.
    ///
    /// - Throws: `DeploymentFault` if there is none on Gatehouse; `ProjectFault`.
    func environment(of project: Project) throws -> Environment {
        guard let name = options.environment ?? project.local?.environment else { throw Self.noCurrentEnvironment }
        return try environment(name, of: project)
    }

    /// Refuses another environment than the current one for a command that uses the ids in the folder.
    ///
    /// - Parameters:
    ///   - project: the project.
    ///   - isNeeded: whether the folder must have a current environment.
    /// - Throws: `DeploymentFault`.
    func requireCurrentEnvironment(of project: Project, isNeeded: Bool = false) throws(DeploymentFault) {
        guard let current = project.local?.environment else {
            if isNeeded { throw Self.noCurrentEnvironment }
            return
        }
        guard let name = options.environment, name != current else { return }
        throw DeploymentFault(
            .unusable, "\(name) is not the current environment, whose ids this folder has.",
            cure: "Work in it first: amplify env checkout \(name).")
    }

    private static let noCurrentEnvironment = DeploymentFault(
        .unusable, "This folder has no current environment.",
        cure: "Choose one with 'amplify env checkout NAME', or make one with 'amplify env add NAME'.")

    /// An environment by its name.
    ///
    /// - Throws: `DeploymentFault` if there is no such environment on Gatehouse; `ProjectFault`.
    func environment(_ name: String, of project: Project) throws -> Environment {
        guard let entry = project.environments?.environments[name] else {
            let others = project.environments?.environments.keys.sorted() ?? []
            throw DeploymentFault(
                .unusable, "The project has no environment \(name).",
                cure: others.isEmpty
                    ? "Make one with 'amplify env add \(name)'."
                    : "Its environments are \(others.joined(separator: ", ")); 'amplify env add' makes another one.")
        }
        guard let place = entry.gatehouse else {
            throw DeploymentFault(
                .unusable, "The environment \(name) lives in AWS.",
                cure: "Make one on Gatehouse beside it with 'amplify env add NAME'; that in AWS stays as it is.")
        }
        return Environment(name: name, place: place, profile: try profile(of: name, in: project.folder))
    }

    private func profile(of environment: String, in folder: ProjectFolder) throws(ProjectFault) -> String? {
        guard let document = try folder.document(ProjectPaths.localAWS) else { return nil }
        do throws(JSONFlaw) {
            return try LocalProfile(document, environment: environment)?.profile
        } catch {
            throw ProjectFault(ProjectPaths.localAWS, error)
        }
    }

    // MARK: - Servers

    /// The way to servers.
    var servers: Servers {
        Servers(
            address: options.server, variables: surroundings.variables, transport: surroundings.transport,
            clock: surroundings.clock, entropy: surroundings.entropy)
    }

    /// The services of an environment's server.
    ///
    /// - Throws: `DeploymentFault`.
    func backend(of environment: Environment) throws(DeploymentFault) -> Backend {
        try servers.backend(environment.place, environment: environment.name, profile: environment.profile)
    }

    /// The file of an environment's secrets on this machine.
    ///
    /// - Throws: `DeploymentFault`.
    func secrets(of environment: Environment) throws(DeploymentFault) -> SecretsStore {
        try SecretsStore(
            variables: surroundings.variables, appID: environment.place.appID, environment: environment.name)
    }
}
