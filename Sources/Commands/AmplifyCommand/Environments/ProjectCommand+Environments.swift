// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject
import ProjectShapes

/// What `amplify env` makes and shows.
extension ProjectCommand {
    // MARK: - Making

    /// Makes an environment with all resources of the project, and works in it.
    ///
    /// - Throws: `Refusal` if there is one of the name; `AnswerRefusal`, `DeploymentFault`, `ProjectFault`.
    func addEnvironment(_ name: String?) async throws {
        let project = try project()
        var given = Answers()
        if let name { given["envName"] = .text(name) }
        addServer(to: &given)
        var circumstances = project.authCircumstances(.create, id: surroundings.newID())
        try addServerOffers(to: &circumstances, of: project)
        let interview = try await finished(Interview(InitTable.environmentRows, circumstances), given: given)
        try await add(InitSettings(interview), to: project)
    }

    // MARK: - Showing

    /// Shows the names of the environments, or where each is.
    func listEnvironments(details: Bool, json: Bool) throws {
        let project = try project()
        let environments = (project.environments?.environments ?? [:]).sorted { $0.key < $1.key }
        let current = project.local?.environment
        if json {
            let rows = environments.map { name, environment -> JSONValue in
                let members = [
                    JSONValue.Member("name", .string(name)), JSONValue.Member("current", .bool(name == current)),
                ]
                return .object(members + (details ? Self.members(environment) : []))
            }
            return try surroundings.results.writeJSON(["environments": .array(rows)])
        }
        guard details else {
            let rows = environments.map { [$0.key == current ? "*\($0.key)" : $0.key] }
            return surroundings.results.show(Table(["Environments"], rows))
        }
        for (name, environment) in environments {
            show(name, environment, isCurrent: name == current)
            surroundings.results.say()
        }
    }

    /// Shows where an environment is.
    ///
    /// - Throws: `DeploymentFault` if there is none of the name; `ProjectFault`.
    func showEnvironment(_ name: String?, json: Bool) throws {
        let project = try project()
        let current = project.local?.environment
        guard let name = name ?? current, let environment = project.environments?.environments[name] else {
            throw DeploymentFault(
                .unusable, "The project has no such environment.", cure: "'amplify env list' shows the environments.")
        }
        if json {
            let members = [JSONValue.Member("name", .string(name))] + Self.members(environment)
            return try surroundings.results.writeJSON(.object(members))
        }
        show(name, environment, isCurrent: name == current)
    }

    private func show(_ name: String, _ environment: TeamProviderInfo.Environment, isCurrent: Bool) {
        let results = surroundings.results
        results.say(isCurrent ? "\(name) (current)" : name)
        for (label, value) in Self.places(of: environment) { results.writeLine("  \(label): \(value)") }
    }

    private static func members(_ environment: TeamProviderInfo.Environment) -> [JSONValue.Member] {
        places(of: environment).map { JSONValue.Member($0.label, .string($0.value)) }
    }

    /// Where an environment is, by the names that files have.
    private static func places(of environment: TeamProviderInfo.Environment) -> [(label: String, value: String)] {
        var places: [(label: String, value: String?)] = []
        if let place = environment.gatehouse {
            places = [
                ("BaseURL", place.baseURL), ("Region", place.region), ("AppId", place.appID),
                ("AuthRoleName", place.authRoleName), ("UnauthRoleName", place.unauthRoleName),
            ]
        } else if let place = environment.aws {
            places = [
                ("Provider", PlanReport.provider), ("Region", place.region), ("StackName", place.stackName),
                ("AmplifyAppId", place.appID),
            ]
        }
        return places.compactMap { label, value in value.map { (label, $0) } }
    }

    /// Shows the states of the environment, the newest first.
    ///
    /// - Throws: `DeploymentFault`, `ProjectFault`.
    func showHistory(json: Bool) async throws {
        let project = try project()
        let environment = try environment(of: project)
        let records = ProjectRecords(try backend(of: environment))
        let states = try await records.history(of: environment.name, of: environment.place.appID)
        let here = try project.folder.localGatehouse(environment.name).stateNumber
        if json {
            let rows = states.map { state -> JSONValue in
                let texts = [
                    ("pushedAt", state.pushedAt?.formatted(.iso8601)), ("pushedBy", state.pushedBy),
                    ("pushedFrom", state.pushedFrom), ("sha256", state.sha256),
                ]
                let number = JSONValue.Member("stateNumber", .integer(state.stateNumber ?? 0))
                return .object(
                    [number] + texts.compactMap { name, text in text.map { JSONValue.Member(name, .string($0)) } })
            }
            return try surroundings.results.writeJSON(
                ["environment": .string(environment.name), "states": .array(rows)])
        }
        guard !states.isEmpty else { return say("Nothing was pushed to \(environment.name) yet.") }
        let rows = states.map { state in
            [
                "\(state.stateNumber ?? 0)\(state.stateNumber == here ? "*" : "")",
                state.pushedAt?.formatted(.iso8601) ?? "", state.pushedBy ?? "", state.pushedFrom ?? "",
            ]
        }
        surroundings.results.show(Table(["State", "Pushed at", "By", "From"], rows))
        say("A star marks the state of this folder. 'amplify env restore N' brings one back.")
    }
}
