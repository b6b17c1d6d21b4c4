// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClientFiles
import GatehouseProject
import GatehouseTestSupport

@testable import GatehouseDeployment

/// The folder of an app's project.
struct AppProject {
    private let temporary: TemporaryFolder
    let folder: ProjectFolder

    init() throws {
        temporary = try TemporaryFolder(inMemory: true)
        folder = ProjectFolder(temporary.url)
    }

    /// Writes a file as a person does.
    func write(_ text: String, to path: String) throws {
        let url = temporary.url.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// The text of a file; `nil` if there is none.
    func text(_ path: String) throws -> String? {
        try folder.bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The JSON of a file; an error if there is none.
    func json(_ path: String) throws -> JSONDocument {
        guard let document = try folder.document(path) else { throw Missing(path: path) }
        return document
    }

    /// Changes a value in a file as a person does.
    func set(_ value: JSONValue, at place: JSONPointer, in path: String) throws {
        var document = try json(path)
        try document.set(value, at: place)
        try write(String(decoding: document.bytes, as: UTF8.self), to: path)
    }

    /// Brings the files of the app to a content.
    ///
    /// - Returns: the paths of the files that changed.
    @discardableResult func update(_ files: ClientFiles, of frontend: Frontend = .ios) throws -> [String] {
        let changes = try AppFiles.changes(to: files, for: frontend, in: folder)
        try folder.write(changes)
        return changes.paths
    }

    struct Missing: Error {
        let path: String
    }
}
