// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A store of one file for each item, in a directory that only its owner can enter.
///
/// Files are replaced as a whole: written aside, synchronised, renamed. Writers in several processes take turns by a
/// lock on a file in the directory; readers need none, because a file is always one that was completely written.
package struct FileCredentialStore: CredentialStore {
    /// Larger files are not items of a credential store.
    private static let largestItem = 1 << 20
    private static let lockName = ".lock"
    /// The lock of a change of several items, which take the other lock one after another.
    private static let widerLockName = ".lock-all"

    /// The folder of the files.
    package let directory: URL

    /// Creates a store; the directory is made at the first write.
    ///
    /// - Parameter directory: the folder of the files; it should have no other files.
    package init(directory: URL) {
        self.directory = directory
    }

    package var name: String { directory.standardizedFileURL.path }

    package func read(_ key: String) -> StoreAnswer {
        do throws(FileFailure) {
            guard let data = try File.read(path(key), limit: Self.largestItem) else { return .absent }
            return .found(data)
        } catch {
            return .unreadable(failure(.reading, error))
        }
    }

    package func write(_ data: Data, for key: String) throws(StoreError) {
        try exclusively(.writing) { () throws(FileFailure) in try replace(key, data) }
    }

    package func update(
        _ key: String,
        _ change: (StoreAnswer) throws(StoreError) -> StoreChange
    ) throws(StoreError) {
        var refusal: StoreError?
        try exclusively(.writing) { () throws(FileFailure) in
            switch Result(catching: { () throws(StoreError) in try change(read(key)) }) {
            case .success(.keep): break
            case .success(.write(let data)): try replace(key, data)
            case .success(.remove): try delete(key)
            case .failure(let error): refusal = error
            }
        }
        if let refusal { throw refusal }
    }

    package func alone(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        var result: Result<Void, StoreError> = .success(())
        try exclusively(.writing, Self.widerLockName) { () throws(FileFailure) in
            result = Result(catching: body)
        }
        try result.get()
    }

    package func remove(_ key: String) throws(StoreError) {
        guard FileManager.default.fileExists(atPath: directory.path) else { return }
        try exclusively(.removing) { () throws(FileFailure) in
            try delete(key)
        }
    }

    /// The result has no keys that are too long for a file's name.
    package func keys(startingWith prefix: String) throws(StoreError) -> [String] {
        guard FileManager.default.fileExists(atPath: directory.path) else { return [] }
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            return names.compactMap(FileName.key).filter { $0.hasPrefix(prefix) }
        } catch {
            throw StoreError(.reading, reason: "The directory \(name) cannot be listed.")
        }
    }

    private func replace(_ key: String, _ data: Data) throws(FileFailure) {
        let aside = directory.path + "/.new-\(FileName(key).text)"
        try File.write(data, to: aside)
        try File.rename(aside, to: path(key))
        try File.synchronize(directory: directory.path)
    }

    private func delete(_ key: String) throws(FileFailure) {
        try File.remove(path(key))
        try File.synchronize(directory: directory.path)
    }

    private func path(_ key: String) -> String {
        directory.path + "/" + FileName(key).text
    }

    private func exclusively(
        _ activity: StoreError.Activity,
        _ lock: String = lockName,
        _ body: () throws(FileFailure) -> Void
    ) throws(StoreError) {
        do throws(FileFailure) {
            try File.makeDirectory(directory.path)
            try File.keepToOwner(directory.path)
            try FileLock.hold(directory.path + "/" + lock, while: body)
        } catch {
            throw failure(activity, error)
        }
    }

    /// The directory alone is named: names of items contain user names.
    private func failure(_ activity: StoreError.Activity, _ error: FileFailure) -> StoreError {
        StoreError(activity, reason: "\(error) in \(name).")
    }
}

extension FileCredentialStore {
    /// The default directory of an app's store.
    ///
    /// - Parameters:
    ///   - processName: distinguishes programs.
    ///   - part: distinguishes parts of a program that have stores of their own; one store when nil.
    ///   - accessGroup: the name under which programs share a store; their own store when nil.
    ///   - environment: where `XDG_DATA_HOME` and `HOME` are looked up.
    /// - Returns: `$XDG_DATA_HOME/<program or group>/gatehouse`, with `~/.local/share` in place of an unset variable;
    ///   a part's is `$XDG_DATA_HOME/<program>/<part>/gatehouse`.
    package static func defaultDirectory(
        processName: String = ProcessInfo.processInfo.processName,
        part: String? = nil,
        accessGroup: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        let home = URL(filePath: environment["HOME"] ?? NSHomeDirectory())
        // The specification says to ignore relative paths.
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        let owner = accessGroup.map { "group-\(FileName($0).text)" } ?? FileName(processName).text
        let place = (data ?? home.appending(path: ".local/share")).appending(path: owner)
        return (part.map { place.appending(path: FileName($0).text) } ?? place).appending(path: "gatehouse")
    }
}
