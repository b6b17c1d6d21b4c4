// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession

/// A folder of items and the vault with its key.
struct SealedFolder {
    /// The first byte of sealed files, which no other item has.
    private static let sealedByte: UInt8 = 0xFF

    let directory = FileManager.default.temporaryDirectory.appending(path: "gatehouse-sealed-\(UUID().uuidString)")
    let vault = MemoryVault()

    /// The store as a new process opens it.
    func store(seals: Bool = true) -> SealedCredentialStore {
        SealedCredentialStore(directory: directory, keys: SealingKeys(vault), seals: seals)
    }

    /// The store as a part of a program opens it that leaves the choice to another one.
    func storeAsFound() -> SealedCredentialStore {
        SealedCredentialStore(directory: directory, keys: SealingKeys(vault), sealing: .asFound)
    }

    /// The contents of all files but locks.
    func contents() throws -> [String: Data] {
        guard FileManager.default.fileExists(atPath: directory.path) else { return [:] }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        let pairs = try names.filter { !$0.hasPrefix(".lock") }.map {
            ($0, try Data(contentsOf: directory.appending(path: $0)))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Puts files in the place of all that are there.
    func put(_ contents: [String: Data]) throws {
        try remove()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for (name, data) in contents { try data.write(to: directory.appending(path: name)) }
    }

    /// How many files are sealed.
    func sealedCount() throws -> Int {
        try contents().values.count { $0.first == Self.sealedByte }
    }

    func remove() throws {
        if FileManager.default.fileExists(atPath: directory.path) { try FileManager.default.removeItem(at: directory) }
    }
}
