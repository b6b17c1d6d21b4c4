// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCrypto
package import GatehouseServerCrypto
import GatehouseStorage

/// What is known about a database before its keys are.
package struct KeyedDatabase: Sendable {
    /// The path of the database or of its backup, or the address of a database on a server.
    let path: String
    /// The content of `master.check`, if it can be read; `nil` for a database on a server.
    let check: [UInt8]?
    /// The record of the key with which servers seal, in a database that has the proof of its keys itself.
    private let record: MasterKeyRecord?

    /// Creates the value for a backup.
    init(path: String, check: [UInt8]?) {
        self.path = path
        self.check = check
        record = nil
    }

    /// Creates the value for a database on a server, with its records of master keys.
    init(address: String, records: [MasterKeyRecord]) {
        path = address
        check = nil
        record = records.first { record in record.sealsSince != nil && record.sealedUntil == nil }
    }

    /// Creates the value for the database of a data folder; `nil` if the folder has none, and had none.
    package init?(folder: String) {
        let file = folder + "/" + FileOpening.fileName
        guard Cure.hasDatabase(in: folder) else { return nil }
        let check = try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + MasterKeyCheck.fileName))
        self.init(path: file, check: check.map(Array.init))
    }

    /// The id of the key that sealed `master.check`, or of the one with which servers seal.
    var keyID: String? { record?.id ?? check.flatMap(Sealer.keyID) }

    /// The key that is needed, for people.
    var sealed: String { "\(path) is sealed under the key \(keyID ?? "that is missing")" }

    /// Whether this key, without regard to its id, sealed `master.check` or the proof in the database.
    func isSealed(under bytes: [UInt8]) -> Bool {
        guard let keyID, let key = try? SealingKey(id: keyID, bytes: bytes) else { return false }
        if let record { return MasterKeyCheck.isProof(record.proof, of: key) }
        guard let check else { return false }
        return MasterKeyCheck.isOpened(check, by: Sealer(ring: KeyRing(key), entropy: .system))
    }
}

/// Reads the master keys from their configured source.
///
/// Where a database exists, no refusal proposes a new key: the database could not be opened with it.
package struct MasterKeys: Sendable {
    private let source: MasterKeySource
    private let mode: RunMode
    private let entropy: Entropy
    private let database: KeyedDatabase?

    /// Creates the reader for a database; without one, `dev` creates a key if there is none.
    package init(_ source: MasterKeySource, mode: RunMode, entropy: Entropy, of database: KeyedDatabase?) {
        self.database = database
        self.source = source
        self.mode = mode
        self.entropy = entropy
    }

    /// The keys.
    /// - Throws: `StartupRefusal` when there are none, or when other users could read or guess them.
    package func ring() throws(StartupRefusal) -> KeyRing {
        switch source {
        case .text(let text):
            return try ring(KeyText(text, name: "GATEHOUSE_MASTER_KEY", file: nil))
        case .file(let path):
            return try ring(inFile: path)
        case .usualFile(let path):
            return try FileManager.default.fileExists(atPath: path) ? ring(inFile: path) : newRing(inFile: path)
        }
    }

    private func ring(_ text: KeyText) throws(StartupRefusal) -> KeyRing {
        let ring: KeyRing
        do throws(SealingError) {
            ring = try KeyRing(text: text.lines)
        } catch {
            throw StartupRefusal(.configuration, text.explanation(of: error, for: database))
        }
        if let explanation = text.explanationOfMissingID(for: database) {
            throw StartupRefusal(.configuration, explanation)
        }
        // Commands take a key that can be guessed, so that another one can replace it.
        guard mode != .serve || !Self.isGuessable(text.lines) else {
            throw StartupRefusal(.configuration, text.explanationOfGuessableKey(for: database))
        }
        return ring
    }

    private func ring(inFile path: String) throws(StartupRefusal) -> KeyRing {
        if let database, !FileManager.default.fileExists(atPath: path) {
            throw StartupRefusal(
                .configuration,
                "There is no file \(path): put the file back, or correct GATEHOUSE_MASTER_KEY_FILE. \(database.sealed), "
                    + "and no other key opens it.")
        }
        let contents = try SettingFile(path, .masterKeyFile).secretContents()
        return try ring(KeyText(String(decoding: contents, as: UTF8.self), name: path, file: path))
    }

    private func newRing(inFile path: String) throws(StartupRefusal) -> KeyRing {
        if let database {
            guard mode != .maintenance else {
                throw StartupRefusal(
                    .configuration,
                    "No master key is set, and \(path) does not exist. \(database.sealed): set GATEHOUSE_MASTER_KEY or "
                        + "GATEHOUSE_MASTER_KEY_FILE to it, or name the server's settings with --config.")
            }
            throw StartupRefusal(
                .configuration,
                "No master key is set, and \(path) does not exist. \(database.sealed): put the file back, or set "
                    + "GATEHOUSE_MASTER_KEY or GATEHOUSE_MASTER_KEY_FILE to it.")
        }
        guard mode == .dev else {
            throw StartupRefusal(.configuration, "gatehouse serve needs a master key: \(Self.cureOfMissing).")
        }
        do {
            let ring = try KeyRing.generate(id: "main", entropy: entropy)
            try PrivateFile.write(Data(ring.text.utf8), to: path)
            return ring
        } catch {
            let folder = (path as NSString).deletingLastPathComponent
            throw StartupRefusal(
                .cannotCreate,
                "The master key file \(path) cannot be created: \(error). "
                    + Cure.text(for: error, inDataFolder: folder))
        }
    }

    /// What a new server without a master key needs.
    static let cureOfMissing =
        "set GATEHOUSE_MASTER_KEY to the output of openssl rand -base64 32, or GATEHOUSE_MASTER_KEY_FILE to a file that "
        + "contains it"

    /// Whether a key has too few distinct bytes; a random key of 32 bytes has about thirty.
    private static func isGuessable(_ lines: String) -> Bool {
        lines.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.contains { line in
            let key = line.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
            return Set(Base64.decode(key) ?? []).count < 12
        }
    }
}

/// The place from which the server reads its master key.
package enum MasterKeySource: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The key itself, from the environment.
    case text(String)
    /// A file that a setting names; other users must not be able to read it.
    case file(String)
    /// The file in the data folder, which the first start of `dev` creates; other users must not be able to read it.
    case usualFile(String)

    /// Contains the kind and path; never a key.
    package var description: String {
        switch self {
        case .text: "text"
        case .file(let path), .usualFile(let path): "file \(path)"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
