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

extension DecodingError {
    /// Describes the key with the error, and suggests a correction.
    ///
    /// - Parameter spelling: the spelling of keys in the file.
    /// - Returns: both, as sentences that begin with the key or with a verb.
    func complaint(spelling: (String) -> String) -> (text: String, cure: String) {
        switch self {
        case .keyNotFound(let key, let context):
            let path = Self.path(context.codingPath + [key], spelling)
            return ("\(path) is missing", "Add \(path)")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            if context.codingPath.isEmpty { return (context.debugDescription, "Check the syntax of the file") }
            let path = Self.path(context.codingPath, spelling)
            return ("\(path) has no acceptable value: \(context.debugDescription)", "Correct \(path)")
        @unknown default: return ("\(self)", "Compare the file with its format")
        }
    }

    private static func path(_ keys: [any CodingKey], _ spelling: (String) -> String) -> String {
        keys.map { key in key.intValue.map { "\($0)" } ?? spelling(key.stringValue) }.joined(separator: ".")
    }
}

/// A key of a configuration file that nearly equals a key with the address of the app's own server.
///
/// Unknown keys are ignored, as in the original; a misspelt one of these would send an app's users to AWS.
package struct MisspeltKey: Equatable {
    /// The key as the file has it.
    package let key: String
    /// The key that was probably meant.
    package let meant: String

    /// Finds the first key, in the order of the alphabet, that is near to a known one without being one.
    package init?(among keys: some Sequence<String>, meaning known: [String]) {
        for key in keys.sorted() where !known.contains(key) {
            guard let meant = known.first(where: { Self.areNear(key, $0) }) else { continue }
            self.init(key: key, meant: meant)
            return
        }
        return nil
    }

    private init(key: String, meant: String) {
        self.key = key
        self.meant = meant
    }

    /// Whether two keys differ, without regard to case and punctuation, in one place and there in at most two letters.
    private static func areNear(_ key: String, _ other: String) -> Bool {
        let (first, second) = (letters(of: key), letters(of: other))
        let start = zip(first, second).prefix { $0 == $1 }.count
        let (firstRest, secondRest) = (first.dropFirst(start), second.dropFirst(start))
        let end = zip(firstRest.reversed(), secondRest.reversed()).prefix { $0 == $1 }.count
        return max(firstRest.count, secondRest.count) - end <= 2
    }

    private static func letters(of key: String) -> [UInt8] {
        key.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    }
}

extension MisspeltKey {
    /// The keys of `auth` in `amplify_outputs.json` that lead to a server, in both spellings that are read.
    private static let outputs = [
        "endpoint", "user_pool_endpoint", "identity_pool_endpoint", "allows_insecure_endpoint", "userPoolEndpoint",
        "identityPoolEndpoint", "allowsInsecureEndpoint",
    ]

    /// The first misspelt key of `auth` in a file of generation 2, if there is one.
    init?(inOutputs data: Data) {
        struct Keys: Decodable { let auth: [String: JSONValue]? }
        guard let keys = try? JSONDecoder().decode(Keys.self, from: data).auth?.keys else { return nil }
        self.init(among: keys, meaning: Self.outputs)
    }
}
