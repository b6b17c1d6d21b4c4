// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCrypto
package import GatehouseServerCrypto

/// Reads the master keys from their configured source.
package struct MasterKeys: Sendable {
    private let source: MasterKeySource
    private let mode: RunMode
    private let entropy: Entropy
    private let isFirstStart: Bool

    /// Creates the reader; the first start of `dev` creates a key if there is none.
    package init(_ source: MasterKeySource, mode: RunMode, entropy: Entropy, isFirstStart: Bool) {
        self.isFirstStart = isFirstStart
        self.source = source
        self.mode = mode
        self.entropy = entropy
    }

    /// The keys.
    /// - Throws: `StartupRefusal` when there are none, or when other users could read or guess them.
    package func ring() throws(StartupRefusal) -> KeyRing {
        switch source {
        case .text(let text):
            return try ring(text, named: "GATEHOUSE_MASTER_KEY")
        case .file(let path):
            return try ring(inFile: path)
        case .usualFile(let path):
            return try FileManager.default.fileExists(atPath: path) ? ring(inFile: path) : newRing(inFile: path)
        }
    }

    /// Parses lines `id:base64`, or a single key without an id.
    private func ring(_ text: String, named name: String) throws(StartupRefusal) -> KeyRing {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let lines = trimmed.contains(":") ? trimmed : "main:\(trimmed)"
        guard let ring = try? KeyRing(text: lines) else {
            throw StartupRefusal(
                .configuration,
                "\(name) does not contain 32 bytes in Base64: set it to the output of: openssl rand -base64 32"
            )
        }
        guard mode == .dev || !Self.isGuessable(lines) else {
            throw StartupRefusal(
                .configuration, "\(name) contains a key that is not random: create one with: openssl rand -base64 32"
            )
        }
        return ring
    }

    private func ring(inFile path: String) throws(StartupRefusal) -> KeyRing {
        let contents = try SettingFile(path, .masterKeyFile).secretContents()
        return try ring(String(decoding: contents, as: UTF8.self), named: path)
    }

    private func newRing(inFile path: String) throws(StartupRefusal) -> KeyRing {
        guard isFirstStart else {
            guard mode != .maintenance else {
                throw StartupRefusal(
                    .configuration,
                    "No master key is set, and \(path) does not exist: set GATEHOUSE_MASTER_KEY or "
                        + "GATEHOUSE_MASTER_KEY_FILE to the key of the server, or name the server's settings with --config."
                )
            }
            throw StartupRefusal(
                .configuration,
                "The master key \(path) that sealed this database is missing: put the file back, "
                    + "or set GATEHOUSE_MASTER_KEY to the key."
            )
        }
        guard mode == .dev else {
            throw StartupRefusal(
                .configuration,
                "gatehouse serve needs a master key: set GATEHOUSE_MASTER_KEY to the output of "
                    + "openssl rand -base64 32, or GATEHOUSE_MASTER_KEY_FILE to a file that contains it."
            )
        }
        do {
            let ring = try KeyRing.generate(id: "main", entropy: entropy)
            try PrivateFile.write(Data(ring.text.utf8), to: path)
            return ring
        } catch {
            throw StartupRefusal(
                .cannotCreate, "The master key file \(path) cannot be created: choose a folder you may write to."
            )
        }
    }

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
