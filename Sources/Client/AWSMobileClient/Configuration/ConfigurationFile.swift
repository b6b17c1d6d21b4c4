// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The answer to an attempt to read a file.
enum ConfigurationFile: Sendable, Equatable {
    case absent
    case found([UInt8])
    /// There is such a file, and it cannot be read for this reason.
    case unreadable(String)

    /// Reads a regular file; a pipe, for example, could block the start of the app.
    static func reading(_ url: URL, limit: Int) -> ConfigurationFile {
        let path = url.resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return .absent }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            return .unreadable("It is not a regular file.")
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            return .unreadable("The app may not read it. Check the permissions of the file.")
        }
        defer { try? file.close() }
        do {
            var content: [UInt8] = []
            // One byte more than is accepted shows that the file is too large.
            while content.count <= limit {
                guard let part = try file.read(upToCount: limit + 1 - content.count), !part.isEmpty else { break }
                content += part
            }
            return content.count > limit ? .unreadable("It is larger than \(limit) bytes.") : .found(content)
        } catch {
            return .unreadable("\(error.localizedDescription)")
        }
    }
}
