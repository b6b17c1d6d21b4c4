// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTesting

/// A file with users whose names no other file has.
struct SimulatedImport: Sendable {
    /// The number of users in each file.
    static let users = 5
    /// The beginning of the names of all imported users.
    static let prefix = "import-"

    let number: Int

    /// The names of the users.
    var names: [String] { (0..<Self.users).map { "\(Self.prefix)\(number)-\($0)" } }

    /// The text of the file, with these columns.
    func file(_ columns: [String]) -> String {
        let lines = names.map { name in
            let row = PoolFixture.row(name)
            return columns.map { row[$0] ?? "" }.joined(separator: ",")
        }
        return ([columns.joined(separator: ",")] + lines).joined(separator: "\n")
    }
}
