// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseDialogue

/// The app of the user.
struct ProjectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The amplify_outputs.json or amplifyconfiguration.json of the app.", valueName: "file"),
        completion: .file())
    var config = "amplify_outputs.json"

    /// Hands the account to a command.
    ///
    /// - Throws: the exit code of an error, after its description was written to the standard error.
    func run(_ command: (Account) async throws -> Void) async throws {
        let questions = Terminal(output: .standardError)
        do {
            let account = try Account(Project(file: config), asking: questions, answering: Terminal())
            try await command(account)
        } catch {
            questions.complain(error)
            throw ExitCode(Complaint(error).status.rawValue)
        }
    }
}
