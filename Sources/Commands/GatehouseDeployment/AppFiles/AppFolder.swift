// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject

/// The folder of an app in which its configuration files stand.
struct AppFolder: Sendable {
    private let names: [String]
    /// The folder below the one that a project can choose.
    private let inner: [String]

    /// Finds the folder.
    ///
    /// - Parameters:
    ///   - frontend: the type of the app.
    ///   - config: `project-config.json`, in which AWS's tool notes other folders than the usual ones.
    /// - Throws: `JSONFlaw` if the file names a folder that is not inside the project.
    init(of frontend: Frontend, config: JSONDocument?) throws(JSONFlaw) {
        switch frontend {
        case .ios: names = []
        case .android:
            names = try Self.names(config, frontend, "ResDir") ?? ["app", "src", "main", "res"]
        case .flutter: names = try Self.names(config, frontend, "ResDir") ?? ["lib"]
        case .javascript: names = try Self.names(config, frontend, "SourceDir") ?? ["src"]
        }
        inner = frontend == .android ? ["raw"] : []
    }

    /// The path of a file in the folder, relative to the project's root folder.
    func path(of file: String) -> String { (names + inner + [file]).joined(separator: "/") }

    private static func names(
        _ config: JSONDocument?, _ frontend: Frontend, _ member: String
    ) throws(JSONFlaw) -> [String]? {
        guard let cursor = try config?.cursor.member(frontend.rawValue)?.member("config")?.member(member) else {
            return nil
        }
        let path = try cursor.string()
        let names = path.split(separator: "/").map { String($0) }.filter { $0 != "." }
        guard !path.hasPrefix("/"), path.utf8.count <= 1_024, names.allSatisfy({ isName($0) }) else {
            throw cursor.flaw("The value is not the path of a folder inside the project.")
        }
        return names
    }

    private static func isName(_ name: String) -> Bool {
        name != ".." && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
    }
}
