// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseServer

/// `gatehouse dev`: everything open, on this machine only.
struct Dev: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract: "Run a server for development: on this machine only, with a first pool and an outbox.",
        discussion: """
            The first start in a folder makes a user pool with a domain, an app client, an app client for the pages and an \
            identity pool, and writes amplify_outputs.json, amplifyconfiguration.json and awsconfiguration.json there, \
            for the client for the pages in the folder pages. Codes and messages are \
            shown at /dev/outbox instead of being sent, unless a mail server or an SMS gateway is set. Signed admin \
            calls are accepted with any key, unless GATEHOUSE_ADMIN_ACCESS_KEY_ID and \
            GATEHOUSE_ADMIN_SECRET_ACCESS_KEY are set. The first page of the server shows pools, users and messages; \
            POST /dev/reset puts everything back to the state of the first start.
            """
    )

    @OptionGroup var options: ServerOptions

    @Option(
        help: "The address to listen on; one that other machines reach needs --allow-remote. (default: 127.0.0.1)")
    var host: String?

    @Flag(
        help: """
            Let other machines reach the server, for example containers, phones and emulators: its pages and admin \
            calls then need a key, which is printed.
            """
    )
    var allowRemote = false

    @Option(
        help: ArgumentHelp(
            "A JSON file with pools, clients, groups and users to begin with; docs/development.md describes it.",
            valueName: "file"),
        completion: .file())
    var seed: String?

    @Option(
        help: ArgumentHelp(
            "A GraphQL schema with models, as Amplify has it, whose data API the server serves at /graphql.",
            valueName: "file"),
        completion: .file())
    var schema: String?

    @Flag(
        help: """
            End when the standard input ends: for a program that starts a server and keeps a pipe to it open.
            """
    )
    var untilInputEnds = false

    @Option(
        help: ArgumentHelp(
            """
            A file that keeps the signing keys of new pools for the next start in another folder; it is made if it does \
            not exist. 'serve' refuses such keys.
            """,
            valueName: "file"),
        completion: .file())
    var signingKeys: String?

    func run() async throws {
        var settings = options.settings
        settings[.host] = host
        settings[.seed] = seed
        settings[.schema] = schema
        settings[.signingKeys] = signingKeys
        if allowRemote { settings[.allowRemote] = "true" }
        try await Start.run(.dev, settings: settings) { process in
            var process = process
            let folder = URL(fileURLWithPath: process.configuration.dataDirectory, isDirectory: true)
            let development = try await process.prepareForDevelopment()
            try await process.prepareAccess()
            try await process.logDoubtfulSettings()
            let files = try await development.writeFiles(in: folder)
            let greeting = DevelopmentGreeting(
                process: process, development: development, files: files,
                loginPage: try await development.loginPage())
            try await process.run(untilInputEnds: untilInputEnds) { _ in Console.say(greeting.text) }
        }
    }
}
