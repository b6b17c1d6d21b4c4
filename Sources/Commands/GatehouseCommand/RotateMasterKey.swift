// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseServer

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
