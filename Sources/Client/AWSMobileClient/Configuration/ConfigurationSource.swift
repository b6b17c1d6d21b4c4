// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// The places where the configuration is looked for.
struct ConfigurationSource: Sendable {
    /// The name of the file in a folder.
    static let fileName = "awsconfiguration.json"
    /// The environment variable with the path of a file.
    static let variable = "GATEHOUSE_AWSCONFIGURATION"
    /// The largest file, in bytes.
    static let sizeLimit = 1 << 20

    /// The dictionary that the app gave; nil if it gave none.
    var given: @Sendable () -> [String: Any]? = { nil }
    /// The value of an environment variable.
    var environment: @Sendable (_ name: String) -> String? = { _ in nil }
    /// The folders of the app's resources.
    var resourceFolders: @Sendable () -> [URL] = { [] }
    /// The working directory.
    var workingDirectory: @Sendable () -> URL? = { nil }
    /// The information property list of the app.
    var infoDictionary: @Sendable () -> [String: Any]? = { nil }
    /// Reads a file of at most so many bytes.
    var read: @Sendable (_ file: URL, _ limit: Int) -> ConfigurationFile = { .reading($0, limit: $1) }
    /// Receives a configuration that the app did not give.
    var keep: @Sendable (_ found: [String: Any]) -> Void = { _ in }
    /// Writes a message for developers.
    var log: @Sendable (_ message: String) -> Void = { ClientLog.write($0) }

    /// Finds the configuration of the process.
    ///
    /// The first place that has one counts: the app's dictionary, the file that the environment names, the app's
    /// resources, the working directory, the dictionary `AWS` of the information property list. A file that cannot be
    /// read is logged, and counts as absent.
    ///
    /// - Returns: the object of the configuration; nil if there is none.
    func find() -> WireValue? {
        if let given = given() { return WireValue(foundationObject: given) }
        guard let found = search() else { return nil }
        keep(found.foundationObject)
        return found
    }

    private func search() -> WireValue? {
        var visited: Set<String> = []
        for place in places where visited.insert(place.file.standardizedFileURL.path).inserted {
            switch read(place.file, Self.sizeLimit) {
            case .absent:
                if place.isNamed { log("\(Self.variable) names \(place.file.path), and there is no such file.") }
            case .unreadable(let reason):
                log("\(place.file.path) is left out: \(reason)")
            case .found(let bytes):
                do throws(ConfigurationFault) {
                    return try ConfigurationDocument.object(of: bytes)
                } catch {
                    log("\(place.file.path) is left out: \(error)")
                }
            }
        }
        return (infoDictionary()?["AWS"] as? [String: Any]).map { WireValue(foundationObject: $0) }
    }

    /// The files to try, in order; one that the environment names should exist.
    private var places: [(file: URL, isNamed: Bool)] {
        let named = environment(Self.variable).flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
        let folders = resourceFolders() + [workingDirectory()].compactMap(\.self)
        return [named].compactMap(\.self).map { ($0, true) }
            + folders.map { ($0.appending(path: Self.fileName), false) }
    }
}

extension ConfigurationSource {
    /// The places of this process.
    static let process = ConfigurationSource(
        given: { AWSInfo.configured },
        environment: { ProcessInfo.processInfo.environment[$0] },
        resourceFolders: {
            let executable = Bundle.main.executableURL
            return [
                Bundle.main.resourceURL, Bundle.main.bundleURL, executable?.deletingLastPathComponent(),
                executable?.resolvingSymlinksInPath().deletingLastPathComponent(),
            ].compactMap(\.self)
        },
        workingDirectory: { URL(filePath: FileManager.default.currentDirectoryPath) },
        infoDictionary: { Bundle.main.infoDictionary },
        keep: { AWSInfo.keep($0) }
    )
}

/// The answer to an attempt to read a file.
enum ConfigurationFile: Sendable, Equatable {
    case absent
    case found([UInt8])
    /// There is such a file, and it cannot be read for this reason.
    case unreadable(String)

    /// Reads a regular file; a pipe, for example, could block the start of the app.
    static func reading(_ url: URL, limit: Int) -> ConfigurationFile {
        let path = url.resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return .absent }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            return .unreadable("It is not a regular file.")
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            return .unreadable("The app may not read it. Check the permissions of the file.")
        }
        defer { try? file.close() }
        do {
            var content: [UInt8] = []
            // One byte more than is accepted shows that the file is too large.
            while content.count <= limit {
                guard let part = try file.read(upToCount: limit + 1 - content.count), !part.isEmpty else { break }
                content += part
            }
            return content.count > limit ? .unreadable("It is larger than \(limit) bytes.") : .found(content)
        } catch {
            return .unreadable("\(error.localizedDescription)")
        }
    }
}
