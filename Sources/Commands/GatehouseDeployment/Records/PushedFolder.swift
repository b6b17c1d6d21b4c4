// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
package import GatehouseProject
package import ProjectShapes

/// The files of a project that a push sends to the server: the folder `amplify` without what belongs to one machine.
///
/// Secrets of providers are not among them, even if an old project has some in `team-provider-info.json`.
package struct PushedFolder: Sendable, Equatable {
    /// A file with its content.
    package struct Item: Sendable, Equatable {
        /// The path, relative to the project's root folder.
        package let path: String
        /// The content.
        package let bytes: [UInt8]
        /// The SHA-256 of the content in hexadecimal digits.
        package let sha256: String
        /// Whether its owner may run it.
        package let isProgram: Bool

        /// Makes a file.
        package init(path: String, bytes: [UInt8], isProgram: Bool) {
            self.path = path
            self.bytes = bytes
            sha256 = Hex.encode(GatehouseCrypto.sha256(bytes))
            self.isProgram = isProgram
        }
    }

    /// The most files, as the server accepts them.
    package static let mostFiles = 2_000
    /// The most bytes of all files together, as the server accepts them.
    package static let largestFolder = 5_242_880
    /// The most bytes of one file: in Base64 it must fit into the body of a request.
    package static let largestFile = 768_000

    /// The files, sorted by the bytes of their paths.
    package let items: [Item]

    /// Reads the folder of a project.
    ///
    /// - Throws: `DeploymentFault` if a file is a link, cannot be read, or exceeds a bound.
    package init(_ folder: ProjectFolder) throws(DeploymentFault) {
        let items: [Item]
        do throws(ProjectFault) {
            items = try Self.items(folder)
        } catch {
            throw DeploymentFault(error)
        }
        self.init(items: items)
    }

    /// Makes a folder of these files.
    init(items: [Item]) {
        self.items = items.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    private static func items(_ folder: ProjectFolder) throws(ProjectFault) -> [Item] {
        var items: [Item] = []
        var size = 0
        for entry in try folder.files(below: "amplify", limit: mostFiles, leavingOut: isLeftOut) {
            guard isPath(entry.path) else {
                throw ProjectFault(
                    entry.path, "The name of the file cannot be sent.",
                    cure: "Use a name without a backslash and control characters, in a path of at most 1,024 bytes.")
            }
            guard entry.size <= largestFile else {
                throw ProjectFault(
                    entry.path, "The file has \(entry.size) bytes; \(largestFile) is the most that a push sends.",
                    cure: "Move the file out of the folder amplify.")
            }
            size += entry.size
            guard size <= largestFolder else {
                throw ProjectFault(
                    "amplify", "The files of the project are larger than 5 MiB together.",
                    cure: "Move files that are not of the back end out of the folder.")
            }
            guard let bytes = try folder.bytes(entry.path) else { continue }
            items.append(
                Item(
                    path: entry.path, bytes: try withoutSecrets(bytes, entry.path), isProgram: entry.isProgram))
        }
        return items
    }

    private static func withoutSecrets(_ bytes: [UInt8], _ path: String) throws(ProjectFault) -> [UInt8] {
        guard path == ProjectPaths.teamProviderInfo else { return bytes }
        do throws(JSONFlaw) {
            return try TeamProviderInfo.withoutSecrets(JSONDocument(bytes)).bytes
        } catch {
            throw ProjectFault(path, error)
        }
    }

    // MARK: - Paths

    /// Whether a path is one that a folder can have on every machine.
    static func isPath(_ path: String) -> Bool {
        guard path.utf8.count <= 1_024,
            path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") })
        else { return false }
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        return names.count > 1 && names[0] == "amplify" && names.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    private static let leftOutFolders: Set<String> = [
        ProjectPaths.pushed, "amplify/logs", "amplify/mock-data", "amplify/mock-api-resources",
        "amplify/backend/.temp",
        // Models are generated from the schema, after a push too, which must not make the folder another one.
        "amplify/generated",
    ]
    private static let leftOutNames: Set<String> = [
        "build", "dist", "node_modules", "aws-exports.js", "awsconfiguration.json", "amplifyconfiguration.json",
        "amplifyconfiguration.dart", "amplify-build-config.json", "amplify-gradle-config.json",
        "amplifytools.xcconfig", ".DS_Store", ".git",
    ]

    /// Whether a push sends a file with the path: neither it nor a folder above it is left out.
    static func isSent(_ path: String) -> Bool {
        guard isPath(path) else { return false }
        let folders = path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
        return !(folders + [path]).contains { isLeftOut($0) }
    }

    /// Whether a file or folder belongs to one machine, as the list of ignored files has it.
    ///
    /// A file system may not tell upper from lower case, so the names of the machine's own files count in either.
    static func isLeftOut(_ path: String) -> Bool {
        let name = path.split(separator: "/").last.map { String($0) } ?? ""
        let lowercased = path.lowercased()
        return lowercased == ProjectPaths.meta || leftOutFolders.contains(lowercased) || leftOutNames.contains(name)
            || lowercased.hasPrefix("amplify/.config/local-") || name.hasPrefix(".secret-")
            || name.hasSuffix(".sample")
            || name.hasSuffix(".new")
    }

    // MARK: - Comparing

    /// A digest of all paths, contents and modes; the order of reading does not count.
    package var digest: String {
        var bytes: [UInt8] = []
        for item in items { bytes += Array("\(item.path)\0\(item.sha256)\0\(item.isProgram)\n".utf8) }
        return Hex.encode(sha256(bytes))
    }

    /// A digest of each file by its path.
    package var digests: [String: String] {
        Dictionary(items.map { ($0.path, Self.digest($0.sha256, isProgram: $0.isProgram)) }) { first, _ in first }
    }

    /// A digest of each file of a state by its path.
    static func digests(of files: [StateFile]) -> [String: String] {
        Dictionary(files.map { ($0.path, digest($0.sha256, isProgram: $0.program == true)) }) { first, _ in first }
    }

    /// The digest of a file in `LocalGatehouse.files`.
    static func digest(_ sha256: String, isProgram: Bool) -> String {
        isProgram ? sha256 + "+x" : sha256
    }

    /// The files as the service lists them.
    package var stateFiles: [StateFile] {
        items.map {
            StateFile(path: $0.path, sha256: $0.sha256, size: $0.bytes.count, program: $0.isProgram ? true : nil)
        }
    }

    /// The paths of the files that differ from the files of a state, or that only one side has, sorted.
    package func differences(from files: [StateFile]) -> [String] {
        let others = Self.digests(of: files)
        let own = digests
        return Set(own.keys).union(others.keys).filter { own[$0] != others[$0] }.sorted()
    }
}
