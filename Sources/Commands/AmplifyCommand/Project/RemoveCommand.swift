// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject

/// `amplify remove`.
struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove sign-up and sign-in, or the API, from the project.",
        discussion: """
            The next push removes it on the server. A user pool with users is detached and stays there; with \
            --delete-users, that push deletes it, after the server has written a sealed copy of it and after its name \
            was typed.
            """)

    @Argument(help: "The category.")
    var category: ResourceCategory

    @Argument(help: "The name of the resource. (default: the answer to a question)")
    var name: String?

    @Flag(help: "Let the next push delete the user pool with its users, instead of detaching it.")
    var deleteUsers = false

    @OptionGroup var options: ProjectOptions

    func validate() throws {
        if deleteUsers, category != .auth {
            throw ValidationError("'--delete-users' belongs to 'amplify remove auth'.")
        }
    }

    func run() async throws {
        try await options.run { try await $0.remove(category, named: name, deletingUsers: deleteUsers) }
    }
}

extension ProjectCommand {
    /// Removes a resource from the project.
    ///
    /// - Throws: `Refusal` if there is none, if another one needs it, or if the person declines; `ProjectFault`.
    func remove(_ category: ResourceCategory, named name: String?, deletingUsers: Bool) async throws {
        let project = try project()
        // The list of groups is a part of the auth resource.
        let resources = project.backend.resources.filter {
            $0.category == category.rawValue && $0.service != BackendConfig.groupsService
        }
        guard !resources.isEmpty else {
            if deletingUsers, let removed = project.removedAuth { return try markForDeletion(removed, of: project) }
            throw Refusal(
                "The project has no \(category.rawValue).", cure: "'amplify status' shows what the project has.")
        }
        var circumstances = project.authCircumstances(.create, id: surroundings.newID())
        circumstances.offers["resource"] = resources.map(\.name)
        var given = Answers()
        if let name { given["resource"] = .text(name) }
        if resources.count == 1, name == nil { given["resource"] = .text(resources[0].name) }
        // The question is about files of the folder: nothing is lost on the server without a further one.
        if options.yes { given["confirmRemoval"] = .flag(true) }
        let interview = try await finished(Interview(CommandTables.remove, circumstances), given: given) {
            key, interview in
            guard key == "confirmRemoval" else { return nil }
            let chosen = interview.answers.text("resource")
            let dependents = resources.first { $0.name == chosen }.map { project.dependents(of: $0) } ?? []
            guard dependents.isEmpty else {
                throw Refusal(
                    "\(dependents.joined(separator: ", ")) needs \(category.rawValue)/\(chosen ?? "").",
                    cure: "Remove what needs it first.")
            }
            return nil
        }
        guard interview.answers.flag("confirmRemoval") == true else {
            throw Refusal("Nothing was removed.", cure: "Answer yes to remove the resource.")
        }
        let chosen = interview.answers.text("resource")
        guard let resource = resources.first(where: { $0.name == chosen }) else {
            throw Refusal("No resource was chosen.", cure: "Name one of the project.")
        }
        let changes = try project.changes(removing: resource)
        // The mark needs an environment. A former mark is of a removal that was undone.
        if deletingUsers {
            _ = try environment(of: project)
        } else {
            try removeMark(resource.name, of: project)
        }
        try project.folder.write(changes)
        say("The \(category.rawValue) resource \(resource.name) was removed from the local project.")
        // A command that is killed between the two leaves a pool that the next push detaches.
        if deletingUsers { try markForDeletion(resource.name, of: project) }
        if category == .auth, project.auth?.settings.triggers.isEmpty == false {
            say("The programs of its triggers stay in amplify/backend/function.")
        }
        say("")
        if category == .auth, !deletingUsers, !resource.isImported {
            say("The next push detaches its user pool; a pool without users is deleted.")
        }
        say("'amplify push' removes it on the server.")
    }

    /// Lets the next push of any environment detach the pool of a removed auth resource.
    private func removeMark(_ resource: String, of project: Project) throws {
        for name in project.gatehouseEnvironments {
            var local = try project.folder.localGatehouse(name)
            guard local.deletesUsersOf.contains(resource) else { continue }
            local.deletesUsersOf.removeAll { $0 == resource }
            try project.folder.keep(local, of: name)
        }
    }

    /// Lets the next push delete the users of a removed auth resource, where it would detach their pool.
    private func markForDeletion(_ resource: String, of project: Project) throws {
        let environment = try environment(of: project)
        var local = try project.folder.localGatehouse(environment.name)
        if !local.deletesUsersOf.contains(resource) { local.deletesUsersOf.append(resource) }
        try project.folder.keep(local, of: environment.name)
        say(
            "The next push to \(environment.name) deletes the user pool of \(resource) with its users, after a question."
        )
    }
}

extension Project {
    /// The auth resource that was pushed and is no longer in the project; `nil` without one.
    fileprivate var removedAuth: String? {
        meta?.auth.flatMap { pushed in
            backend.resources.contains { $0.category == pushed.category && $0.name == pushed.name } ? nil : pushed.name
        }
    }
}
