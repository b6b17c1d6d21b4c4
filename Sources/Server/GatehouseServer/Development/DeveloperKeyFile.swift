// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto

/// The file with the developer key of a server that other machines can reach; only its owner may read it.
struct DeveloperKeyFile {
    /// The access key id for signatures with the developer key.
    static let accessKeyID = "GATEHOUSEDEV"
    private static let minimumLength = AdministrationKey.minimumSecretLength

    private let path: String

    init(folder: String) {
        path = folder + "/dev.key"
    }

    /// The key; it is created if there is none.
    /// - Throws: `StartupRefusal` when the file cannot be read or created, or when other users could read it.
    func key(_ entropy: Entropy) throws(StartupRefusal) -> String {
        guard FileManager.default.fileExists(atPath: path) else { return try newKey(entropy) }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let permissions = FilePermissions(ofFile: path)
        else { throw StartupRefusal(.configuration, "The key file \(path) cannot be read: correct its owner.") }
        guard permissions.isForOwner else {
            throw StartupRefusal(
                .configuration, "Others can read the key file \(path): correct it with: chmod 600 \(path)")
        }
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard key.utf8.count >= Self.minimumLength, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw StartupRefusal(
                .configuration, "\(path) does not contain a key: move it away, and the next start creates another one.")
        }
        return key
    }

    private func newKey(_ entropy: Entropy) throws(StartupRefusal) -> String {
        let key = entropy.characters(40, from: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        do {
            try PrivateFile.write(Data((key + "\n").utf8), to: path)
        } catch {
            throw StartupRefusal(
                .cannotCreate,
                "The key file \(path) cannot be created: \(error). "
                    + Cure.text(for: error, inDataFolder: (path as NSString).deletingLastPathComponent))
        }
        return key
    }
}
