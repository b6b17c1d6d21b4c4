// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseCrypto
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject

/// `amplify init`.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a project of the app's folder, with an environment on a server.",
        discussion: """
            Run it in the root folder of the app. In a folder with a project, it chooses or makes an environment.

            Without questions: --yes with the objects that AWS's tool takes, for example --amplify '{"projectName": \
            "shop", "envName": "dev"}' --frontend '{"frontend": "ios"}' --providers '{"gatehouse": {"baseURL": \
            "http://localhost:9229"}}'.
            """)

    @Option(help: ArgumentHelp("A JSON object with the names of project and environment.", valueName: "json"))
    var amplify: String?

    @Option(help: ArgumentHelp("A JSON object with the type of the app.", valueName: "json"))
    var frontend: String?

    @Option(help: ArgumentHelp("A JSON object with the server and the profile.", valueName: "json"))
    var providers: String?

    @Flag(help: "Print the questions with their keys, defaults and rules, and do nothing.")
    var questions = false

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { command in
            if questions { return command.show(InitTable.rows, .create) }
            try await command.initialize(amplify: amplify, frontend: frontend, providers: providers)
        }
    }
}

extension ProjectCommand {
    /// Makes a project, or an environment of one.
    ///
    /// - Parameters:
    ///   - amplify: the object of `--amplify`.
    ///   - frontend: the object of `--frontend`.
    ///   - providers: the object of `--providers`.
    /// - Throws: `HeadlessFlaws`, `Refusal`, `DeploymentFault`, `ProjectFault`; the folder is as before.
    func initialize(amplify: String?, frontend: String?, providers: String?) async throws {
        let root = surroundings.folder.standardizedFileURL
        let present = ProjectFolder.containing(root)
        if let present, present.root.standardizedFileURL.path != root.path {
            throw Refusal(
                "This folder is inside the project \(present.root.path).",
                cure: "Run 'amplify init' there, or in the root folder of another app.")
        }
        var given = try HeadlessInit.answers(
            amplify: amplify.map { Array($0.utf8) }, frontend: frontend.map { Array($0.utf8) },
            providers: providers.map { Array($0.utf8) })
        add(options.environment, to: &given)
        addServer(to: &given)
        if let present {
            try await initialize(try Project(present), given)
        } else {
            try await initialize(ProjectFolder(root), given)
        }
    }

    /// Adds the environment of `--env`, whose question is part of the details of a new project.
    private func add(_ environment: String?, to given: inout Answers) {
        guard let environment else { return }
        given["useDefaults"] = .flag(false)
        given["envName"] = .text(environment)
    }

    /// Adds the server of `--server`.
    func addServer(to given: inout Answers) {
        guard let server = options.server else { return }
        given["server"] = .text("gatehouse")
        given["baseURL"] = .text(server)
        // Without questions, the variables of AWS's tools sign the calls, or a development server's key does.
        if options.yes, given["auth"] == nil { given["auth"] = .text("none") }
    }

    // MARK: - A new project

    private func initialize(_ folder: ProjectFolder, _ given: Answers) async throws {
        let names = try folder.names("")
        var circumstances = Circumstances(
            projectName: InitTable.projectName(ofFolder: folder.root.lastPathComponent),
            frontend: InitTable.frontend(ofNames: names), id: surroundings.newID())
        try addServerOffers(to: &circumstances, of: nil)
        let interview = try await finished(Interview(InitTable.rows, circumstances), given: given) { key, interview in
            if key == "useDefaults", given[key] == nil { show(summary: interview) }
            return nil
        }
        let settings = InitSettings(interview)
        let made = try await makeEnvironment(settings, of: nil)
        try await keepingRecords(made) {
            try folder.write(try Project.newFiles(in: folder, settings, at: made.place))
        }
        say("The project \(settings.projectName ?? "") has the environment \(settings.environment).")
        say("")
        say("Next: 'amplify add auth' adds sign-up and sign-in, and 'amplify push' makes both on the server.")
    }

    /// Shows what a new project gets by default.
    private func show(summary interview: Interview) {
        let circumstances = interview.circumstances
        dialogue.show(
            Table(
                ["Name", "Environment", "Type of app"],
                [
                    [
                        interview.answers.text("projectName") ?? circumstances.projectName, "dev",
                        circumstances.frontend.rawValue,
                    ]
                ]))
    }

    // MARK: - An environment of a project

    private func initialize(_ project: Project, _ given: Answers) async throws {
        let names = project.gatehouseEnvironments
        var circumstances = project.authCircumstances(.create, id: surroundings.newID())
        circumstances.offers["existingEnvName"] = names
        try addServerOffers(to: &circumstances, of: project)
        var given = given
        // The keys of a new project have no question here.
        for key in ["projectName", "frontend", "useDefaults"] { given[key] = nil }
        if let name = given["envName"]?.text, names.contains(name) {
            given["useExistingEnvironment"] = .flag(true)
            given["existingEnvName"] = .text(name)
        } else if names.isEmpty || given["envName"] != nil {
            given["useExistingEnvironment"] = .flag(false)
        }
        let interview = try await finished(Interview(InitTable.rows, circumstances), given: given)
        let settings = InitSettings(interview)
        if settings.isExisting {
            try await checkOut(settings.environment, of: project, restoring: false)
        } else {
            try await add(settings, to: project)
        }
    }

    /// Makes an environment with all resources of the project, and works in it.
    func add(_ settings: InitSettings, to project: Project) async throws {
        guard project.environments?.environments[settings.environment]?.gatehouse == nil else {
            throw Refusal(
                "The project has the environment \(settings.environment) already.",
                cure: "Work in it with 'amplify env checkout \(settings.environment)', or choose another name.")
        }
        let made = try await makeEnvironment(settings, of: project)
        try await keepingRecords(made) {
            var changes = try Project.environmentFiles(in: project.folder, settings, at: made.place)
            // They have the ids of another environment.
            changes.remove(ProjectPaths.meta)
            changes.remove(ProjectPaths.pushed)
            try project.folder.write(changes)
        }
        say("The project has the environment \(settings.environment). 'amplify push' makes its resources.")
    }
}

extension Project {
    /// The names of the environments on Gatehouse: the current one first, then the others by name.
    var gatehouseEnvironments: [String] {
        let names = environments?.environments.filter { $0.value.gatehouse != nil }.keys.sorted() ?? []
        return names.filter { $0 == local?.environment } + names.filter { $0 != local?.environment }
    }
}
