// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession

/// Writes one item of a store over and over, and prints a line once each write has returned.
///
/// Arguments: the store's folder, the letter that the values are made of, and how often to write.
@main
struct CredentialStoreWriter {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[3]) else { exit(64) }
        let store = FileCredentialStore(directory: URL(filePath: arguments[1]))
        for number in 0..<count {
            // Values of many lengths, so that a mixture of two would show.
            let value = String(repeating: arguments[2], count: 1_000 + number * 37 % 9_000)
            try store.write(Data(value.utf8), for: "session")
            try FileHandle.standardOutput.write(contentsOf: Data("\(value.count)\n".utf8))
        }
    }
}
