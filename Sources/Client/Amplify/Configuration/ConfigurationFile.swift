// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// How a configuration file is found, read and decoded.
struct ConfigurationFile {
    let name: String
    let decoder: JSONDecoder
    /// The error for a file that is missing or cannot be read.
    let unreadable: (ErrorDescription, RecoverySuggestion, (any Error)?) -> ConfigurationError

    /// `amplifyconfiguration.json`.
    static var generation1: ConfigurationFile {
        ConfigurationFile(
            name: "amplifyconfiguration",
            decoder: JSONDecoder(),
            unreadable: ConfigurationError.invalidAmplifyConfigurationFile
        )
    }

    /// `amplify_outputs.json`, or a file of that format under another name, given without its extension.
    static func generation2(named name: String) -> ConfigurationFile {
        ConfigurationFile(
            name: name,
            decoder: AmplifyOutputsData.decoder,
            unreadable: ConfigurationError.invalidAmplifyOutputsFile
        )
    }

    /// Finds and decodes the file in the first of the folders that has it.
    func decode<Content: Decodable>(_ type: Content.Type, in folders: [URL] = Self.folders) throws -> Content {
        let candidates = folders.map { $0.appendingPathComponent("\(name).json") }
        guard let url = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            throw unreadable("\(name).json was not found", "Put it into the app's main bundle or next to it", nil)
        }
        return try decode(type, from: url)
    }

    func decode<Content: Decodable>(_ type: Content.Type, from url: URL) throws -> Content {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw unreadable("\(url.lastPathComponent) cannot be read", "Check that the file is there", error)
        }
        return try decode(type, from: data)
    }

    func decode<Content: Decodable>(_ type: Content.Type, from data: Data) throws -> Content {
        do {
            return try decoder.decode(type, from: data)
        } catch {
            throw ConfigurationError.unableToDecode(
                "\(name).json is not what was expected",
                "Compare the file with the format that the underlying error names",
                error
            )
        }
    }

    /// Where files are looked for: the main bundle, then the executable's folder, also behind a symbolic link.
    static var folders: [URL] {
        let executable = Bundle.main.executableURL
        let places = [
            Bundle.main.resourceURL, Bundle.main.bundleURL, executable?.deletingLastPathComponent(),
            executable?.resolvingSymlinksInPath().deletingLastPathComponent(),
        ]
        return places.compactMap(\.self)
    }
}
