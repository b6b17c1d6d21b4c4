// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto
import GatehouseUserPoolModel
import Synchronization

/// Signing keys that a file keeps from one `gatehouse dev` to the next, so that a first start makes none.
///
/// Only the pools that a start itself creates get keys of the file. Their ids begin with
/// ``SigningKeyRecord/keptPrefix``; `gatehouse serve` refuses a database with such a key.
final class KeptSigningKeys: SigningKeySource {
    /// The most keys that the file has.
    static let capacity = 32

    private struct Content: Codable {
        var signingKeys: [Data]
    }

    private struct Stock {
        var keys: [RSASigningKey]
        /// The number of keys that pools have got.
        var used = 0
        var isOpen = true
    }

    private let path: String
    private let source: any SigningKeySource
    private let countInFile: Int
    private let stock: Mutex<Stock>

    /// Reads the file, which need not exist; `source` makes the keys that the file lacks.
    /// - Throws: `StartupRefusal` when the file cannot be read, or when other users could read it.
    init(file path: String, source: any SigningKeySource) throws(StartupRefusal) {
        self.path = path
        self.source = source
        let keys = try Self.read(path)
        countInFile = keys.count
        stock = Mutex(Stock(keys: keys))
    }

    func next() throws -> RSASigningKey {
        let kept: RSASigningKey? = stock.withLock { stock in
            guard stock.isOpen, stock.used < stock.keys.count else { return nil }
            defer { stock.used += 1 }
            return stock.keys[stock.used]
        }
        if let kept { return kept }
        let new = try source.next()
        guard stock.withLock({ $0.isOpen && $0.keys.count < Self.capacity }) else { return new }
        let named = try Self.named(new.derRepresentation)
        stock.withLock { stock in
            stock.keys.append(named)
            stock.used = stock.keys.count
        }
        return named
    }

    /// Ends the use of the file's keys, and writes the file if keys were made.
    /// - Throws: an error when the file cannot be written.
    func complete() throws {
        let keys = stock.withLock { stock in
            stock.isOpen = false
            return stock.keys
        }
        guard keys.count > countInFile else { return }
        let content = try JSONEncoder().encode(Content(signingKeys: keys.map { Data($0.derRepresentation) }))
        // Several servers may start at the same moment, and each writes a whole file.
        let own = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
        try PrivateFile.write(content, to: own)
        try PrivateFile.rename(own, to: path)
    }

    private static func read(_ path: String) throws(StartupRefusal) -> [RSASigningKey] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        guard let permissions = FilePermissions(ofFile: path), permissions.isForOwner else {
            throw StartupRefusal(
                .configuration, "Others can read the signing keys in \(path): correct it with: chmod 600 \(path)")
        }
        do {
            let content = try JSONDecoder().decode(Content.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
            return try content.signingKeys.prefix(capacity).map { try named(Array($0)) }
        } catch {
            throw StartupRefusal(
                .configuration,
                "\(path) does not contain signing keys of gatehouse dev: correct GATEHOUSE_SIGNING_KEYS "
                    + "(--signing-keys), or move the file away: the next start makes new ones.")
        }
    }

    private static func named(_ der: [UInt8]) throws(JWSError) -> RSASigningKey {
        let key = try RSASigningKey(derRepresentation: der)
        return try RSASigningKey(derRepresentation: der, keyID: SigningKeyRecord.keptPrefix + key.keyID)
    }
}
