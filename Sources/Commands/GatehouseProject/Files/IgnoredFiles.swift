// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The block of `.gitignore` that keeps a machine's own files out of the repository.
package enum IgnoredFiles {
    private static let begin = "#amplify-do-not-edit-begin"
    private static let end = "#amplify-do-not-edit-end"
    private static let names = [
        "amplify/#current-cloud-backend", "amplify/.config/local-*", "amplify/logs", "amplify/mock-data",
        "amplify/mock-api-resources", "amplify/backend/amplify-meta.json", "amplify/backend/.temp", "build/", "dist/",
        "node_modules/", "aws-exports.js", "awsconfiguration.json", "amplifyconfiguration.json", "amplify_outputs.json",
        "amplifyconfiguration.dart", "amplify-build-config.json", "amplify-gradle-config.json", "amplifytools.xcconfig",
        ".secret-*", "**.sample",
    ]

    /// The file with the block; all other bytes stay.
    ///
    /// - Parameter bytes: the present file; `nil` if there is none.
    /// - Returns: the file; it is the same if it has the block already.
    package static func adding(to bytes: [UInt8]?) -> [UInt8] {
        let present = bytes ?? []
        let lines = present.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.contains(where: { $0.starts(with: begin.utf8) }) { return present }
        let isCRLF = lines.count > 1 && lines[0].last == 0x0D
        let lineBreak = isCRLF ? "\r\n" : "\n"
        let block = ([begin] + names + [end]).joined(separator: lineBreak) + lineBreak
        let gap = present.isEmpty ? "" : present.last == 0x0A ? lineBreak : lineBreak + lineBreak
        return present + Array((gap + block).utf8)
    }

    /// The file without the block; `nil` if nothing else is in it.
    package static func removing(from bytes: [UInt8]) -> [UInt8]? {
        var kept: [ArraySlice<UInt8>] = []
        var isInside = false
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.starts(with: begin.utf8) { isInside = true }
            if !isInside { kept.append(line) }
            if line.starts(with: end.utf8) { isInside = false }
        }
        let rest = Array(kept.joined(separator: [0x0A]))
        return rest.allSatisfy { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 } ? nil : rest
    }
}
