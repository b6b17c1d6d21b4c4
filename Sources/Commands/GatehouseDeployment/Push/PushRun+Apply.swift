// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseCrypto
import GatehouseProject
import GatehouseWire
import ProjectShapes

/// The run of a push: lock and steps.
extension PushRun {
    /// Makes the server as the plan says.
    ///
    /// The ids of what a step made are written into the folder before the next step. After a failure, or a kill at any
    /// moment, the next push continues: it finds what exists, and makes nothing twice.
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
        try requireKnownServer()
        let folderLock = try FolderLock(project.folder)
        defer { folderLock.release() }
        try requireUsableAppFiles()
        guard needsState(plan, overwriting: overwriting) else {
            let isUnchanged = try isUpToDate(plan)
            try found.triggers?.write()
            let (ids, number) = (found.state.ids, record.state?.stateNumber)
            guard local.mayHoldLock else {
                let writes = !isUnchanged || overwriting
                let kept = try await keepState(ids, under: nil, after: number, writesAppFiles: writes)
                return try await result(ids, noting: plan, number: kept, writesAppFiles: writes)
            }
            // A killed push has left its lock: taking it over and ending it lets others push.
            return try await locked { (_: HeldLock) async throws(DeploymentFault) -> PushResult in
                let kept = try await keepState(ids, under: nil, after: number)
                return try await result(ids, noting: plan, number: kept)
            }
        }
        return try await locked { (lock: HeldLock) async throws(DeploymentFault) -> PushResult in
            try settings.moveSecrets(outOf: project, variables: variables)
            let newest = try await newestState()
            try found.triggers?.write()
            let ids = try await run(plan, under: lock, resumedBy: .push, stop, progress)
            let kept: Int
            do throws(DeploymentFault) {
                kept = try await keepState(ids, under: lock, after: newest)
            } catch {
                throw incomplete(error, plan, doing: plan.steps.count, .push)
            }
            return try await result(ids, noting: plan, number: kept)
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

    /// Refuses files of the app that could not be written after the steps.
    private func requireUsableAppFiles() throws(DeploymentFault) {
        do throws(ProjectFault) {
            try AppFiles.requireUsable(of: project.config.frontend, in: project.folder)
        } catch {
            let fault = DeploymentFault(error)
            throw DeploymentFault(fault.kind, "\(fault.text) Nothing was changed.", cure: fault.cure)
        }
    }

    /// Refuses to send secrets to another server than that of the last push or pull: others write the file that names it.
    private func requireKnownServer() throws(DeploymentFault) {
        let address = settings.place.baseURL
        guard let known = local.baseURL, known != address, !settings.credentials.secrets.isEmpty else { return }
        throw DeploymentFault(
            .refused,
            "\(ProjectPaths.teamProviderInfo) has the server \(DeploymentFault.readable(address)) for the environment "
                + "\(environment), and the last push or pull of this folder was at \(DeploymentFault.readable(known)). "
                + "Secrets of providers would go to another server. Nothing was changed.",
            cure: "Correct BaseURL in the file. If the server has moved, run amplify pull, then amplify push.")
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
    ///
    /// The plan does not know what that push made, and the ids of it would be lost.
    func newestState() async throws(DeploymentFault) -> Int? {
        let now = try await records.environment(environment, of: settings.place.appID).environment.state?.stateNumber
        guard now != record.state?.stateNumber else { return now }
        throw DeploymentFault(
            .refused, "The environment \(environment) was pushed in the meantime, and the plan no longer holds.",
            cure: "Run the command again: it makes a new plan.")
    }

    // MARK: - Lock

    /// Works under the lock of the environment, and ends the lock in every case except a kill.
    func locked<Value: Sendable>(
        _ work: (HeldLock) async throws(DeploymentFault) -> Value
    ) async throws(DeploymentFault) -> Value {
        let lock = try await takeLock()
        do throws(DeploymentFault) {
            try lockKeeper.changeLocal { $0.lockToken = lock.token }
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

    /// Takes the lock; the folder has the client token of the request before the request is sent.
    private func takeLock() async throws(DeploymentFault) -> HeldLock {
        let known = try lockKeeper.local()
        let request = known.lockRequest ?? entropy.uuid()
        if request != known.lockRequest { try lockKeeper.changeLocal { $0.lockRequest = request } }
        do throws(DeploymentFault) {
            return try await HeldLock.take(
                records, environment, of: settings.place.appID, holder: String(host.prefix(256)),
                kept: known.lockToken, request: request, clock: clock)
        } catch {
            // A server that refuses holds nothing for this request; without an answer, it may.
            if [.locked, .refused].contains(error.kind) { try lockKeeper.changeLocal { $0.lockRequest = nil } }
            throw error
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
        guard await lock.release() else { return }
        try lockKeeper.changeLocal { local in
            local.lockToken = nil
            local.lockRequest = nil
        }
    }

    /// The end of a push that a test kills.
    static let killed = DeploymentFault(.interrupted, "The process was killed.")

    func survive(_ point: PushPoint) throws(DeploymentFault) {
        if isKilled(point) { throw Self.killed }
    }

    // MARK: - Steps

    /// What a failure says of the rest of the work.
    struct Resumption: Sendable {
        /// The command that continues.
        let command: String
        /// What it does after the last step.
        let rest: String

        /// A push.
        static let push = Resumption(command: "amplify push", rest: "the record of the push, and the app's files")
        /// `amplify delete` or `amplify env remove`.
        static let deletion = Resumption(command: "the same command", rest: "the record of the environment")
    }

    func run(
        _ plan: Plan, under lock: HeldLock, resumedBy resumption: Resumption, _ stop: PushStop,
        _ progress: @Sendable (PushProgress) async -> Void
    ) async throws(DeploymentFault) -> KnownIDs {
        var ids = found.state.ids
        // An id that was found on the server may be lost with this machine otherwise.
        if ids != self.ids { try keeper.keep(ids) }
        for (index, step) in plan.steps.enumerated() {
            do throws(DeploymentFault) {
                try await lock.requireHeld()
            } catch {
                throw incomplete(error, plan, doing: index, resumption)
            }
            if stop.isRequested || Task.isCancelled { throw interruption(plan, doing: index, resumption) }
            await progress(.began(step.title))
            let before = ids
            do throws(ServiceFault) {
                try await step.run(on: backend, &ids)
            } catch {
                if ids != before { try keeper.keep(ids) }
                await progress(.ended(step.title, changed: false))
                throw failure(error, plan, doing: index, resumption)
            }
            if ids != before { try keeper.keep(ids) }
            await progress(.ended(step.title, changed: true))
            try survive(.step(index + 1))
        }
        return ids
    }

    private func failure(
        _ error: ServiceFault, _ plan: Plan, doing index: Int, _ resumption: Resumption
    ) -> DeploymentFault {
        let title = plan.steps[index].title
        let fault = DeploymentFault(error, doing: "\(title.prefix(1).lowercased())\(title.dropFirst())")
        return incomplete(fault, plan, doing: index, resumption)
    }

    /// Adds to a fault the steps that are done, the steps that are left, and the command to run next.
    ///
    /// - Parameters:
    ///   - fault: the fault.
    ///   - plan: the plan.
    ///   - index: the step that was not done; the number of the steps after the last one.
    ///   - resumption: the command that continues.
    /// - Returns: the fault; that of a process that is killed stays as it is.
    func incomplete(
        _ fault: DeploymentFault, _ plan: Plan, doing index: Int, _ resumption: Resumption
    ) -> DeploymentFault {
        guard fault != Self.killed else { return fault }
        let text = "\(fault.text) \(account(of: plan, doing: index, resumption))"
        let end = "\(resumption.command): it goes on from there."
        // Without the lock there is nothing to correct.
        guard fault.kind != .locked else { return DeploymentFault(fault.kind, text, cure: "Run \(end)") }
        return DeploymentFault(
            fault.kind, text, cure: "\(fault.cure ?? DeploymentFault.correction) Then run \(end)")
    }

    private func interruption(_ plan: Plan, doing index: Int, _ resumption: Resumption) -> DeploymentFault {
        DeploymentFault(
            .interrupted, "The command was stopped. \(account(of: plan, doing: index, resumption))",
            cure: "Run \(resumption.command): it goes on from there.")
    }

    /// What is done and what is left.
    private func account(of plan: Plan, doing index: Int, _ resumption: Resumption) -> String {
        func list(_ steps: some Collection<any DeploymentStep>) -> String {
            steps.map { $0.title }.joined(separator: "; ")
        }
        let done = index == 0 ? "nothing" : list(plan.steps[..<index])
        let left = index == plan.steps.count ? resumption.rest : list(plan.steps[index...])
        return "Done: \(done). Left: \(left)."
    }
}
