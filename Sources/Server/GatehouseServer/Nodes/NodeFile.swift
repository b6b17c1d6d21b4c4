// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto

/// The file in the data folder with the id of the node.
///
/// The process that starts next in the folder is the same node, so that the others do not wait for the former one. The
/// lock of the folder lets only one process be it.
struct NodeFile {
    /// The name of the file in the data folder.
    static let fileName = "node.id"
    /// What to do where two processes have one id.
    static let cureOfCopy =
        "Stop the process whose data folder is the copy, remove \(fileName) from that folder, and start it again: it gets "
        + "an id of its own, and the other one is ready by itself."

    private static let alphabet = "0123456789abcdef"
    private static let length = 32

    private let path: String

    init(folder: String) {
        path = folder + "/" + Self.fileName
    }

    /// The id of the file; a new one if there is no file with an id.
    /// - Throws: `StartupRefusal` when a new file cannot be written.
    func id(_ entropy: Entropy) throws(StartupRefusal) -> String {
        if let content = FileManager.default.contents(atPath: path), content.count == Self.length {
            let id = String(decoding: content, as: UTF8.self)
            if id.allSatisfy({ Self.alphabet.contains($0) }) { return id }
        }
        let id = Self.newID(entropy)
        do throws(SystemCallFailure) {
            try PrivateFile.write(Data(id.utf8), to: path)
            return id
        } catch {
            let folder = (path as NSString).deletingLastPathComponent
            throw StartupRefusal(
                .cannotCreate, "\(path) cannot be written: \(error). \(Cure.text(for: error, inDataFolder: folder))")
        }
    }

    /// A new id, of a node or of a process.
    static func newID(_ entropy: Entropy) -> String { entropy.characters(length, from: alphabet) }
}
