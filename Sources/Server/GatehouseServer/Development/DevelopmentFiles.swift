// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseClientFiles
import GatehouseCore
import GatehouseCrypto
import GatehouseWire

/// Writes the client configuration files into a folder.
package enum DevelopmentFiles {
    /// A configuration file, written by this start or an earlier one.
    package struct File: Sendable, Equatable {
        /// The path at which clients find the file.
        package let path: String
        /// A notice if the file has another address or pool than this server; `nil` if it matches.
        package let notice: String?
    }

    /// The hashes of the files as this server wrote them, by their paths, in a file of the data folder: a file that has
    /// its hash was not changed by a developer.
    private struct Record {
        private let file: URL
        private var hashes: [String: String]

        init(_ file: URL) {
            self.file = file
            let text = try? Data(contentsOf: file)
            hashes = text.flatMap { try? JSONDecoder().decode([String: String].self, from: $0) } ?? [:]
        }

        func isUnchanged(_ url: URL, _ content: String) -> Bool {
            hashes[url.standardizedFileURL.path] == Self.hash(Data(content.utf8))
        }

        mutating func note(_ url: URL, _ content: Data) throws {
            let (path, hash) = (url.standardizedFileURL.path, Self.hash(content))
            // At a usual start nothing has changed.
            guard hashes[path] != hash else { return }
            hashes[path] = hash
            try JSONEncoder().encode(hashes).write(to: file, options: .atomic)
        }

        private static func hash(_ content: Data) -> String { Base64URL.encode(sha256(Array(content))) }
    }

    /// Writes the files.
    /// - Parameters:
    ///   - configurations: the contents of the files.
    ///   - folder: the folder of the files; it is created if it does not exist.
    ///   - replacing: whether existing files are replaced; otherwise those that a developer has changed are kept.
    ///   - dataFolder: the data folder of the server, which remembers the files that it wrote; without it, existing files
    ///     count as changed.
    /// - Returns: all files, written now or before.
    /// - Throws: `StartupRefusal` when the folder cannot be created, or a file cannot be written, or an existing file
    ///   cannot be read.
    package static func write(
        _ configurations: ClientFiles, in folder: URL, replacing: Bool = false, dataFolder: URL? = nil
    ) throws(StartupRefusal) -> [File] {
        var record = dataFolder.map { Record($0.appendingPathComponent("dev.files.json")) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw StartupRefusal(
                .cannotCreate, "\(folder.path) cannot be created: \(error). \(Cure.text(for: error))")
        }
        var files: [File] = []
        for file in configurations.all {
            let url = folder.appendingPathComponent(file.name)
            let isThere = !replacing && FileManager.default.fileExists(atPath: url.path)
            let present: String? = isThere ? try existing(url) : nil
            if let present, record?.isUnchanged(url, present) != true {
                let difference = difference(of: present, from: configurations)
                let notice = difference.map { "\(url.path) \($0): move it away, and the next start writes it again." }
                files.append(File(path: url.path, notice: notice))
                continue
            }
            files.append(File(path: url.path, notice: nil))
            do {
                let content = Data(file.content.readableJSON())
                if present.map({ Data($0.utf8) }) != content { try content.write(to: url, options: .atomic) }
                try record?.note(url, content)
            } catch {
                throw StartupRefusal(
                    .cannotCreate,
                    "\(url.path) cannot be written: \(error.localizedDescription). \(Cure.text(for: error))")
            }
        }
        return files
    }

    /// The difference between an existing file and this server; `nil` if there is none.
    private static func difference(of text: String, from configurations: ClientFiles) -> String? {
        let (plain, base) = (text.replacing("\\/", with: "/"), configurations.baseURL)
        guard plain.contains("\"\(base)\"") else {
            return address(in: text).map { "has the server address \($0), but this server's is \(base)" }
                ?? "does not contain \(base), the address of this server"
        }
        guard plain.contains(configurations.userPoolID) else {
            return "does not contain the user pool \(configurations.userPoolID) of this server"
        }
        return nil
    }

    /// The server's address in a file of one of the three formats.
    private static func address(in text: String) -> String? {
        guard let file = try? WireValue(json: Data(text.utf8)) else { return nil }
        let plugin = file["auth"]?["plugins"]?["awsCognitoAuthPlugin"] ?? file
        let address =
            file["custom"]?["gatehouse"]?["endpoint"] ?? file["auth"]?["endpoint"]
            ?? plugin["Auth"]?["Default"]?["Endpoint"]
        return address?.stringValue
    }

    private static func existing(_ file: URL) throws(StartupRefusal) -> String {
        do {
            return try String(contentsOf: file, encoding: .utf8)
        } catch {
            throw StartupRefusal(
                .configuration,
                "\(file.path) cannot be read: correct its owner, or move it away, and the next start writes it again."
            )
        }
    }
}
