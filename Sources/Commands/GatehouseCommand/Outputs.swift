// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseServer

/// `gatehouse outputs`: the configuration files of client libraries.
struct Outputs: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outputs",
        abstract: "Write the configuration files that client libraries read.",
        discussion: """
            Writes amplify_outputs.json, amplifyconfiguration.json and awsconfiguration.json for a user pool, an app \
            client and, if one is named, an identity pool; existing files of these names are replaced. Works on the \
            data folder, beside a server that is running there or not, and needs the master key of that server. The files \
            have the base URL of the running server, or else the one that is set.
            """
    )

    @Option(help: ArgumentHelp("The id of the user pool.", valueName: "id"))
    var userPool: String

    @Option(help: ArgumentHelp("The id of an app client of the user pool.", valueName: "id"))
    var client: String

    @Option(
        help: ArgumentHelp(
            "The id of the identity pool. (default: none, clients get no AWS credentials)", valueName: "id"))
    var identityPool: String?

    @Option(help: "The folder to write the files to; it is made if it does not exist.", completion: .directory)
    var folder = "."

    @Option(
        help: ArgumentHelp("The folder of the database. (default: ./.gatehouse)", valueName: "folder"),
        completion: .directory)
    var dataDir: String?

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "The address under which clients reach the server. (default: that of the running server, or "
                + "http://localhost:9229)", valueName: "url")
    )
    var baseURL: String?

    @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"), completion: .file())
    var config: String?

    func run() async throws {
        let settings: [Setting: String?] = [.dataDirectory: dataDir, .baseURL: baseURL, .config: config]
        try await Start.run(.maintenance, settings: settings.compactMapValues(\.self)) { process in
            let configurations = try await process.maintain { installation in
                try await ClientConfigurations.read(
                    userPool: userPool, client: client, identityPool: identityPool, from: installation)
            }
            let target = URL(fileURLWithPath: folder, isDirectory: true)
            for file in try DevelopmentFiles.write(configurations, in: target, replacing: true) {
                Console.say(file.path)
            }
        }
    }
}
