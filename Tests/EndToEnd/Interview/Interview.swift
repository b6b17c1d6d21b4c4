// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDialogue

/// Puts questions of each kind in the terminal, and prints the answers as a JSON array of texts.
///
/// The tests of terminals run it, so that each key is tested without a server.
///
///     Interview [list | boxes | order | name | secret | confirm | steps | table] ...
@main
struct Interview {
    private let terminal = Terminal(output: .standardError)

    static func main() async {
        let interview = Interview()
        do {
            let answers = try await interview.answers(to: CommandLine.arguments.dropFirst())
            let json = try JSONEncoder().encode(answers)
            Terminal().say(String(decoding: json, as: UTF8.self))
        } catch {
            interview.terminal.complain(error)
            exit(Complaint(error).status.rawValue)
        }
    }

    private func answers(to names: ArraySlice<String>) async throws -> [String] {
        try await terminal.interview {
            var answers: [String] = []
            for name in names { answers.append(try answer(to: name)) }
            return answers
        }
    }

    private func answer(to name: String) throws -> String {
        switch name {
        case "list": return try terminal.ask(Self.list)
        case "boxes": return try terminal.ask(Self.boxes).joined(separator: "+")
        case "order": return try terminal.ask(Self.order).joined(separator: "+")
        case "name":
            return try terminal.ask(
                TextPrompt("Name of the project:", default: "shop") {
                    3...20 ~= $0.count ? nil : "The name must have 3 to 20 letters."
                })
        case "secret": return try terminal.ask(TextPrompt("Client secret:", isHidden: true))
        case "confirm": return try terminal.ask(ConfirmPrompt("Continue?", default: true)) ? "yes" : "no"
        case "steps":
            var progress = ProgressLine(of: 2, columns: terminal.size.columns, style: terminal.style)
            terminal.write(progress.begin("User pool"))
            terminal.write(progress.begin("Domain") + progress.end(.failed))
            return "failed"
        case "table":
            let table = Table(["Category", "Operation"], [["Auth", "Create"], ["Api", "No Change"]])
            let output = Terminal()
            for line in table.lines(width: output.size.columns, style: output.style) { output.write(line + "\n") }
            return "shown"
        default: throw Refusal("There is no question \(name).", cure: "Name another one.")
        }
    }

    private static let list = ListPrompt(
        "Do you want to use the default authentication and security configuration?",
        [
            Row("Default configuration", "default"),
            Row("Default configuration with Social Provider (Federation)", "defaultSocial"),
            Row("Manual configuration", "manual"),
            .explaining("I want to learn more.", "The default configuration has a user pool."),
        ])

    private static let boxes = CheckboxPrompt(
        "Which providers?", [Row("Facebook", "f"), Row("Google", "g"), Row("Amazon", "a")])

    private static let order = OrderPrompt(
        "The order of the groups?", [Row("Admins", "a"), Row("Editors", "e"), Row("Readers", "r")])
}
