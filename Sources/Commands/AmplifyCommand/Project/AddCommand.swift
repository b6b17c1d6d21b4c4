// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject

/// A category that commands add, update and remove.
enum ResourceCategory: String, CaseIterable, ExpressibleByArgument {
    case auth, api
}

/// `amplify add`.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add sign-up and sign-in, or an API, to the project.",
        discussion: """
            Nothing is made on the server before 'amplify push'. With --headless, the standard input has the object that \
            AWS's tool takes.
            """)

    @Argument(help: "The category.")
    var category: ResourceCategory

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { command in
            switch category {
            case .auth: try await command.addAuth()
            case .api: try await command.addAPI()
            }
        }
    }
}

/// `amplify update`.
struct UpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Change the sign-up and sign-in, or the API, of the project.",
        discussion: """
            Nothing is changed on the server before 'amplify push'. With --headless, the standard input has the object \
            that AWS's tool takes.
            """)

    @Argument(help: "The category.")
    var category: ResourceCategory

    @OptionGroup var options: ProjectOptions

    func run() async throws {
        try await options.run { command in
            switch category {
            case .auth: try await command.updateAuth()
            case .api: try await command.updateAPI()
            }
        }
    }
}
