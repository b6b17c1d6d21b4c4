// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseCrypto

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
    /// The lock of a change of the sealing key; its holder takes the first lock too, and never the other way round.
    private static let keyLockName = ".lock-key"
    /// The locks of renewals, one for each session, which are held for as long as a request takes.
    private static let renewalLockPrefix = ".lock-renewal-"
    private static let asidePrefix = ".new-"

    /// The folder of the files.
    package let directory: URL

    /// Creates a store; the directory is made at the first write.
    ///
    /// - Parameter directory: the folder of the files; it should have no other files.
    package init(directory: URL) {
        self.directory = directory
    }

    package var name: String { directory.standardizedFileURL.path }

    package func read(_ key: String) -> StoreAnswer { read(file: FileName(key)) }

    package func write(_ data: Data, for key: String) throws(StoreError) {
        try exclusively(.writing) { () throws(FileFailure) in try replace(FileName(key), data) }
    }

    package func update(
        _ key: String,
        _ change: (StoreAnswer) throws(StoreError) -> StoreChange
    ) throws(StoreError) {
        try update(file: FileName(key), change)
    }

    package func alone(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try alone(with: Self.widerLockName, body)
    }

    package func tryLock(_ key: String) -> StoreLock.Attempt {
        do throws(FileFailure) {
            try File.makeDirectory(directory.path)
            try File.keepToOwner(directory.path)
            let path = directory.path + "/" + Self.renewalLockPrefix + FileName(key).text
            return try FileLock.attempt(path).map { .held($0) } ?? .taken
        } catch {
            return .unavailable
        }
    }

    package func remove(_ key: String) throws(StoreError) {
        guard FileManager.default.fileExists(atPath: directory.path) else { return }
        try exclusively(.removing) { () throws(FileFailure) in
            try delete(FileName(key))
        }
    }

    /// The result has no keys that are too long for a file's name.
    package func keys(startingWith prefix: String) throws(StoreError) -> [String] {
        try list().compactMap(FileName.key).filter { $0.hasPrefix(prefix) }
    }

    private func replace(_ file: FileName, _ data: Data) throws(FileFailure) {
        let aside = directory.path + "/" + Self.asidePrefix + file.text
        try File.write(data, to: aside)
        try File.rename(aside, to: path(file))
        try File.synchronize(directory: directory.path)
    }

    private func delete(_ file: FileName) throws(FileFailure) {
        try File.remove(path(file))
        try File.synchronize(directory: directory.path)
    }

    private func path(_ file: FileName) -> String {
        directory.path + "/" + file.text
    }

    private func list() throws(StoreError) -> [String] {
        guard FileManager.default.fileExists(atPath: directory.path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory.path)
        } catch {
            throw StoreError(.reading, reason: "The directory \(name) cannot be listed.")
        }
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

// MARK: - The files themselves, for a store that seals them

extension FileCredentialStore {
    /// The files of items, and of keys that are too long for a name too.
    func files() throws(StoreError) -> [FileName] {
        try list().filter { !$0.hasPrefix(".") }.sorted().map(FileName.init(existing:))
    }

    func read(file: FileName) -> StoreAnswer {
        do throws(FileFailure) {
            guard let data = try File.read(path(file), limit: Self.largestItem) else { return .absent }
            return .found(data)
        } catch {
            return .unreadable(failure(.reading, error))
        }
    }

    func update(
        file: FileName,
        _ change: (StoreAnswer) throws(StoreError) -> StoreChange
    ) throws(StoreError) {
        var refusal: StoreError?
        try exclusively(.writing) { () throws(FileFailure) in
            switch Result(catching: { () throws(StoreError) in try change(read(file: file)) }) {
            case .success(.keep): break
            case .success(.write(let data)): try replace(file, data)
            case .success(.remove): try delete(file)
            case .failure(let error): refusal = error
            }
        }
        if let refusal { throw refusal }
    }

    /// Runs a change of the sealing key: another one, even in another process, happens before or after it.
    func aloneWithKey(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try alone(with: Self.keyLockName, body)
    }

    /// Removes the remains of interrupted writes.
    func removeRemains() throws(StoreError) {
        let remains = try list().filter { $0.hasPrefix(Self.asidePrefix) }
        if remains.isEmpty { return }
        try exclusively(.removing) { () throws(FileFailure) in
            for file in remains { try File.remove(directory.path + "/" + file) }
        }
    }

    private func alone(with lock: String, _ body: () throws(StoreError) -> Void) throws(StoreError) {
        var result: Result<Void, StoreError> = .success(())
        try exclusively(.writing, lock) { () throws(FileFailure) in result = Result(catching: body) }
        try result.get()
    }
}

extension FileCredentialStore {
    /// The default directory of an app's store.
    ///
    /// - Parameters:
    ///   - processName: distinguishes programs; nil for `AppIdentity.name`.
    ///   - part: distinguishes parts of a program that have stores of their own; one store when nil.
    ///   - accessGroup: the name under which programs share a store; their own store when nil.
    ///   - environment: where `XDG_DATA_HOME`, `HOME` and `GATEHOUSE_APP_ID` are looked up.
    /// - Returns: `$XDG_DATA_HOME/<program or group>/gatehouse`, with `~/.local/share` in place of an unset variable;
    ///   a part's is `$XDG_DATA_HOME/<program>/<part>/gatehouse`.
    package static func defaultDirectory(
        processName: String? = nil,
        part: String? = nil,
        accessGroup: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        let home = URL(filePath: environment["HOME"] ?? NSHomeDirectory())
        // The specification says to ignore relative paths.
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        let program = processName ?? AppIdentity.name(environment: environment)
        let owner = accessGroup.map { "group-\(FileName($0).text)" } ?? FileName(program).text
        let place = (data ?? home.appending(path: ".local/share")).appending(path: owner)
        return (part.map { place.appending(path: FileName($0).text) } ?? place).appending(path: "gatehouse")
    }
}

/// A key as the name of a file: characters other than letters, digits and `-._:@` are escaped, so that no key leaves
/// the directory and no two keys share a file.
struct FileName {
    private static let longest = 180

    let text: String

    init(_ key: String) {
        let escaped = Self.escape(key)
        let name = escaped.isEmpty ? "%empty" : escaped
        text = name.utf8.count <= Self.longest ? name : "%sha256-" + Hex.encode(sha256(Array(key.utf8)))
    }

    /// The name of a file that is there.
    init(existing name: String) {
        text = name
    }

    /// The key of a file with that name; nil if the name does not contain it, as for a long key.
    static func key(of name: String) -> String? {
        guard let key = name.removingPercentEncoding, FileName(key).text == name else { return nil }
        return key
    }

    private static func escape(_ key: String) -> String {
        var bytes: [UInt8] = []
        for (index, byte) in key.utf8.enumerated() {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x3A, 0x40: bytes.append(byte)
            case 0x2E where index > 0: bytes.append(byte)
            default: bytes += [0x25] + Hex.encode([byte]).utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
