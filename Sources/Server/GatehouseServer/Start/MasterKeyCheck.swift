// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto

/// A sealed word in a file beside the database, which shows at the start whether the master key is that of the
/// database.
///
/// Without it, a wrong key would cause errors only at the first sign-in.
struct MasterKeyCheck {
    /// The name of the file in the data folder.
    static let fileName = "master.check"

    private static let word = Array("gatehouse".utf8)
    private static let purpose = SealPurpose.masterKeyCheck

    private let url: URL
    private let sealer: Sealer

    init(dataDirectory: String, keys: InstallationKeys) {
        url = URL(fileURLWithPath: dataDirectory, isDirectory: true).appendingPathComponent(Self.fileName)
        sealer = Sealer(ring: keys.ring, entropy: keys.entropy)
    }

    /// Writes the sealed word before the database is created: an interrupted start leaves both or only the word.
    /// - Throws: `StartupRefusal` when the file cannot be written.
    func seal() throws(StartupRefusal) {
        do {
            try Data(sealer.seal(Self.word, purpose: Self.purpose)).write(to: url, options: .atomic)
        } catch {
            throw StartupRefusal(
                .cannotCreate, "\(url.path) cannot be written: choose a folder you may write to with --data-dir."
            )
        }
    }

    /// Reads the word and compares it.
    /// - Throws: `StartupRefusal` when the file cannot be read, or the keys do not open it.
    func verify() throws(StartupRefusal) {
        guard let sealed = try? Data(contentsOf: url) else {
            throw StartupRefusal(
                .configuration,
                "\(url.path), which belongs to this database, cannot be read: put the file back, or correct its owner."
            )
        }
        guard Self.isOpened(Array(sealed), by: sealer) else {
            throw StartupRefusal(
                .configuration,
                "The master key is not the one that sealed this database: set GATEHOUSE_MASTER_KEY or "
                    + "GATEHOUSE_MASTER_KEY_FILE to that one."
            )
        }
    }

    /// Whether the keys open a sealed word.
    static func isOpened(_ sealed: [UInt8], by sealer: Sealer) -> Bool {
        (try? sealer.open(sealed, purpose: purpose)) == word
    }
}
