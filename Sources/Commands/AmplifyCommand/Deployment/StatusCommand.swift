// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject

/// `amplify status`.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the environment, what a push would do, and the addresses.",
        discussion: """
            Without the server, the folder is compared with the last push. -v shows each value that differs, the \
            server's and the project's; a secret is shown as changed only.
            """)

    @Argument(help: "The category whose values -v shows. (default: all)")
    var category: ResourceCategory?

    @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Show the values that differ.")
    var verbose = false

    @Flag(help: "Print the result as one JSON value.")
    var json = false

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { try await $0.showStatus(of: category, verbose: verbose, json: json) }
    }
}

extension ProjectCommand {
    /// What a push would do, by the server or by the last push.
    private struct StatusReport {
        let plan: Plan
        let addresses: Addresses
        /// Why the folder cannot be pushed as it is; `nil` if it follows the newest state.
        let staleness: DeploymentFault?
        /// Why the server gave no answer; `nil` if it gave one.
        let absence: DeploymentFault?
    }

    /// Shows the environment, the table of resources and the addresses.
    ///
    /// - Throws: `DeploymentFault`, `ProjectFault`.
    func showStatus(of category: ResourceCategory?, verbose: Bool, json: Bool) async throws {
        let project = try project()
        let environment = try environment(of: project)
        let status = try await status(of: project, environment)
        let report = PlanReport(status.plan, environment: environment.name)
        if let absence = status.absence {
            dialogue.writeLine(absence.text)
        }
        if let staleness = status.staleness { dialogue.writeLine(staleness.description) }
        if json {
            let members =
                report.members(withDifferences: verbose) + [
                    .init("addresses", status.addresses.json),
                    .init("comparedWith", .string(status.absence == nil ? "server" : "lastPush")),
                ]
            return try surroundings.results.writeJSON(.object(members))
        }
        let results = surroundings.results
        report.show(on: results)
        if verbose {
            results.say()
            for line in report.differences(of: category?.rawValue) { results.writeLine(line) }
        }
        for line in report.remarks + report.obstacles { dialogue.writeLine(line) }
        let lines = status.addresses.lines
        if !lines.isEmpty { results.say() }
        for line in lines { results.writeLine(line) }
    }

    private func status(of project: Project, _ environment: Environment) async throws(DeploymentFault) -> StatusReport {
        do throws(DeploymentFault) {
            let isCurrent = environment.name == project.local?.environment
            let run = try await pushRun(project, environment, isCheckedOut: isCurrent)
            let plan = try await run.plan(force: false)
            return StatusReport(plan: plan, addresses: run.addresses, staleness: run.staleness, absence: nil)
        } catch {
            guard error.kind == .unreachable else { throw error }
            // The folder has the last push of the current environment alone.
            try requireCurrentEnvironment(of: project)
            return StatusReport(
                plan: try PushRun.planAgainstLastPush(project), addresses: PushRun.addressesOfLastPush(project),
                staleness: nil, absence: error)
        }
    }
}
