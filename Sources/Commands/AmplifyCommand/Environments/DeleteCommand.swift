// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseClient
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject
import ProjectShapes

/// `amplify delete`.
struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete the project on the server, and then its folder.",
        discussion: """
            User pools with users are detached and stay on the server, unless their loss is accepted by the project's \
            name or with --allow-destroy. The folder is removed after the server has deleted everything else.
            """)

    @OptionGroup var flags: DeletionFlags
    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { try await $0.deleteProject(flags) }
    }
}

/// The options of `amplify delete` and `amplify env remove`.
struct DeletionFlags: ParsableArguments {
    @Flag(
        help: """
            Do not ask about files and settings, also if the server no longer has the project; never the answer to a \
            question about users.
            """)
    var force = false

    @Flag(help: "Delete user pools with their users, too, after the server has written sealed copies.")
    var allowDestroy = false
}

/// An environment that is to be deleted.
private struct Deletion {
    /// What the server has of an environment.
    enum Subject {
        /// The resources of its newest state, or those that a push made which did not reach its end.
        case resources(PushRun)
        /// A record, since nothing could be pushed.
        case record
        /// Nothing: a former deletion did not reach the end.
        case nothing
    }

    let environment: ProjectCommand.Environment
    let subject: Subject
    /// What is lost if pools are deleted with their users.
    let losses: [Loss]
}

extension ProjectCommand {
    // MARK: - The commands

    /// Deletes an environment on the server and in the project.
    ///
    /// - Throws: `Refusal` for the current environment, or if the person declines; `DeploymentFault`, `ProjectFault`.
    func removeEnvironment(_ name: String, _ flags: DeletionFlags) async throws {
        let project = try project()
        guard name != project.local?.environment else {
            throw Refusal(
                "\(name) is the current environment, which cannot be removed.",
                cure: "Work in another one first: amplify env checkout NAME. 'amplify delete' deletes the project.")
        }
        let environment = try environment(name, of: project)
        try await Scratch(variables: surroundings.variables, id: surroundings.newID()).use { scratch in
            let deletion = try await deletion(of: environment, project, flags, in: scratch)
            let accepted = try await consent(to: [deletion], "the environment \(name)", name: name, flags, project)
            try await delete([deletion], accepting: accepted)
        }
        try forget(name, in: project.folder)
        // A retry needs the access key that may be there.
        try secrets(of: environment).remove()
        say("The environment \(name) is deleted.")
    }

    /// Deletes the project on the server, and then its folder.
    ///
    /// - Throws: `Refusal` if an environment lives in AWS, or if the person declines; `DeploymentFault`, `ProjectFault`;
    ///   the folder stays then.
    func deleteProject(_ flags: DeletionFlags) async throws {
        let project = try project()
        let all = project.environments?.environments ?? [:]
        if let foreign = all.filter({ $0.value.isOnlyInAWS }).keys.sorted().first {
            throw Refusal(
                "The environment \(foreign) lives in AWS, and the folder has its settings.",
                cure: "Delete it with AWS's tool first, or remove single environments: amplify env remove NAME.")
        }
        let names = project.gatehouseEnvironments
        let projectName = project.config.projectName
        let list = names.isEmpty ? "no environment" : names.joined(separator: ", ")
        let subject = "the project \(projectName) with \(list), and the folder amplify,"
        let environments = try names.map { try environment($0, of: project) }
        try await requireNoOthers(than: environments)
        try await deleteEnvironments(environments[...], of: project, subject, [], flags)
        try removeFolder(of: project)
        // A retry needs the access keys that may be there.
        for environment in environments { try secrets(of: environment).remove() }
        say("The project \(projectName) is deleted. The app's configuration files stay; they lead nowhere now.")
    }

    /// Refuses to delete a project of which the server has environments that the folder does not know.
    ///
    /// The server keeps the record of such a project, so that the command would end after its losses.
    private func requireNoOthers(than environments: [Environment]) async throws {
        var asked: Set<String> = []
        for environment in environments where asked.insert(environment.place.appID).inserted {
            let appID = environment.place.appID
            let known = environments.filter { $0.place.appID == appID }.map(\.name)
            let records = ProjectRecords(try backend(of: environment))
            let present = try await records.environmentsIfKnown(of: appID) ?? []
            let others = present.compactMap(\.environmentName).filter { !known.contains($0) }.sorted()
            guard others.isEmpty else {
                let commands = others.map { "amplify pull --appId \(appID) --envName \($0)" }
                throw Refusal(
                    "The server has environments of the project that this folder does not have: "
                        + "\(others.joined(separator: ", ")). Nothing was deleted.",
                    cure: "Bring each into the folder first, or let those who work in it remove it: "
                        + "\(commands.joined(separator: "; ")).")
            }
        }
    }

    /// Reads the environments one within the other, so that all questions come before the first deletion.
    private func deleteEnvironments(
        _ environments: ArraySlice<Environment>, of project: Project, _ subject: String, _ read: [Deletion],
        _ flags: DeletionFlags
    ) async throws {
        guard let environment = environments.first else {
            let accepted = try await consent(to: read, subject, name: project.config.projectName, flags, project)
            try await delete(read, accepting: accepted)
            try await deleteRecords(of: read)
            return
        }
        try await Scratch(variables: surroundings.variables, id: surroundings.newID()).use { scratch in
            let deletion = try await deletion(of: environment, project, flags, in: scratch)
            try await deleteEnvironments(environments.dropFirst(), of: project, subject, read + [deletion], flags)
        }
    }

    // MARK: - Reading

    /// Reads the newest state of an environment into a folder of its own: the project's folder has the ids of another.
    private func deletion(
        of environment: Environment, _ project: Project, _ flags: DeletionFlags, in scratch: ProjectFolder
    ) async throws -> Deletion {
        let backend = try backend(of: environment)
        let (records, appID) = (ProjectRecords(backend), environment.place.appID)
        let present = try await records.environmentsIfKnown(of: appID)
        // A former deletion may have ended between the record of the project and the folder.
        guard present != nil || flags.force else {
            throw Refusal(
                "The server at \(environment.place.baseURL) does not have the project \(appID). It was deleted there, "
                    + "or another server than before answers at this address. Nothing was deleted.",
                cure: "Check BaseURL in amplify/team-provider-info.json. --force deletes what the folder has of it.")
        }
        guard present?.contains(where: { $0.environmentName == environment.name }) == true else {
            return Deletion(environment: environment, subject: .nothing, losses: [])
        }
        let record = try await records.environment(environment.name, of: appID).environment
        guard record.state?.stateNumber != nil else {
            return try await firstDeletion(of: environment, project)
        }
        let pull = try await Pull(
            into: scratch, from: environment.place, environment: environment.name, backend: backend)
        _ = try await pull.apply(
            profile: environment.profile, variables: surroundings.variables, now: surroundings.clock.now(),
            writesAppFiles: false)
        var run = try await pushRun(try Project(scratch), environment)
        run.lockFolder = project.folder
        return Deletion(
            environment: environment, subject: .resources(run),
            losses: try await run.deletion(deletesUsers: true).losses)
    }

    /// Reads what an environment has before its first complete push: a killed push may have made things.
    ///
    /// - Throws: `DeploymentFault`; also if a file of the project cannot be used.
    private func firstDeletion(of environment: Environment, _ project: Project) async throws -> Deletion {
        do throws(DeploymentFault) {
            let isCurrent = environment.name == project.local?.environment
            let run = try await pushRun(project, environment, isCheckedOut: isCurrent)
            let losses = try await run.deletion(deletesUsers: true).losses
            return Deletion(environment: environment, subject: .resources(run), losses: losses)
        } catch {
            // An imported pool whose ids the environment lacks: no push has reached the server. Any other file that
            // cannot be used says nothing about what a push made.
            guard error.kind == .unusable, project.auth?.settings.isImported == true else { throw error }
            return Deletion(environment: environment, subject: .record, losses: [])
        }
    }

    // MARK: - Consent

    /// Asks whether everything is deleted; users are deleted only if their loss is accepted by a typed name.
    ///
    /// - Returns: whether the losses are accepted.
    private func consent(
        to deletions: [Deletion], _ subject: String, name: String, _ flags: DeletionFlags, _ project: Project
    ) async throws -> Bool {
        let losses = flags.allowDestroy ? [] : deletions.flatMap { $0.losses.map(\.text) }
        var given = Answers()
        if flags.force { given["confirmDeletion"] = .flag(true) }
        // Users stay on the server then.
        if flags.force { given["confirmLoss"] = .text("") }
        let interview = try await finished(
            Interview(
                CommandTables.delete(subject, losses: losses, name: name),
                project.authCircumstances(.update, id: surroundings.newID())), given: given)
        guard interview.answers.flag("confirmDeletion") == true else {
            throw Refusal("Nothing was deleted.", cure: "Answer yes; without questions, add --force.")
        }
        return flags.allowDestroy || interview.answers.text("confirmLoss") == name
    }

    // MARK: - Deleting

    /// Deletes what environments have on the server, and their records.
    ///
    /// Without acceptance, user pools with users are detached. Any other loss ends the command before the first change.
    private func delete(_ deletions: [Deletion], accepting accepted: Bool) async throws {
        var plans: [Plan?] = []
        for deletion in deletions {
            guard case .resources(let run) = deletion.subject else {
                plans.append(nil)
                continue
            }
            let plan = try await run.deletion(deletesUsers: accepted)
            if !accepted, !plan.losses.isEmpty {
                throw DeploymentFault(
                    .declined,
                    plan.losses.map(\.text).joined(separator: " ") + " This was not accepted: nothing was deleted.",
                    cure: "Type the name when the command asks for it, or use --allow-destroy.")
            }
            plans.append(plan)
        }
        for (deletion, plan) in zip(deletions, plans) {
            switch deletion.subject {
            case .resources(let run): if let plan { try await delete(plan, of: run) }
            case .record:
                let environment = deletion.environment
                try await EnvironmentRecords(
                    place: environment.place, name: environment.name, hasNewProject: false,
                    backend: try backend(of: environment), host: surroundings.host
                ).remove()
            case .nothing: break
            }
        }
    }

    private func delete(_ plan: Plan, of run: PushRun) async throws {
        let progress = ProgressReport(to: dialogue, isSilent: options.silent)
        let names = Set(plan.losses.map(\.resource))
        let notes = try await interruptible(progress) { stop in
            try await run.delete(plan, accepted: names, stop: stop, progress: { progress.show($0) })
        }
        for note in notes { dialogue.writeLine("Note: \(note)") }
    }

    /// Deletes the records of projects whose environments are deleted: one for each server.
    private func deleteRecords(of deletions: [Deletion]) async throws {
        var done: Set<String> = []
        for deletion in deletions where done.insert(deletion.environment.place.appID).inserted {
            try await ProjectRecords(try backend(of: deletion.environment))
                .deleteProject(deletion.environment.place.appID)
        }
    }

    /// Removes an environment from the files of the project.
    private func forget(_ name: String, in folder: ProjectFolder) throws {
        try folder.keep(nil, of: name)
        guard let team = try folder.document(ProjectPaths.teamProviderInfo) else { return }
        var changes = FileChanges()
        try changes.write(ProjectPaths.teamProviderInfo) { () throws(JSONFlaw) in
            try TeamProviderInfo.document(removing: name, from: team)
        }
        try folder.write(changes)
    }

    /// Removes the folder `amplify`, and its block in `.gitignore`.
    private func removeFolder(of project: Project) throws {
        let folder = project.folder
        var changes = FileChanges()
        if let bytes = try folder.bytes(ProjectPaths.ignoredFiles) {
            if let rest = IgnoredFiles.removing(from: bytes) {
                changes.write(rest, to: ProjectPaths.ignoredFiles)
            } else {
                changes.remove(ProjectPaths.ignoredFiles)
            }
        }
        changes.remove("amplify")
        try folder.write(changes)
    }
}
