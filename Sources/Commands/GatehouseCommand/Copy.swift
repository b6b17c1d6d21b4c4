// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseServer

/// `gatehouse copy`: the database of a data folder on a PostgreSQL server, or back.
struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy the database of a data folder to a PostgreSQL server, or back.",
        discussion: """
            No server may use either database meanwhile, and the target must be empty. The command needs the master \
            key, and leaves everything sealed as it is. It compares all tables at the end; a server starts on the \
            target only after that. If it was interrupted, the same command goes on. docs/copying.md describes the \
            move.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The database to read: sqlite:FOLDER, or postgresql for the one that GATEHOUSE_DATABASE_URL names.",
            valueName: "database"))
    var from: String

    @Option(
        help: ArgumentHelp("The empty database to fill, in the same form; a folder is made.", valueName: "database"))
    var to: String

    @Flag(help: "Remove what an interrupted copy has left in the target, and begin anew.")
    var restart = false

    @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"), completion: .file())
    var config: String?

    func run() async throws {
        var given: CopyRoute?
        try Start.refusing { given = try CopyRoute(from: from, to: to) }
        guard let route = given else { return }
        var settings = route.settings
        settings[.config] = config
        try await Start.onFolder(settings: settings) { configuration in
            try await DatabaseCopy(configuration, route: route, restarting: restart).run { line in Console.say(line) }
        }
    }
}
