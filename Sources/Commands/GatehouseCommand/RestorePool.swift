// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseServer

/// `gatehouse restore-pool`: a user pool from its sealed copy, while the server runs or not.
struct RestorePool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-pool",
        abstract: "Restore a deleted user pool from its sealed copy, while the server runs or not.",
        discussion: """
            'amplify push' and 'amplify delete' write a copy into the folder pool-archives of the data folder before \
            they delete a user pool. The command restores the pool with its clients and users, under the same ids; \
            users sign in again with their passwords, passkeys and second factors. It restores everything or nothing. \
            It needs the master key that sealed the copy. docs/backup.md describes the copies.
            """
    )

    @Argument(
        help: "The name of the copy in the folder pool-archives, or the path of a copy in another folder.",
        completion: .file(extensions: ["pool"]))
    var name: String

    @OptionGroup var folder: FolderOptions

    func run() async throws {
        try await Start.run(.maintenance, settings: folder.settings) { process in
            Console.say(try await PoolRestoration(name).run(on: process))
        }
    }
}
