// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// One run: an app or two with a server, through a script and through faults that are drawn from a seed.
///
/// After every step it checks what must hold whatever happens; see `Violation.Rule`.
final class FaultRun {
    /// The users who may be signed in; nil means no user.
    typealias Holders = Set<String?>

    struct App {
        var process: AppProcess
        /// The users who may be signed in as far as this process knows.
        var holders: Holders
        /// The users whose session a failed sign-in, or a deletion, may have left on the shelf; this process may remove it
        /// later.
        var leftBehind: Holders = []
        let device: AppProcess.Device
    }

    /// No call of an app may take longer.
    static let longestCall = Duration.seconds(60)

    let stage: Stage
    let server: ServerSide
    let journal: Journal
    let script: Dice
    let weather = Weather()
    let shelf = Shelf()
    var apps: [App] = []
    /// The users whose session may be on the shelf.
    var shelved: Holders = [nil]
    var wrongPasswords: [String: Int] = [:]
    private var calls = 0

    /// Plays a run.
    ///
    /// - Returns: the journal, which is the same for the same seed.
    /// - Throws: `FailedRun`.
    static func play(seed: UInt64, steps: Int = 16, sabotage: Sabotage? = nil) async throws -> [String] {
        let journal = Journal()
        do {
            let landscape = try await Landscape.shared.value
            let dice = Dice(seed: seed)
            try await Stage.play(seed: dice.word()) { stage in
                let run = try FaultRun(landscape, dice, stage, journal, sabotage)
                for _ in 0..<steps { try await run.step() }
                try await run.settle()
            }
            return journal.lines
        } catch {
            throw FailedRun(seed: seed, cause: error, journal: journal.lines)
        }
    }

    private init(
        _ landscape: Landscape, _ dice: Dice, _ stage: Stage, _ journal: Journal, _ sabotage: Sabotage?
    ) throws {
        let client = landscape.clients[dice.below(landscape.clients.count)]
        let pools: Landscape.Pools = dice.chance(50) ? .both : .userPoolOnly
        let isShared = dice.chance(25)
        self.stage = stage
        self.journal = journal
        script = dice.branch()
        server = try ServerSide(landscape, client: client, stage: stage, seed: dice.word())
        journal.note("pools: \(pools), rotation: \(client.gracePeriod.map { "\($0)" } ?? "none"), shared: \(isShared)")
        for _ in 0..<(isShared ? 2 : 1) {
            let device = AppProcess.Device(
                server: server, shelf: shelf, clockError: ClockError(), weather: weather, journal: journal,
                dice: dice.branch(), configuration: landscape.configuration(client, pools), isStoreShared: isShared,
                sabotage: sabotage
            )
            apps.append(App(process: try AppProcess(on: device), holders: [nil], device: device))
        }
    }
}

// MARK: - Calls

extension FaultRun {
    struct Assignment: Sendable {
        let app: Int
        let call: AppCall
        /// The time from the beginning of the step to the beginning of the call.
        var delay = Duration.zero
        /// The time after which the calling task is cancelled.
        var patience: Duration?
    }

    struct Report: Sendable {
        let app: Int
        let call: AppCall
        /// Nil if the process died in the meantime.
        let answer: AppAnswer?
        let took: Duration
    }

    /// Makes calls at the same time and waits for all of them.
    func perform(_ assignments: [Assignment]) async -> [Report] {
        let running = assignments.map { start($0) }
        var reports: [Report] = []
        for report in running { reports.append(await report.take()) }
        return reports
    }

    private func start(_ assignment: Assignment) -> Handover<Report> {
        let process = apps[assignment.app].process
        let stage = stage
        let report = Handover<Report>()
        let (app, call) = (assignment.app, assignment.call)
        process.life.atEnd { report.offer(Report(app: app, call: call, answer: nil, took: .zero)) }
        calls += 1
        let plugin = calls.isMultiple(of: 2) ? process.intruder ?? process.plugin : process.plugin
        let task = Task {
            try? await stage.sleep(assignment.delay)
            let start = stage.elapsed
            let answer = await call.perform(plugin)
            report.offer(Report(app: app, call: call, answer: answer, took: stage.elapsed - start))
        }
        if let patience = assignment.patience {
            Task {
                try? await stage.sleep(assignment.delay + patience)
                task.cancel()
            }
        }
        return report
    }

    /// Starts an app anew after its process has died or was ended.
    func reboot(_ index: Int) throws {
        apps[index].process.life.end()
        apps[index].process = try AppProcess(on: apps[index].device)
        // A process knows only in memory what it has left behind.
        apps[index].leftBehind = []
        apps[index].holders = isRemovalDue ? shelved.union([nil]) : shelved
        journal.note("app \(index) starts")
    }
}
