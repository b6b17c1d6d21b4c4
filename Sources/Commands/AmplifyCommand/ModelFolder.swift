// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDialogue
import GatehouseModelGenerator

/// The folder of generated models.
struct ModelFolder {
    /// What a writing did.
    struct Report: Equatable {
        /// The number of files whose content is new.
        var written: Int
        /// The names of other Swift files in the folder, sorted.
        var others: [String]
    }

    /// The folder in a project, relative to its root.
    static let ofProject = "amplify/generated/models"

    private let folder: URL

    init(_ folder: URL) { self.folder = folder }

    /// The path, for messages.
    var path: String { folder.path }

    /// Writes the files whose content differs, each as a whole; other files of the folder stay.
    ///
    /// - Throws: `Configuration.Unusable` if the folder is a file, or cannot be written.
    func write(_ files: [GeneratedModels.File]) throws -> Report {
        let manager = FileManager.default
        let isFolder = try? folder.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
        if isFolder == false {
            throw Configuration.Unusable(text: "\(folder.path) is a file.", cure: "Name a folder with --output-dir.")
        }
        do {
            return try replace(files, manager)
        } catch {
            throw Configuration.Unusable(
                text: "The models cannot be written into \(folder.path): \(error.localizedDescription)",
                cure: "Allow this user to write the folder, or name another one with --output-dir.")
        }
    }

    private func replace(_ files: [GeneratedModels.File], _ manager: FileManager) throws -> Report {
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        var written = 0
        for file in files {
            let place = folder.appending(path: file.name)
            let data = Data(file.text.utf8)
            guard manager.contents(atPath: place.path) != data else { continue }
            try data.write(to: place, options: .atomic)
            written += 1
        }
        let names = Set(files.map(\.name))
        let others = try manager.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") && !names.contains($0) }
        return Report(written: written, others: others.sorted())
    }
}
