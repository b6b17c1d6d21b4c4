// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import Foundation
import GatehouseServer

/// `gatehouse dev`: everything open, on this machine only.
struct Dev: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run for development: on this machine only, with a first pool and an outbox.",
        discussion: """
            The first start in a folder makes a user pool, an app client and an identity pool, and writes \
            amplify_outputs.json, amplifyconfiguration.json and awsconfiguration.json there. Codes and messages are \
            shown at /dev/outbox instead of being sent, unless a mail server or an SMS gateway is set. Signed admin \
            calls are accepted whoever signs them, unless GATEHOUSE_ADMIN_ACCESS_KEY_ID and \
            GATEHOUSE_ADMIN_SECRET_ACCESS_KEY are set.
            """
    )

    @OptionGroup var options: ServerOptions

    func run() async throws {
        try await Start.run(.dev, settings: options.settings) { process in
            let folder = URL(fileURLWithPath: process.configuration.dataDirectory, isDirectory: true)
            let resources = try await FirstStart(process.installation, folder: folder).resources()
            let configurations = try await ClientConfigurations.read(
                userPool: resources.userPoolID, client: resources.userPoolClientID,
                identityPool: resources.identityPoolID, from: process.installation)
            let files = try DevelopmentFiles.write(configurations, in: folder)
            let greeting = DevelopmentGreeting(
                configuration: process.configuration, resources: resources, files: files
            )
            try await process.run { _ in Console.say(greeting.text) }
        }
    }
}
