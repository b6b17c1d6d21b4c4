// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseProject
import GatehouseWire
import ProjectShapes

/// The run of a push: lock, steps, project record, the app's files.
extension PushRun {
    /// Makes the server as the plan says.
    ///
    /// The ids of what a step made are written into the folder before the next step. After a failure, or a kill at any
    /// moment, the next push goes on: what exists is found again, and nothing is made twice.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - accepted: the names of resources whose losses the person accepted.
    ///   - overwriting: whether the folder replaces one that others pushed.
    ///   - stop: asks to end after the step that runs.
    ///   - progress: called at the beginning and the end of each step.
    /// - Returns: what the push left.
    /// - Throws: `DeploymentFault`: `.refused` with an obstacle, at a folder that is behind, and for a fault of the server;
    ///   `.declined` if a loss was not accepted; `.locked` if another push works; `.unreachable`; `.interrupted`.
    package func apply(
        _ plan: Plan, accepted: Set<String>, overwriting: Bool, stop: PushStop = PushStop(),
        progress: @Sendable (PushProgress) async -> Void
    ) async throws(DeploymentFault) -> PushResult {
        try check(plan, accepted: accepted, overwriting: overwriting)
        let folderLock = try FolderLock(project.folder)
        defer { folderLock.release() }
        guard needsState(plan, overwriting: overwriting) else {
            try found.triggers?.write()
            let (ids, number) = (found.state.ids, record.state?.stateNumber)
            guard local.lockToken != nil else { return try await finish(ids, noting: plan, under: nil, after: number) }
            // A killed push has left its lock: taking it over and ending it lets others push.
            return try await locked { (_: HeldLock) async throws(DeploymentFault) -> PushResult in
                try await finish(ids, noting: plan, under: nil, after: number)
            }
        }
        return try await locked { (lock: HeldLock) async throws(DeploymentFault) -> PushResult in
            try settings.moveSecrets(outOf: project, variables: variables)
            let newest = try await newestState(overwriting: overwriting)
            try found.triggers?.write()
            let ids = try await run(plan, under: lock, stop, progress)
            return try await finish(ids, noting: plan, under: lock, after: newest)
        }
    }

    // MARK: - Before the first change

    func check(_ plan: Plan, accepted: Set<String>, overwriting: Bool) throws(DeploymentFault) {
        if project.local?.isReadOnly == true {
            throw DeploymentFault(
                .refused, "This folder was pulled to use the back end, and not to change it. Nothing was changed.",
                cure: "Run amplify pull, and say that you will modify the back end.")
        }
        if let obstacle = plan.obstacles.first {
            let others = plan.obstacles.count - 1
            throw DeploymentFault(
                .refused, obstacle.text + (others > 0 ? " \(others) more stand above." : "") + " Nothing was changed.",
                cure: obstacle.cure)
        }
        if let staleness, !overwriting { throw staleness }
        let refused = plan.losses.filter { !accepted.contains($0.resource) }
        guard refused.isEmpty else {
            throw DeploymentFault(
                .declined,
                refused.map(\.text).joined(separator: " ") + " This was not accepted, and nothing was changed.",
                cure: "Type the name of the resource at the question, or use --allow-destroy.")
        }
    }

    /// Whether the server's records change: without it, a push needs no lock.
    private func needsState(_ plan: Plan, overwriting: Bool) -> Bool {
        guard plan.isEmpty, !settings.hasSecretsInProject, found.state.ids == ids else { return true }
        switch relation {
        case .first: return true
        case .current(let isRecorded): return !isRecorded
        case .behind: return overwriting
        }
    }

    /// The number of the newest state; refuses one that another push made while the person read the plan.
    private func newestState(overwriting: Bool) async throws(DeploymentFault) -> Int? {
        let now = try await records.environment(environment, of: settings.place.appID).environment.state?.stateNumber
        guard now != record.state?.stateNumber, !overwriting else { return now }
        throw DeploymentFault(
            .refused, "The environment \(environment) was pushed in the meantime, and the plan no longer holds.",
            cure: "Run amplify push again.")
    }

    // MARK: - Lock

    /// Works under the lock of the environment, and ends it in every case but a kill.
    func locked<Value: Sendable>(
        _ work: (HeldLock) async throws(DeploymentFault) -> Value
    ) async throws(DeploymentFault) -> Value {
        let lock = try await HeldLock.take(
            records, environment, of: settings.place.appID, holder: String(host.prefix(256)), kept: local.lockToken,
            clock: clock)
        do throws(DeploymentFault) {
            try keeper.changeLocal { $0.lockToken = lock.token }
            try survive(.locked)
            let value = try await work(lock)
            try await release(lock)
            return value
        } catch {
            // A process that is killed ends nothing.
            guard error != Self.killed else { throw error }
            throw await released(lock, after: error)
        }
    }

    /// Ends the lock after a fault, and returns what to say.
    private func released(_ lock: HeldLock, after fault: DeploymentFault) async -> DeploymentFault {
        do throws(DeploymentFault) {
            try await release(lock)
            return fault
        } catch {
            return DeploymentFault(fault.kind, "\(fault.text) \(error.text)", cure: fault.cure)
        }
    }

    private func release(_ lock: HeldLock) async throws(DeploymentFault) {
        // Without an answer, the lock may still be held: the token takes it over.
        if await lock.release() { try keeper.changeLocal { $0.lockToken = nil } }
    }

    /// The end of a push that a test kills.
    static let killed = DeploymentFault(.interrupted, "The process was killed.")

    private func survive(_ point: PushPoint) throws(DeploymentFault) {
        if isKilled(point) { throw Self.killed }
    }

    // MARK: - Steps

    func run(
        _ plan: Plan, under lock: HeldLock, _ stop: PushStop, _ progress: @Sendable (PushProgress) async -> Void
    ) async throws(DeploymentFault) -> KnownIDs {
        var ids = found.state.ids
        // An id that was found on the server may be lost with this machine otherwise.
        if ids != self.ids { try keeper.keep(ids) }
        for (index, step) in plan.steps.enumerated() {
            try lock.requireHeld()
            if stop.isRequested || Task.isCancelled { throw interruption(plan, doing: index) }
            await progress(.began(step.title))
            let before = ids
            do throws(ServiceFault) {
                try await step.run(on: backend, &ids)
            } catch {
                if ids != before { try keeper.keep(ids) }
                await progress(.ended(step.title, changed: false))
                throw failure(error, plan, doing: index)
            }
            if ids != before { try keeper.keep(ids) }
            await progress(.ended(step.title, changed: true))
            try survive(.step(index + 1))
        }
        return ids
    }

    private func failure(_ error: ServiceFault, _ plan: Plan, doing index: Int) -> DeploymentFault {
        let title = plan.steps[index].title
        let fault = DeploymentFault(error, doing: "\(title.prefix(1).lowercased())\(title.dropFirst())")
        return DeploymentFault(
            fault.kind, "\(fault.text) \(account(of: plan, doing: index))",
            cure: [fault.cure, "Then run amplify push: it goes on from there."].compactMap(\.self)
                .joined(separator: " "))
    }

    private func interruption(_ plan: Plan, doing index: Int) -> DeploymentFault {
        DeploymentFault(
            .interrupted, "The push was stopped. \(account(of: plan, doing: index))",
            cure: "Run amplify push: it goes on from there.")
    }

    /// What is done and what is left.
    private func account(of plan: Plan, doing index: Int) -> String {
        func list(_ steps: some Collection<any DeploymentStep>) -> String {
            steps.isEmpty ? "nothing" : steps.map { $0.title }.joined(separator: "; ")
        }
        return "Done: \(list(plan.steps[..<index])). Left: \(list(plan.steps[index...]))."
    }

    // MARK: - Record and files

    /// Records the folder on the server and here, and writes the app's files; without a lock, the server has the folder.
    private func finish(
        _ ids: KnownIDs, noting plan: Plan, under lock: HeldLock?, after newest: Int?
    ) async throws(DeploymentFault) -> PushResult {
        let present = Set(project.backend.resources.map { ResourceName(category: $0.category, name: $0.name) })
        let kept = ids.keeping(present)
        let meta = try keeper.meta(kept)
        // Moving secrets out of the project changes one of its files.
        let sent = try settings.hasSecretsInProject ? PushedFolder(project.folder) : pushed
        var number = newest ?? 0
        if let lock {
            try lock.requireHeld()
            number = try await recordState(sent, meta, under: lock, after: newest)
        }
        try keeper.replaceCopy(by: sent, meta: meta)
        try survive(.copied)
        let recorded = number
        try keeper.changeLocal { local in
            local.stateNumber = recorded
            local.folder = sent.digest
            local.files = sent.digests
            local.deletesUsersOf = []
        }
        try survive(.kept)
        let state = DeployedState(wanted: found.state.wanted, ids: kept)
        let files = try await keeper.writeAppFiles(state, on: backend)
        try survive(.written)
        return PushResult(
            stateNumber: number, files: files, addresses: Addresses(state, baseURL: backend.baseURL),
            notes: plan.notes + Self.notes(aboutCopiesIn: ids, since: self.ids))
    }

    /// Sends the folder, and makes it the newest state.
    private func recordState(
        _ folder: PushedFolder, _ meta: JSONDocument, under lock: HeldLock, after newest: Int?
    ) async throws(DeploymentFault) -> Int {
        let appID = settings.place.appID
        try await records.send(folder, of: appID)
        try survive(.sent)
        let outputs: String
        do throws(JSONFlaw) {
            outputs = try MetaFile.recorded(meta)
        } catch {
            throw DeploymentFault(ProjectFault(ProjectPaths.meta, error))
        }
        let what = "record the state of \(environment)"
        let answer: PutStateResponse
        do throws(ServiceFault) {
            answer = try await records.service.putState(
                PutStateRequest(
                    appId: appID, environmentName: environment, lockToken: lock.token, expectedStateNumber: newest,
                    files: folder.stateFiles, outputs: outputs, pushedFrom: String(host.prefix(256))))
        } catch {
            throw DeploymentFault(error, doing: what)
        }
        guard let number = answer.state?.stateNumber else { throw .incomplete(what) }
        try survive(.recorded)
        return number
    }

    /// The sealed copies of deleted pools that the server made in this push, with the commands that bring them back.
    static func notes(aboutCopiesIn ids: KnownIDs, since before: KnownIDs) -> [String] {
        ids.outputs.sorted { ($0.key.category, $0.key.name) < ($1.key.category, $1.key.name) }.compactMap { entry in
            guard let name = entry.value[OutputName.archiveName], before[entry.key, OutputName.archiveName] != name
            else { return nil }
            let command = entry.value[OutputName.restoreCommand].map { " It comes back with: \($0)" } ?? ""
            return "The server keeps a sealed copy of the deleted user pool, \(name).\(command)"
        }
    }
}

extension FolderKeeper {
    /// Writes the app's files for a deployed state.
    ///
    /// - Parameters:
    ///   - state: the state.
    ///   - backend: the server.
    /// - Returns: the paths of the files that changed.
    /// - Throws: `DeploymentFault`; the server has the state then, and the next push writes the files.
    func writeAppFiles(_ state: DeployedState, on backend: Backend) async throws(DeploymentFault) -> [String] {
        let folder = folder
        let project = try checked { () throws(ProjectFault) in try Project(folder) }
        let changes = try await AppFiles.changes(state, project: project, on: backend)
        try checked { () throws(ProjectFault) in try folder.write(changes) }
        return changes.paths.filter { !$0.hasPrefix("amplify/.config/") }
    }
}
