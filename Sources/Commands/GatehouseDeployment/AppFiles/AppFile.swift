// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClientFiles
import GatehouseProject

/// A configuration file of an app: its place, what it says, and the language that it is written in.
struct AppFile: Sendable {
    /// The language of a file, in which its JSON stands.
    enum Language: Sendable {
        case json, dart, javaScript
    }

    /// The path, relative to the project's root folder.
    let path: String
    let format: AppFormat
    let language: Language

    /// The files of an app.
    ///
    /// - Parameters:
    ///   - frontend: the type of the app.
    ///   - folder: the project's folder, whose `project-config.json` may name other folders than the usual ones.
    /// - Returns: the files.
    /// - Throws: `ProjectFault` if `project-config.json` cannot be used.
    static func all(of frontend: Frontend, in folder: ProjectFolder) throws(ProjectFault) -> [AppFile] {
        let config = try folder.document(ProjectPaths.projectConfig)
        let place: AppFolder
        do throws(JSONFlaw) {
            place = try AppFolder(of: frontend, config: config)
        } catch {
            throw ProjectFault(ProjectPaths.projectConfig, error)
        }
        return list(of: frontend).map { name, format, language in
            AppFile(path: place.path(of: name), format: format, language: language)
        }
    }

    private static func list(of frontend: Frontend) -> [(name: String, format: AppFormat, language: Language)] {
        switch frontend {
        case .ios, .android:
            [
                ("amplify_outputs.json", .outputs, .json), ("amplifyconfiguration.json", .amplify, .json),
                ("awsconfiguration.json", .mobile, .json),
            ]
        case .flutter: [("amplifyconfiguration.dart", .amplify, .dart)]
        case .javascript:
            [
                ("aws-exports.js", .javaScript, .javaScript), ("amplifyconfiguration.json", .javaScript, .json),
            ]
        }
    }

    /// The file with a content.
    ///
    /// - Parameters:
    ///   - files: the content.
    ///   - present: the file that exists; `nil` if there is none.
    ///   - record: the values of earlier runs, to which this run adds its own.
    /// - Returns: the bytes of the file.
    /// - Throws: `JSONFlaw` if the file that exists cannot be changed in place.
    func bytes(
        with files: ClientFiles, changing present: [UInt8]?, record: inout AppFileRecord
    ) throws(JSONFlaw) -> [UInt8] {
        let present = present.flatMap(Self.withContent)
        let content = AppDocument.Content(value: format.content(of: files), apiName: files.apiName)
        switch language {
        case .json:
            var document: JSONDocument?
            if let present { document = try JSONDocument(present) }
            return try merged(content, document, &record).bytes
        case .dart:
            let source = try DartSource(present)
            return try source.bytes(with: merged(content, source.document, &record))
        case .javaScript:
            return try JavaScriptSource.bytes(with: JSONDocument(content.value))
        }
    }

    /// The configuration in a file that exists; `nil` in an empty file, and in one that is written as a whole.
    ///
    /// - Throws: `JSONFlaw` if the file cannot be changed in place.
    func document(in present: [UInt8]) throws(JSONFlaw) -> JSONDocument? {
        guard let present = Self.withContent(present) else { return nil }
        switch language {
        case .json: return try JSONDocument(present)
        case .dart: return try DartSource(present).document
        case .javaScript: return nil
        }
    }

    private func merged(
        _ content: AppDocument.Content, _ document: JSONDocument?, _ record: inout AppFileRecord
    ) throws(JSONFlaw) -> JSONDocument {
        try AppDocument(document, format: format, path: path).merging(content, record: &record)
    }

    /// The bytes of a file; `nil` for an empty file, which is a new one.
    private static func withContent(_ bytes: [UInt8]) -> [UInt8]? { bytes.allSatisfy(isBlank) ? nil : bytes }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
