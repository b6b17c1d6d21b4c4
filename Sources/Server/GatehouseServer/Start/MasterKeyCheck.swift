// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto

/// A sealed word in a file beside the database, which shows at the start whether the master key sealed the database.
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

    /// Writes the word, sealed under the current key.
    ///
    /// The first start writes it before the database is created: an interrupted start leaves both or only the word.
    /// - Throws: `StartupRefusal` when the file cannot be written.
    func seal() throws(StartupRefusal) {
        do {
            try PrivateFile.write(Data(sealer.seal(Self.word, purpose: Self.purpose)), to: url.path)
            try PrivateFile.sync(folder: url.deletingLastPathComponent().path)
        } catch {
            let folder = url.deletingLastPathComponent().path
            throw StartupRefusal(
                .cannotCreate, "\(url.path) cannot be written: \(error). \(Cure.text(for: error, inDataFolder: folder))"
            )
        }
    }

    /// Reads the word and compares it.
    ///
    /// - Parameter isRecorded: whether the database's own records accept the keys; asked only if the keys do not open the
    ///   word, because then the file is wrong.
    /// - Throws: `StartupRefusal` when the file cannot be read, or the keys do not open it.
    func verify(isRecorded: () async throws(StartupRefusal) -> Bool) async throws(StartupRefusal) {
        guard let sealed = try? Data(contentsOf: url) else {
            throw StartupRefusal(
                .configuration,
                "\(url.path), which belongs to this database, cannot be read. \(Self.cureOfMissing)")
        }
        guard Self.isOpened(Array(sealed), by: sealer) else {
            guard try await !isRecorded() else {
                throw StartupRefusal(
                    .configuration,
                    "\(url.path) is damaged, or belongs to another database; the master key is the right one. "
                        + Self.cureOfDamaged)
            }
            throw StartupRefusal(
                .configuration,
                "The master key is not the one that sealed this database, whose key is \(keyID ?? "damaged"): set "
                    + "GATEHOUSE_MASTER_KEY or GATEHOUSE_MASTER_KEY_FILE to that one.")
        }
    }

    /// The corrective action where the file is gone; a restore into the same folder would take back later changes.
    static let cureOfMissing = "Correct its owner, or put the file back. \(copy)"

    /// The corrective action where the file is there, but not the one that belongs to the database.
    static let cureOfDamaged = "Put the file back. \(copy)"

    private static let copy =
        "Each backup has it: gatehouse restore FILE --data-dir ANOTHER-FOLDER puts it into another folder, from which you "
        + "can copy it."

    /// The id of the key that sealed the word; `nil` without a file that can be read.
    var keyID: String? {
        (try? Data(contentsOf: url)).flatMap { sealed in Sealer.keyID(of: Array(sealed)) }
    }

    /// The word, sealed under one key and for its id, as the database keeps it.
    static func proof(of key: SealingKey, entropy: Entropy) -> [UInt8] {
        Sealer(ring: KeyRing(key), entropy: entropy).seal(word, purpose: purpose, context: Array(key.id.utf8))
    }

    /// Whether a key has sealed this word.
    static func isProof(_ sealed: [UInt8], of key: SealingKey) -> Bool {
        let sealer = Sealer(ring: KeyRing(key), entropy: .system)
        return (try? sealer.open(sealed, purpose: purpose, context: Array(key.id.utf8))) == word
    }

    /// Whether the keys open a sealed word.
    static func isOpened(_ sealed: [UInt8], by sealer: Sealer) -> Bool {
        (try? sealer.open(sealed, purpose: purpose)) == word
    }
}
