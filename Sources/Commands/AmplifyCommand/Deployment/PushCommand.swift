// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject

/// `amplify push`.
struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Make the project's resources on the server, and write the app's configuration files.",
        discussion: """
            Shows what is created, changed and deleted, and what would be lost. A loss is accepted by the name of its \
            resource, typed, or by --allow-destroy; --yes is not enough. After an interruption, the next push goes on.
            """)

    @OptionGroup var flags: PushFlags
    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { try await $0.push(flags) }
    }
}

/// The options of `amplify push`.
struct PushFlags: ParsableArguments {
    @Argument(help: "A category. A push always has the whole project.")
    var category: ResourceCategory?

    @Flag(help: "Push without changes, too, and over what was pushed from elsewhere.")
    var force = false

    @Flag(help: "Show what a push would do, and do nothing.")
    var dryRun = false

    @Flag(help: "Accept all losses that the push names, in place of their typed names.")
    var allowDestroy = false

    @Flag(help: "Print the result as one JSON value.")
    var json = false
}

extension ProjectCommand {
    /// Pushes the project.
    ///
    /// - Throws: `DeploymentFault`, `ProjectFault`, `Refusal`, `AnswerRefusal`; an exit code after a signal.
    func push(_ flags: PushFlags) async throws {
        let project = try await projectOnGatehouse()
        if project.local?.isReadOnly == true {
            throw Refusal(
                "This folder uses the back end without changing it.",
                cure: "Pull it anew, and answer that you want to modify the back end: amplify pull.")
        }
        if let category = flags.category, !flags.json {
            say("A push has the whole project, not \(category.rawValue) alone.")
        }
        let environment = try environment(of: project)
        // The folder is switched to another environment only after the person agreed to the plan.
        let isCheckedOut = environment.name == project.local?.environment
        let run = try await pushRun(project, environment, isCheckedOut: isCheckedOut)
        if let staleness = run.staleness, !flags.force {
            guard flags.dryRun else { throw staleness }
            dialogue.writeLine(staleness.text)
        }
        let plan = try await run.plan(force: flags.force)
        let isUpToDate = try run.isUpToDate(plan)
        let report = PlanReport(plan, environment: environment.name)
        if !flags.json { report.show(on: surroundings.results) }
        for remark in report.remarks { dialogue.writeLine(remark) }
        let drift = run.drift(plan)
        for changed in drift { dialogue.writeLine(changed.text) }
        if flags.json, flags.dryRun || !plan.obstacles.isEmpty || isUpToDate && !flags.force {
            try surroundings.results.writeJSON(.object(report.members(withDifferences: flags.dryRun)))
        }
        guard plan.obstacles.isEmpty else {
            for obstacle in report.obstacles { dialogue.writeLine(obstacle) }
            throw DeploymentFault(
                .refused, "Nothing was pushed: \(plan.obstacles.count) of the changes cannot be made on the server.")
        }
        if flags.dryRun { return }
        if isUpToDate, !flags.force { return say("There are no changes to push.") }
        // Without steps, the push only brings the records and the app's files up to date.
        let answers = plan.isEmpty ? Answers() : try await consent(to: plan, drift, flags, project)
        guard isCheckedOut else {
            let again = try await checkedOut(environment, of: project, for: plan, force: flags.force)
            return try await apply(again.plan, of: again.run, flags, answers, report)
        }
        try await apply(plan, of: run, flags, answers, report)
    }

    /// Works in the environment of `--env`, and makes the plan again that the person agreed to.
    ///
    /// - Throws: `DeploymentFault` if the plan is another one now.
    private func checkedOut(
        _ environment: Environment, of project: Project, for agreed: Plan, force: Bool
    ) async throws -> (run: PushRun, plan: Plan) {
        try await checkOut(environment.name, of: project, restoring: false)
        let run = try await pushRun(try Project(project.folder), environment)
        let plan = try await run.plan(force: force)
        guard plan.rows == agreed.rows, plan.losses == agreed.losses else {
            throw DeploymentFault(
                .refused, "The environment \(environment.name) has changed in the meantime. Nothing was pushed.",
                cure: "Run the command again: it shows what it would do now.")
        }
        return (run, plan)
    }

    /// Reads project and environment for a push.
    ///
    /// - Parameters:
    ///   - project: the project.
    ///   - environment: the environment.
    ///   - isCheckedOut: whether the folder works in it; see `PushRun`.
    /// - Returns: the push, with the record of the environment.
    /// - Throws: `DeploymentFault`.
    func pushRun(
        _ project: Project, _ environment: Environment, isCheckedOut: Bool = true
    ) async throws(DeploymentFault) -> PushRun {
        let (servers, name, profile) = (servers, environment.name, environment.profile)
        return try await PushRun(
            folder: project.folder, environment: name, isCheckedOut: isCheckedOut,
            variables: surroundings.variables,
            backend: { (place: TeamProviderInfo.Gatehouse) throws(DeploymentFault) -> Backend in
                try servers.backend(place, environment: name, profile: profile)
            }, host: surroundings.host, clock: surroundings.clock)
    }

    /// The project; for an environment that lives in AWS, another one is offered beside it.
    private func projectOnGatehouse() async throws -> Project {
        let project = try project()
        let name = options.environment ?? project.local?.environment
        guard let name, project.environments?.environments[name]?.isOnlyInAWS == true else { return project }
        say("The environment \(name) lives in AWS, and stays there as it is.")
        var circumstances = project.authCircumstances(.create, id: surroundings.newID())
        try addServerOffers(to: &circumstances, of: project)
        let interview = try await finished(Interview(CommandTables.besideAWS, circumstances))
        guard interview.answers.flag("makeEnvironment") == true else {
            throw DeploymentFault(
                .declined, "Nothing was pushed.", cure: "Push the environment \(name) with AWS's tool.")
        }
        try await add(InitSettings(interview), to: project)
        return try Project(project.folder)
    }

    // MARK: - Consent

    /// Asks whether to continue; each resource with a loss is accepted by its name.
    ///
    /// If others have changed the server, the default is no; `--yes` agrees in advance.
    private func consent(
        to plan: Plan, _ drift: [Drift], _ flags: PushFlags, _ project: Project
    ) async throws -> Answers {
        var losses: [(resource: String, texts: [String])] = []
        if !flags.allowDestroy {
            for loss in plan.losses {
                if let index = losses.firstIndex(where: { $0.resource == loss.resource }) {
                    losses[index].texts.append(loss.text)
                } else {
                    losses.append((loss.resource, [loss.text]))
                }
            }
        }
        if !losses.isEmpty, !isAtTerminal, options.answers == nil {
            throw Refusal(
                "The push would lose what stands above. Nothing was pushed.",
                cure: "Accept the loss with --allow-destroy, or by the resource's name in a terminal.")
        }
        let api = plan.rows.first { $0.resource.category == ResourceCategory.api.rawValue }
        let code: CommandTables.CodeQuestion =
            switch api?.operation {
            case .create: .generate
            case .update: .update
            case .importing, .unlink, .delete, .noChange, nil: .none
            }
        let overwrites = !drift.isEmpty && !options.yes && !options.headless
        let table = CommandTables.push(losses: losses, overwritesOthers: overwrites, asksForCode: code)
        let interview = try await finished(
            Interview(table, project.apiCircumstances(.create, id: surroundings.newID())))
        guard interview.answers.flag("continue") != false else {
            throw DeploymentFault(.declined, "Nothing was pushed.")
        }
        return interview.answers
    }

    // MARK: - Applying

    private func apply(
        _ plan: Plan, of run: PushRun, _ flags: PushFlags, _ answers: Answers, _ report: PlanReport
    ) async throws {
        let progress = ProgressReport(to: dialogue, isSilent: options.silent)
        let accepted = Set(plan.losses.map(\.resource))
        let result = try await interruptible(progress) { stop in
            try await run.apply(
                plan, accepted: accepted, overwriting: flags.force, stop: stop, progress: { progress.show($0) })
        }
        say("The push is done: the environment \(report.environment) has the state \(result.stateNumber).")
        for note in result.notes { say("Note: \(note)") }
        for file in result.files { say("Written: \(file)") }
        if flags.json {
            let members =
                report.members(withDifferences: false) + [
                    .init("stateNumber", .integer(result.stateNumber)), .init("files", .strings(result.files)),
                    .init("addresses", result.addresses.json),
                ]
            try surroundings.results.writeJSON(.object(members))
        } else {
            for line in result.addresses.lines { surroundings.results.writeLine(line) }
        }
        generateCode(answers, of: run.project)
    }

    /// Does work on the server that a signal ends after the step that runs.
    ///
    /// - Parameters:
    ///   - progress: the report of the steps.
    ///   - work: the work, which looks at what it is given after each step.
    /// - Returns: the result of the work.
    /// - Throws: the error of the work; after a signal an exit code, when the error was said.
    func interruptible<Result>(
        _ progress: ProgressReport, _ work: (PushStop) async throws -> Result
    ) async throws -> Result {
        let dialogue = dialogue
        let stop = PushStop()
        let interruption = Interruption { status in
            dialogue.say()
            dialogue.say("The step did not end in time. \(progress.account) The same command continues.")
            exit(status)
        }
        do {
            return try await interruption.watching(askingToEnd: { stop.ask() }) { try await work(stop) }
        } catch {
            progress.fail()
            guard let status = interruption.status else { throw error }
            CommandFailure(error).write(to: dialogue, withOrigin: options.debug)
            throw ExitCode(status)
        }
    }

    /// Writes the models of the API, as the person wanted.
    ///
    /// The push is done: a schema that Swift cannot express does not change its status.
    private func generateCode(_ answers: Answers, of project: Project) {
        guard answers.flag("generateCode") == true || answers.flag("updateCode") == true else { return }
        guard project.config.frontend == .ios else {
            return say("Gatehouse generates models in Swift; for this app, use the generator of its own tools.")
        }
        say("The models have the types and documents of requests: no file of documents is generated beside them.")
        do {
            let source = try SchemaSource(project: project.folder.root)
            try source.writeModels(
                to: ModelFolder(project.folder.root.appending(path: ModelFolder.ofProject)), saying: dialogue)
        } catch {
            // The errors of a schema have been said, each with its place.
            if !(error is ExitCode) { dialogue.complain(error) }
            dialogue.say("The models were not written. After a correction, run 'amplify codegen models'.")
        }
    }
}
