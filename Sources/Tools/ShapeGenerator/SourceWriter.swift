// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Writes generated files, and removes those that are no longer generated.
struct SourceWriter {
    var folder: URL

    func write(_ files: [SourceFile]) throws {
        let paths = Set(files.map(\.path))
        for module in Module.allCases { try removeStale(in: module.rawValue, keeping: paths) }
        for file in files {
            let target = folder.appending(path: file.path)
            let text = Data(file.text().utf8)
            // Untouched files keep their dates, so that nothing is compiled again for nothing.
            if let present = try? Data(contentsOf: target), present == text { continue }
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: target)
        }
    }

    private func removeStale(in module: String, keeping paths: Set<String>) throws {
        let root = folder.appending(path: module)
        guard let walk = FileManager.default.enumerator(atPath: root.path) else { return }
        for case let name as String in walk where name.hasSuffix(".swift") && !paths.contains("\(module)/\(name)") {
            let file = root.appending(path: name)
            let text = try String(contentsOf: file, encoding: .utf8)
            if text.contains(SourceFile.mark) { try FileManager.default.removeItem(at: file) }
        }
    }
}
