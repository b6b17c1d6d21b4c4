// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Finds, reads and decodes a configuration file.
struct ConfigurationFile {
    let name: String
    let decoder: JSONDecoder
    /// Converts a decoder's key to its spelling in the file.
    let spelling: @Sendable (String) -> String
    /// The error for a file that is missing or cannot be read.
    let unreadable: (ErrorDescription, RecoverySuggestion, (any Error)?) -> ConfigurationError
    /// The first misspelt key that leads to a server, if the file has one.
    var misspelt: @Sendable (Data) -> MisspeltKey? = { _ in nil }

    /// `amplifyconfiguration.json`.
    static var generation1: ConfigurationFile {
        ConfigurationFile(
            name: "amplifyconfiguration",
            decoder: JSONDecoder(),
            spelling: { $0 },
            unreadable: ConfigurationError.invalidAmplifyConfigurationFile
        )
    }

    /// `amplify_outputs.json`, or a file of that format under another name, given without its extension.
    static func generation2(named name: String) -> ConfigurationFile {
        ConfigurationFile(
            name: name,
            decoder: AmplifyOutputsData.decoder,
            spelling: snakeCase,
            unreadable: ConfigurationError.invalidAmplifyOutputsFile,
            misspelt: { MisspeltKey(inOutputs: $0) }
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
        if let misspelt = misspelt(data) {
            throw ConfigurationError.unableToDecode(
                "\(name).json: auth.\(misspelt.key) is not a key, the nearest one is \(misspelt.meant)",
                "Rename it to \(misspelt.meant), or remove it")
        }
        do {
            return try decoder.decode(type, from: data)
        } catch {
            let complaint = (error as? DecodingError)?.complaint(spelling: spelling)
            throw ConfigurationError.unableToDecode(
                "\(name).json: \(complaint?.text ?? "\(error)")",
                complaint?.cure ?? "Compare the file with its format",
                error
            )
        }
    }

    private static func snakeCase(_ key: String) -> String {
        key.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) }
    }

    /// The folders that are searched: the main bundle, then the executable's folder, also behind a symbolic link.
    static var folders: [URL] {
        let executable = Bundle.main.executableURL
        let places = [
            Bundle.main.resourceURL, Bundle.main.bundleURL, executable?.deletingLastPathComponent(),
            executable?.resolvingSymlinksInPath().deletingLastPathComponent(),
        ]
        return places.compactMap(\.self)
    }
}
