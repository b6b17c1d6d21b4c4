// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseServer

/// `gatehouse rotate-keys`: new keys to sign tokens with, while the server runs or not.
struct RotateKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-keys",
        abstract: "Give user pools new keys to sign tokens with.",
        discussion: """
            Works on the data folder, beside a server that is running there or not; it needs the same master key. The \
            server signs with the new keys from its next token on. Tokens under the old keys stay good until they \
            expire, a day at most; with --discard-old they are refused at once, and clients get new ones for their \
            refresh tokens. Use the same version of gatehouse as the server.
            """
    )

    @Option(help: "The id of the pool. (default: all pools)")
    var pool: String?

    @Flag(help: "Refuse tokens under the old keys at once: for keys that others may have seen.")
    var discardOld = false

    @Option(help: "The folder of the database. (default: ./.gatehouse)")
    var dataDir: String?

    @Option(help: "A JSON file with settings.")
    var config: String?

    func run() async throws {
        let settings: [Setting: String?] = [.dataDirectory: dataDir, .config: config]
        let rotation = SigningKeyRotation(poolID: pool, discardsOld: discardOld)
        try await Start.run(.maintenance, settings: settings.compactMapValues(\.self)) { process in
            for id in try await rotation.run(on: process) { Console.say("\(id) has new signing keys.") }
        }
    }
}
