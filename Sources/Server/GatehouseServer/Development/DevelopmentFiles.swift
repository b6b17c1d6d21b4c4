// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCore
import GatehouseWire

/// Writes the client configuration files into a folder.
package enum DevelopmentFiles {
    /// A file that is there now, written by this start or before.
    package struct File: Sendable, Equatable {
        package let path: String
        /// Whether the file leads clients to another address or pool than this start serves.
        package let isStale: Bool
    }

    /// Writes the files.
    /// - Parameters:
    ///   - configurations: what the files say.
    ///   - folder: where they are.
    ///   - replacing: whether existing files are replaced; otherwise they stay, with a developer's changes.
    /// - Returns: all files, written now or before.
    /// - Throws: `StartupRefusal` when one cannot be written, or is there and cannot be read.
    package static func write(
        _ configurations: ClientConfigurations, in folder: URL, replacing: Bool = false
    ) throws(StartupRefusal) -> [File] {
        var files: [File] = []
        for file in configurations.all {
            let url = folder.appendingPathComponent(file.name)
            if !replacing, FileManager.default.fileExists(atPath: url.path) {
                let text = try existing(url).replacing("\\/", with: "/")
                let isCurrent =
                    text.contains("\"\(configurations.deployment.baseURL)\"")
                    && text.contains(configurations.userPoolID)
                files.append(File(path: url.path, isStale: !isCurrent))
                continue
            }
            files.append(File(path: url.path, isStale: false))
            do {
                try readable(file.content.json()).write(to: url, options: .atomic)
            } catch {
                throw StartupRefusal(
                    .cannotCreate,
                    "\(url.path) cannot be written: choose a folder that this user may write to."
                )
            }
        }
        return files
    }

    private static func existing(_ file: URL) throws(StartupRefusal) -> String {
        do {
            return try String(contentsOf: file, encoding: .utf8)
        } catch {
            throw StartupRefusal(
                .configuration,
                "\(file.path) cannot be read: correct its owner, or remove it to have it written anew."
            )
        }
    }

    private static func readable(_ json: Data) throws -> Data {
        let object = try JSONSerialization.jsonObject(with: json)
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try JSONSerialization.data(withJSONObject: object, options: options) + Data("\n".utf8)
    }
}
