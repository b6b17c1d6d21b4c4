// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The folder of a project: bounded reads that follow no links, and writes of all files of a command at once.
///
/// Paths are relative to the root folder, with `/` between names.
package struct ProjectFolder: Sendable {
    /// The folder of the app, which contains `amplify`.
    package let root: URL

    /// Names a folder; it need not contain a project yet.
    package init(_ root: URL) {
        self.root = root
    }

    /// The nearest folder upwards that has `amplify/.config/project-config.json`; `nil` if there is none.
    package static func containing(_ start: URL) -> ProjectFolder? {
        var folder = start.standardizedFileURL
        while true {
            let config = folder.appending(path: ProjectPaths.projectConfig).path
            if FileManager.default.fileExists(atPath: config) { return ProjectFolder(folder) }
            let parent = folder.deletingLastPathComponent().standardizedFileURL
            guard parent.path != folder.path, folder.path != "/" else { return nil }
            folder = parent
        }
    }

    /// The JSON document of a file; `nil` if there is no such file.
    ///
    /// - Throws: `ProjectFault` if the file is a link, is larger than 5 MiB, or is not JSON.
    package func document(_ path: String) throws(ProjectFault) -> JSONDocument? {
        guard let bytes = try bytes(path) else { return nil }
        do throws(JSONFlaw) {
            return try JSONDocument(bytes)
        } catch {
            throw ProjectFault(path, error)
        }
    }

    /// The content of a file; `nil` if there is no such file.
    ///
    /// - Throws: `ProjectFault` if the file or a folder above it is a link, or if the file is larger than 5 MiB or
    ///   cannot be read.
    package func bytes(_ path: String) throws(ProjectFault) -> [UInt8]? {
        guard try isThere(path) else { return nil }
        let descriptor = unsafe open(place(path), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path, "read") }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path, "read") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ProjectFault(path, "The file is not a regular file.", cure: "Replace it by a file.")
        }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while content.count <= JSONDocument.largestSize {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe systemRead(descriptor, $0) }
            if count == 0 { return content }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(path, "read") }
            content += chunk.prefix(count)
        }
        throw ProjectFault(
            path, "The file is larger than 5 MiB.", cure: "Bring the file back from the version control system.")
    }

    /// The names in a folder, sorted by their bytes; empty if there is no such folder.
    ///
    /// - Throws: `ProjectFault` if it is not a folder, or is a link.
    package func names(_ path: String) throws(ProjectFault) -> [String] {
        guard try isThere(path) else { return [] }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: place(path)) else {
            throw ProjectFault(path, "The folder cannot be read.", cure: "Allow this user to read it.")
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Whether a file or folder exists.
    ///
    /// - Throws: `ProjectFault` if it, or a folder above it inside the project, is a link.
    package func isThere(_ path: String) throws(ProjectFault) -> Bool {
        // The names come first: a folder that does not exist would hide those after it.
        let names = path.split(separator: "/")
        guard !names.contains(".."), !names.contains(".") else {
            throw ProjectFault(path, "The path leaves the project.", cure: "Use a name without dots.")
        }
        var part = ""
        for name in names {
            part += part.isEmpty ? String(name) : "/" + name
            var status = stat()
            guard unsafe lstat(place(part), &status) == 0 else {
                if errno == ENOENT || errno == ENOTDIR { return false }
                throw failure(path, "read")
            }
            guard status.st_mode & S_IFMT != S_IFLNK else {
                throw ProjectFault(
                    part, "The file is a link, which could lead out of the project.",
                    cure: "Replace the link by what it leads to.")
            }
        }
        return true
    }

    func place(_ path: String) -> String {
        root.appending(path: path).path
    }

    func failure(_ path: String, _ verb: String) -> ProjectFault {
        let code = errno
        return ProjectFault(
            path,
            "The file cannot be \(verb == "read" ? "read" : "written"): \(unsafe String(cString: strerror(code))).",
            cure: Self.cure(of: code, verb))
    }

    /// What helps when a file cannot be read or written.
    ///
    /// - Parameters:
    ///   - code: the code of the system's error.
    ///   - verb: `read` or `write`.
    /// - Returns: a sentence.
    package static func cure(of code: Int32, _ verb: String) -> String {
        switch code {
        case ENOSPC, EDQUOT: "Free some space on the disk, and run the command again."
        case EROFS: "The file system is read-only: make it writable, or use another folder."
        default: "Allow this user to \(verb) it."
        }
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    unsafe read(descriptor, buffer.baseAddress, buffer.count)
}

/// The paths of a project's files, relative to its root folder.
package enum ProjectPaths {
    /// Name, frontend and providers.
    package static let projectConfig = "amplify/.config/project-config.json"
    /// The current environment of this machine.
    package static let localEnvironment = "amplify/.config/local-env-info.json"
    /// How this machine signs calls, for each environment.
    package static let localAWS = "amplify/.config/local-aws-info.json"
    /// What this machine knows of the environments on Gatehouse.
    package static let localGatehouse = "amplify/.config/local-gatehouse-info.json"
    /// The resources.
    package static let backendConfig = "amplify/backend/backend-config.json"
    /// The resources as they were pushed, with their ids.
    package static let meta = "amplify/backend/amplify-meta.json"
    /// Tags of what is made on the server.
    package static let tags = "amplify/backend/tags.json"
    /// Feature flags.
    package static let featureFlags = "amplify/cli.json"
    /// The environments.
    package static let teamProviderInfo = "amplify/team-provider-info.json"
    /// The folder as it was pushed.
    package static let pushed = "amplify/#current-cloud-backend"
    /// The groups of the user pool.
    package static let groups = "amplify/backend/auth/userPoolGroups/user-pool-group-precedence.json"
    /// The version control system's list of ignored files.
    package static let ignoredFiles = ".gitignore"

    /// A file of an auth resource.
    package static func auth(_ resource: String, _ file: String) -> String {
        "amplify/backend/auth/\(resource)/\(file)"
    }

    /// A file of an API.
    package static func api(_ resource: String, _ file: String) -> String {
        "amplify/backend/api/\(resource)/\(file)"
    }

    /// A file of a function.
    package static func function(_ resource: String, _ file: String) -> String {
        "amplify/backend/function/\(resource)/\(file)"
    }
}
