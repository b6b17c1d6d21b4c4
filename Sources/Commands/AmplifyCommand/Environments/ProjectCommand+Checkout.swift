// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject
import ProjectShapes

/// `amplify env checkout` and `amplify env restore`.
extension ProjectCommand {
    /// Works in another environment.
    ///
    /// - Parameters:
    ///   - name: the environment.
    ///   - project: the project.
    ///   - restoring: whether the project's files become those that were pushed; else they stay.
    /// - Throws: `DeploymentFault`, `ProjectFault`; `Refusal` if the person declines.
    func checkOut(_ name: String, of project: Project, restoring: Bool) async throws {
        let environment = try environment(name, of: project)
        let backend = try backend(of: environment)
        let record = try await ProjectRecords(backend).environment(name, of: environment.place.appID).environment
        guard record.state?.stateNumber != nil else {
            try project.folder.write(try switching(project, to: environment, withPushed: nil))
            say("This folder works in \(name). Nothing was pushed there yet: 'amplify push' makes its resources.")
            return
        }
        if restoring {
            let pull = try await Pull(
                into: project.folder, from: environment.place, environment: name, backend: backend)
            try await apply(pull, to: project, environment, isWanted: false)
            return say("This folder works in \(name), with the files of its state \(pull.stateNumber).")
        }
        let variables = surroundings.variables
        try await Scratch(variables: variables, id: surroundings.newID()).use { scratch in
            let pull = try await Pull(into: scratch, from: environment.place, environment: name, backend: backend)
            _ = try await pull.apply(
                profile: environment.profile, variables: variables, now: surroundings.clock.now(),
                writesAppFiles: false)
            try project.folder.write(try switching(project, to: environment, withPushed: scratch))
            try await writeAppFiles(of: pull, into: project.folder)
        }
        say(
            "This folder works in \(name). The project's files stay as they are; --restore brings those back that were "
                + "pushed.")
    }

    /// Writes the app's files for an environment that the folder works in already.
    ///
    /// A pool that is gone does not undo the checkout: a note says that the files have not changed.
    private func writeAppFiles(of pull: Pull, into folder: ProjectFolder) async throws(DeploymentFault) {
        do throws(DeploymentFault) {
            let files = try await pull.writeAppFiles(into: folder, variables: surroundings.variables)
            for file in files { say("Written: \(file)") }
        } catch {
            guard error.kind == .refused else { throw error }
            dialogue.writeLine("Note: \(error.text)")
            dialogue.writeLine(
                "The app's configuration files are those of before, perhaps of another environment. 'amplify status' "
                    + "shows what is missing on the server, and 'amplify push' writes the files.")
        }
    }

    /// The files of this machine for another environment: which it is, and the ids and the copy of its last push.
    ///
    /// - Parameters:
    ///   - project: the project.
    ///   - environment: the environment.
    ///   - pushed: a folder in which its newest state is; `nil` if nothing was pushed.
    /// - Returns: the changes.
    /// - Throws: `ProjectFault`.
    func switching(
        _ project: Project, to environment: Environment, withPushed pushed: ProjectFolder?
    ) throws(ProjectFault) -> FileChanges {
        let folder = project.folder
        var changes = FileChanges()
        let local = try folder.document(ProjectPaths.localEnvironment)
        try changes.write(ProjectPaths.localEnvironment) { () throws(JSONFlaw) in
            try LocalEnvironment(environment: environment.name).document(changing: local, projectPath: folder.root.path)
        }
        guard let pushed else {
            // They belong to another environment.
            changes.remove(ProjectPaths.meta)
            changes.remove(ProjectPaths.pushed)
            return changes
        }
        var names: Set<String> = []
        for entry in try pushed.files(below: ProjectPaths.pushed, limit: Self.mostCopied) {
            guard let bytes = try pushed.bytes(entry.path) else { continue }
            names.insert(entry.path)
            changes.write(bytes, to: entry.path, isProgram: entry.isProgram)
        }
        for entry in try folder.files(below: ProjectPaths.pushed, limit: Self.mostCopied)
        where !names.contains(entry.path) {
            changes.remove(entry.path)
        }
        if let meta = try pushed.bytes(ProjectPaths.meta) { changes.write(meta, to: ProjectPaths.meta) }
        var known = try pushed.localGatehouse(environment.name)
        let own = try folder.localGatehouse(environment.name)
        (known.lockToken, known.lockRequest) = (own.lockToken, own.lockRequest)
        let present = try folder.document(ProjectPaths.localGatehouse)
        try changes.write(ProjectPaths.localGatehouse) { [known] () throws(JSONFlaw) in
            try known.document(changing: present, environment: environment.name)
        }
        return changes
    }

    /// The most files of the copy of a pushed folder: a push may leave files of a former push beside its own.
    private static let mostCopied = 4_000

    /// Brings the project's files of an earlier state into the folder.
    ///
    /// - Throws: `DeploymentFault`, `ProjectFault`; `Refusal` if the person declines.
    func restore(_ number: Int) async throws {
        let project = try project()
        let environment = try environment(of: project)
        let pull = try await Pull(
            into: project.folder, from: environment.place, environment: environment.name, stateNumber: number,
            backend: try backend(of: environment))
        try await apply(pull, to: project, environment, isWanted: false, isRestoring: true)
        say("The folder has the files of the state \(number). 'amplify push' makes it on the server.")
    }

    /// Writes what a pull brings, after the person agreed to what is overwritten.
    ///
    /// - Parameters:
    ///   - pull: the pull.
    ///   - project: the project.
    ///   - environment: the environment.
    ///   - isWanted: whether the command line says that local changes are overwritten.
    ///   - isRestoring: whether an earlier state is brought back, and not the newest.
    /// - Throws: `DeploymentFault`; `Refusal` if the person declines.
    func apply(
        _ pull: Pull, to project: Project, _ environment: Environment, isWanted: Bool, isRestoring: Bool = false
    ) async throws {
        if !pull.overwrittenFiles.isEmpty {
            dialogue.say("These files have changes that were not pushed:")
            for path in pull.overwrittenFiles { dialogue.writeLine("  \(path)") }
            var given = Answers()
            if isWanted { given["overwrite"] = .flag(true) }
            let circumstances = project.authCircumstances(.update, id: surroundings.newID())
            let table = isRestoring ? CommandTables.restore : CommandTables.pull
            let interview = try await finished(Interview(table, circumstances), given: given)
            guard interview.answers.flag("overwrite") == true else {
                guard !isRestoring else {
                    throw Refusal(
                        "Nothing was restored: the files are as before.",
                        cure: "Answer yes to overwrite them; a copy is kept. Without questions, a file with "
                            + "{\"overwrite\": true} answers: --answers FILE.")
                }
                throw Refusal(
                    "Nothing was pulled: the files are as before.",
                    cure: "Answer yes to overwrite them; a copy is kept. Without questions: amplify pull --restore.")
            }
        }
        let result = try await pull.apply(
            profile: environment.profile, variables: surroundings.variables, now: surroundings.clock.now())
        if let copy = result.keptCopy { dialogue.writeLine("A copy of the overwritten files is in \(copy).") }
        for file in result.appFiles { say("Written: \(file)") }
        for line in result.addresses.lines { surroundings.results.writeLine(line) }
    }
}
