// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A command on a data folder, in the form in which an operator can paste it into a shell.
///
/// A text that contains it ends with it, because a full stop would become part of the path.
package struct FolderCommand: Sendable, CustomStringConvertible {
    private let words: String
    private let folder: String
    private let config: String?

    /// Creates a command of `gatehouse`, for example `check`, on a data folder.
    ///
    /// `config` is the file of settings with which the present command runs, if there is one.
    package init(_ words: String, folder: String, config: String? = nil) {
        self.words = words
        self.folder = folder
        self.config = config
    }

    /// Creates the command that puts a backup in the place of the database at `path`.
    package init(restoring path: String, config: String? = nil) {
        self.init(
            "restore FILE --replace", folder: (path as NSString).deletingLastPathComponent, config: config)
    }

    package var description: String {
        let settings = config.map { path in " --config \(Self.word(Self.absolute(path, isFolder: false)))" } ?? ""
        return "gatehouse \(words) --data-dir \(Self.word(Self.absolute(folder, isFolder: true)))\(settings)"
    }

    /// A path as one word of a shell.
    package static func word(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "/._-+,:@%".utf8.contains(byte)
            }
        }
        return isPlain && !path.isEmpty ? path : "'" + path.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }

    /// The path from the root, because the shell may be in another folder.
    private static func absolute(_ path: String, isFolder: Bool) -> String {
        URL(fileURLWithPath: path.isEmpty ? "." : path, isDirectory: isFolder).standardizedFileURL.path
    }
}
