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
            server signs with the new keys from its next token on. Tokens under the old keys remain valid until they \
            expire, a day at most; with --discard-old they are refused at once, and clients get new ones for their \
            refresh tokens. Use the same version of gatehouse as the server.
            """
    )

    @Option(help: ArgumentHelp("The id of the user pool. (default: all user pools)", valueName: "id"))
    var pool: String?

    @Flag(help: "Refuse tokens under the old keys at once: for keys that others may have seen.")
    var discardOld = false

    @Option(
        help: ArgumentHelp("The folder of the database. (default: ./.gatehouse)", valueName: "folder"),
        completion: .directory)
    var dataDir: String?

    @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"), completion: .file())
    var config: String?

    func run() async throws {
        let settings: [Setting: String?] = [.dataDirectory: dataDir, .config: config]
        let rotation = SigningKeyRotation(poolID: pool, discardsOld: discardOld)
        try await Start.run(.maintenance, settings: settings.compactMapValues(\.self)) { process in
            for id in try await rotation.run(on: process) { Console.say("\(id) has new signing keys.") }
        }
    }
}

/// `gatehouse rotate-master-key`: everything sealed again under a new master key, while the server runs or not.
struct RotateMasterKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-master-key",
        abstract: "Seal everything in the database again under the last key of the key ring.",
        discussion: """
            Before it, add a line with the new key to the end of the key ring and restart the server with it: the \
            command refuses to seal under a key that a running server does not have. It works in short steps beside \
            the server, shows its progress, and goes on where it was when it was interrupted. 'gatehouse check' says \
            from when the old line may be removed. docs/master-keys.md describes the whole procedure.
            """
    )

    @Flag(
        help: """
            Let the old lines be removed at once, for keys that others may have seen: sign-ins in progress and \
            credentials of identity pools end when the server restarts without them.
            """
    )
    var endSessionsNow = false

    @OptionGroup var folder: FolderOptions

    func run() async throws {
        try await Start.onFolder(settings: folder.settings) { configuration in
            let rotation = MasterKeyRotation(configuration, endingSessions: endSessionsNow)
            try await rotation.run { line in Console.say(line) }
        }
    }
}
