// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject

/// `amplify console`.
struct ConsoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console", abstract: "Show, and open on a desktop, the pages of the environment's server.",
        discussion: "A development server has pages of its pools, and a page for requests to its APIs.")

    @Argument(help: "The category: auth for pools, api for requests.")
    var category: ResourceCategory = .auth

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { try await $0.openConsole(of: category) }
    }
}

extension ProjectCommand {
    /// Prints the address of the server's pages, and opens it on a desktop.
    ///
    /// - Throws: `DeploymentFault`, `ProjectFault`.
    func openConsole(of category: ResourceCategory) async throws {
        let project = try project()
        let environment = try environment(of: project)
        let outputs = project.meta?.auth?.outputs ?? [:]
        let address = options.server ?? environment.place.baseURL
        let base = address.hasSuffix("/") ? String(address.dropLast()) : address
        guard let url = URL(string: category == .auth ? "\(base)/" : "\(base)/dev/graphql") else {
            throw DeploymentFault(
                .unusable, "The address \(address) is not a URL.",
                cure: "Correct BaseURL in \(ProjectPaths.teamProviderInfo).")
        }
        if category == .auth {
            for (label, key) in [("User pool", "UserPoolId"), ("Identity pool", "IdentityPoolId")] {
                if let id = outputs[key] { surroundings.results.writeLine("\(label): \(id)") }
            }
        }
        surroundings.results.writeLine("\(url)")
        if !(try backend(of: environment).isOnThisMachine) {
            say("Only development servers have these pages; the AWS CLI shows the pools of others.")
        }
        if isAtTerminal, await surroundings.open(url) { say("The browser has the page.") }
    }
}
