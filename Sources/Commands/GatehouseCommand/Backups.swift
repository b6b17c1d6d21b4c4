// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseServer

/// The options of the commands that work on the files of the data folder.
struct FolderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The folder of the database. (default: ./.gatehouse)", valueName: "folder"),
        completion: .directory)
    var dataDir: String?

    @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"), completion: .file())
    var config: String?

    /// The settings that were given.
    var settings: [Setting: String] {
        let given: [Setting: String?] = [.dataDirectory: dataDir, .config: config]
        return given.compactMapValues(\.self)
    }
}

/// `gatehouse backup`: a copy of the database in one file.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database into one file, while the server runs or not.",
        discussion: """
            The copy has the state of one moment, is checked, and is readable for its owner only; 'gatehouse \
            restore' puts it into a data folder. It does not contain the master key, without which it is of no use: \
            keep the key apart from it. The command needs no master key. docs/backup.md describes backups and a \
            restore drill.
            """
    )

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Flag(help: "Replace the file if it exists.")
    var replace = false

    @OptionGroup var folder: FolderOptions

    func run() async throws {
        try await Start.onFolder(settings: folder.settings) { configuration in
            Console.say(try await Backup(configuration).write(to: file, replacing: replace))
        }
    }
}

/// `gatehouse restore`: a backup becomes the database of a data folder.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup into a data folder that no server uses.",
        discussion: """
            The folder must have no database, or --replace is needed: the old files then get names that end with the \
            time. The command refuses while a server uses the folder. Start the server with the master key that \
            sealed the backup.
            """
    )

    @Argument(help: "The file that 'gatehouse backup' made; it stays as it is.", completion: .file())
    var file: String

    @Flag(help: "Set the files of the folder's present database aside.")
    var replace = false

    @OptionGroup var folder: FolderOptions

    func run() async throws {
        try await Start.onFolder(settings: folder.settings) { configuration in
            for path in try await Restore(configuration, at: Date()).run(file, replacing: replace) {
                Console.say("Set aside: \(path)")
            }
            try Check.say(try await DatabaseCheck(configuration).run())
        }
    }
}

/// `gatehouse check`: whether database, schema, master key and counters are right.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the database or a backup, while the server runs or not.",
        discussion: """
            Reads the whole file and checks pages, indexes, references between rows, the schema, the counters, and \
            whether the master key, if one is set, is that of the database. Nothing is changed. The exit status is \
            65 if there is a problem.
            """
    )

    @Option(help: "A file that 'gatehouse backup' made, to be checked instead of the database.", completion: .file())
    var backup: String?

    @Flag(help: "Show how many values each master key has sealed for each purpose.")
    var seals = false

    @OptionGroup var folder: FolderOptions

    func run() async throws {
        try await Start.onFolder(settings: folder.settings) { configuration in
            try Self.say(try await DatabaseCheck(configuration, backup: backup, showingSeals: seals).run())
        }
    }

    /// Writes the findings.
    /// - Throws: the exit status if one of them is a problem.
    static func say(_ report: CheckReport) throws {
        for line in report.lines { Console.say(line.isProblem ? "PROBLEM: \(line.text)" : line.text) }
        if !report.isSound { throw ExitCode(StartupRefusal.ExitCode.damaged.rawValue) }
    }
}

/// `gatehouse compact`: the database's file without free pages.
struct Compact: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Write the database's file anew without free space, while no server uses it.",
        discussion: """
            A running server gives free space back by itself. A database of an early release needs this command once \
            for that: 'gatehouse check' says so. The disk needs space for three further copies of the database.
            """
    )

    @OptionGroup var folder: FolderOptions

    func run() async throws {
        try await Start.onFolder(settings: folder.settings) { configuration in
            Console.say(try await Compaction(configuration).run())
        }
    }
}
