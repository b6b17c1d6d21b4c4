// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseClient
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject
import ProjectShapes

/// `amplify pull`.
struct PullCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull", abstract: "Bring a pushed project into this folder, and write the app's files.",
        discussion: """
            In a project, it brings the newest state of the environment. Files with changes that were not pushed are \
            named, and a copy of them is kept. In an empty folder, it asks for server, project and environment.
            """)

    @Argument(help: "A category. A pull always has the whole project.")
    var category: ResourceCategory?

    @Option(
        name: .customLong("appId"), help: ArgumentHelp("The id of the project on the server.", valueName: "id"))
    var appID: String?

    @Option(name: .customLong("envName"), help: ArgumentHelp("The environment.", valueName: "name"))
    var environment: String?

    @Flag(help: "Overwrite local changes without a question; a copy of them is kept.")
    var restore = false

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        let request = PullRequest(appID: appID, environment: environment, restores: restore)
        try await options.run { try await $0.pull(request) }
    }
}

/// What the command line of a pull says.
struct PullRequest {
    /// The id of the project's record.
    var appID: String?
    /// The environment.
    var environment: String?
    /// Whether local changes are overwritten without a question.
    var restores = false
}

extension ProjectCommand {
    /// Brings a pushed project into the folder.
    ///
    /// - Throws: `DeploymentFault`, `ProjectFault`; `Refusal` if the person declines, and the folder is as before.
    func pull(_ request: PullRequest) async throws {
        guard let present = ProjectFolder.containing(surroundings.folder) else { return try await pullAnew(request) }
        let project = try Project(present)
        let environment = try place(of: request, in: project)
        let backend = try backend(of: environment)
        if environment.name == project.local?.environment { try await showTableIfUsable(of: project, environment) }
        let pull = try await Pull(
            into: project.folder, from: environment.place, environment: environment.name, backend: backend)
        try await apply(pull, to: project, environment, isWanted: request.restores)
        say(
            "The folder has the state \(pull.stateNumber) of \(environment.name): \(pull.changedFiles.count) files changed."
        )
        try await showTable(of: try Project(present), environment)
    }

    /// The environment of a pull in a project, which may know the server of another one only.
    private func place(of request: PullRequest, in project: Project) throws -> Environment {
        let name = request.environment ?? options.environment ?? project.local?.environment
        let known = name.flatMap { project.environments?.environments[$0]?.gatehouse }
        if let name, known != nil || request.appID == nil {
            let environment = try environment(name, of: project)
            guard request.appID == nil || request.appID == environment.place.appID else {
                throw Refusal(
                    "This folder has the project \(environment.place.appID).",
                    cure: "Pull another one in an empty folder.")
            }
            return environment
        }
        guard let name, let appID = request.appID else { return try environment(of: project) }
        // A public repository has no file with the environments.
        let others = project.gatehouseEnvironments.compactMap { project.environments?.environments[$0]?.gatehouse }
        let address = options.server ?? others.first?.baseURL ?? InitTable.developmentAddress
        let place = TeamProviderInfo.Gatehouse(
            baseURL: address, region: others.first?.region ?? defaultRegion, appID: appID, authRoleName: nil,
            unauthRoleName: nil)
        return Environment(name: name, place: place, profile: surroundings.variables["AWS_PROFILE"])
    }

    /// Shows what a push would do, or notes which file cannot be used: the pull can repair it.
    private func showTableIfUsable(of project: Project, _ environment: Environment) async throws {
        do {
            try await showTable(of: project, environment)
        } catch let fault as DeploymentFault where fault.kind == .unusable {
            dialogue.writeLine("Note: \(fault.text)")
        }
    }

    private func showTable(of project: Project, _ environment: Environment) async throws {
        let run = try await pushRun(project, environment)
        let report = PlanReport(try await run.plan(force: false), environment: environment.name)
        report.show(on: surroundings.results)
    }

    // MARK: - An empty folder

    private func pullAnew(_ request: PullRequest) async throws {
        let folder = ProjectFolder(surroundings.folder.standardizedFileURL)
        let names = try folder.names("")
        let circumstances = Circumstances(
            projectName: InitTable.projectName(ofFolder: folder.root.lastPathComponent),
            frontend: InitTable.frontend(ofNames: names), id: surroundings.newID())
        var given = Answers()
        if let server = options.server { given["baseURL"] = .text(server) }
        if let id = request.appID { given["appId"] = .text(id) }
        if let name = request.environment ?? options.environment { given["envName"] = .text(name) }
        let profile = surroundings.variables["AWS_PROFILE"]
        let interview = try await finished(Interview(CommandTables.pull, circumstances), given: given) {
            key, interview in
            try await offer(at: key, &interview, isOpen: given[key] == nil, profile: profile)
        }
        let answers = interview.answers
        guard let address = answers.text("baseURL"), let appID = answers.text("appId"),
            let name = answers.text("envName")
        else { throw Refusal("A server, a project or an environment was not chosen.", cure: "Answer every question.") }
        let backend = try servers.backend(address, region: defaultRegion, profile: profile)
        let region = try await region(of: name, of: appID, ProjectRecords(backend)) ?? defaultRegion
        let place = TeamProviderInfo.Gatehouse(
            baseURL: address, region: region, appID: appID, authRoleName: nil, unauthRoleName: nil)
        let environment = Environment(name: name, place: place, profile: profile)
        guard answers.flag("modify") == true else { return try await pullFiles(of: environment, into: folder) }
        let pull = try await Pull(
            into: folder, from: place, environment: name, backend: try self.backend(of: environment))
        let result = try await pull.apply(
            profile: profile, variables: surroundings.variables, now: surroundings.clock.now())
        if let copy = result.keptCopy { dialogue.writeLine("A copy of the overwritten files is in \(copy).") }
        for file in result.appFiles { say("Written: \(file)") }
        say("The folder has the project, in the state \(pull.stateNumber) of \(name).")
        for line in result.addresses.lines { surroundings.results.writeLine(line) }
    }

    /// Writes the app's files alone, for a back end that is used and not changed here.
    private func pullFiles(of environment: Environment, into folder: ProjectFolder) async throws {
        let scratch = try Scratch(variables: surroundings.variables, id: surroundings.newID())
        try scratch.make()
        let files = try await Pull.appFiles(
            into: folder, from: environment.place, environment: environment.name,
            backend: try backend(of: environment), variables: surroundings.variables, scratch: scratch.folder.root)
        for file in files { say("Written: \(file)") }
        say("The app uses \(environment.name). Run 'amplify pull' again to change the back end from here.")
    }

    /// Offers projects and environments of the server that was chosen.
    ///
    /// Without a person and an answer, several of them are an error that names the option to give.
    private func offer(
        at key: String, _ interview: inout Interview, isOpen: Bool, profile: String?
    ) async throws -> Answer? {
        let answers = interview.answers
        func records() throws -> ProjectRecords {
            let address = answers.text("baseURL") ?? InitTable.developmentAddress
            return ProjectRecords(try servers.backend(address, region: defaultRegion, profile: profile))
        }
        switch key {
        case "appId":
            let projects = try await records().projects()
            guard !projects.isEmpty else {
                throw Refusal("The server has no project.", cure: "Make one with 'amplify init', then push it.")
            }
            let offers = projects.compactMap { project in
                project.appId.map { [$0, project.projectName].compactMap(\.self).joined(separator: " ") }
            }
            if isOpen { try requireOne(of: offers, "projects", option: "--appId ID") }
            interview.offer(offers, at: key)
        case "envName":
            let names = try await records().environments(of: answers.text("appId") ?? "").compactMap(\.environmentName)
            guard !names.isEmpty else {
                throw Refusal(
                    "The project has no environment on the server.",
                    cure: "Make one with 'amplify env add' in its folder.")
            }
            if isOpen { try requireOne(of: names, "environments", option: "--envName NAME") }
            interview.offer(names, at: key)
        case "frontend":
            let chosen = answers.text("appId")
            let project = try await records().projects().first { $0.appId == chosen }
            guard let frontend = project?.frontend.flatMap(Frontend.init) else { return nil }
            interview.assume(frontend)
            // A pushed project has files for one type of app.
            return .text(frontend.rawValue)
        default: break
        }
        return nil
    }

    /// Refuses to choose among several things where no question is put.
    private func requireOne(of names: [String], _ kind: String, option: String) throws(Refusal) {
        guard options.yes, options.answers == nil, names.count > 1 else { return }
        throw Refusal(
            "The server has several \(kind): \(names.joined(separator: ", ")).", cure: "Name one of them: \(option).")
    }

    /// The region of an environment's ids, as its pushed folder has it; `nil` if it does not say.
    private func region(
        of name: String, of appID: String, _ records: ProjectRecords
    ) async throws(DeploymentFault) -> String? {
        guard let state = try await records.state(of: name, of: appID),
            let file = state.files.first(where: { $0.path == ProjectPaths.teamProviderInfo }),
            let bytes = try await records.contents(of: [file], appID: appID)[file.sha256]
        else { return nil }
        do throws(JSONFlaw) {
            return try TeamProviderInfo(JSONDocument(bytes)).environments[name]?.gatehouse?.region
        } catch {
            throw DeploymentFault(ProjectFault(ProjectPaths.teamProviderInfo, error))
        }
    }

    /// The region of calls before a project says another one.
    private var defaultRegion: String {
        ["AWS_REGION", "AWS_DEFAULT_REGION"].lazy.compactMap { surroundings.variables[$0] }.first { !$0.isEmpty }
            ?? "us-east-1"
    }
}
