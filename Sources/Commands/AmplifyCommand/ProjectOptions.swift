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
    /// - Parameters:
    ///   - use: how the command uses the stored session.
    ///   - command: what it does with the account.
    /// - Throws: the exit code of an error, after its description was written to the standard error.
    func run(using use: SessionGuard.Use = .session, _ command: (Account) async throws -> Void) async throws {
        let questions = Terminal(output: .standardError)
        do {
            let project = try Project(file: config)
            // It makes no request, and names what is wrong in the configuration.
            let account = try Account(project, asking: questions, answering: Terminal())
            try project.admit(use, saying: questions)
            try await command(account)
        } catch {
            questions.complain(error)
            throw ExitCode(Complaint(error).status.rawValue)
        }
    }
}
