// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto
import GatehouseStorage

/// The reason why the copy of a user pool cannot be read.
enum PoolArchiveProblem: Error {
    /// There is no such file, or it cannot be read.
    case unreadable(SystemCallFailure)
    /// The file is not the copy of a user pool.
    case foreign
    /// The file had this name when it was written.
    case renamed(String)
    /// The file was cut or changed.
    case damaged
    /// A later program has sealed the file.
    case later
    /// The key ring has no key of this id.
    case unknownKey(String)

    /// The refusal with the corrective action, for the file at `path`.
    func refusal(of path: String) -> StartupRefusal {
        switch self {
        case .unreadable(let failure) where failure.code == ENOENT:
            let folder = (path as NSString).deletingLastPathComponent
            return StartupRefusal(.usage, "There is no file \(path): name a file of the folder \(folder).")
        case .unreadable(let failure):
            return StartupRefusal(.unavailable, "\(path) cannot be read: \(failure). \(Cure.text(for: failure))")
        case .foreign:
            return StartupRefusal(
                .usage, "\(path) is not the copy of a user pool: name a file of a folder \(PoolArchiveFolder.name).")
        case .renamed(let name):
            return StartupRefusal(.usage, "\(path) was renamed: give it its name \(name) again.")
        case .damaged:
            return StartupRefusal(
                .damaged,
                "\(path) is damaged, or another key than the one of the same id sealed it. Use another copy of the "
                    + "user pool, or a backup of the database.")
        case .later:
            return StartupRefusal(
                .unavailable, "\(path) was written by a later release of gatehouse: restore it with that release.")
        case .unknownKey(let id):
            return StartupRefusal(
                .configuration,
                "\(path) is sealed under the master key \(id), which is missing from the key ring: add its line to "
                    + "GATEHOUSE_MASTER_KEY, or to the file of GATEHOUSE_MASTER_KEY_FILE, before the last line.")
        }
    }
}

/// Reads the copy of a user pool, and has one chunk of it in memory at a time.
final class PoolArchiveReader {
    private static let part = 65_536

    /// What the copy contains.
    let manifest: PoolArchiveManifest

    private let descriptor: Int32
    private let name: String
    private let sealer: Sealer
    private var rest: ArraySlice<UInt8> = []
    private var number = 0
    private var isLast = false
    private var table: (name: String, columns: [String])?

    /// The id of the key that sealed a file; `nil` if the file is not the copy of a user pool.
    static func keyID(ofFileAt path: String) -> String? {
        guard let descriptor = try? opened(path) else { return nil }
        defer { close(descriptor) }
        do throws(PoolArchiveProblem) {
            try requireName((path as NSString).lastPathComponent, in: descriptor)
            // The length of the chunk, and its beginning with the longest id.
            return Sealer.keyID(of: Array(try bytes(4 + 64, in: descriptor).dropFirst(4)))
        } catch {
            return nil
        }
    }

    private static func opened(_ path: String) throws(PoolArchiveProblem) -> Int32 {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(.last("open")) }
        return descriptor
    }

    /// Opens a file; its name must be the one under which it was written.
    static func of(_ path: String, sealer: Sealer) throws(PoolArchiveProblem) -> PoolArchiveReader {
        let descriptor = try opened(path)
        do throws(PoolArchiveProblem) {
            let name = (path as NSString).lastPathComponent
            try requireName(name, in: descriptor)
            let (first, isLast) = try chunk(0, of: name, in: descriptor, sealer)
            var rest = first
            guard let manifest = PoolArchiveRecord(from: &rest).flatMap({ PoolArchiveManifest($0) }) else {
                throw .damaged
            }
            return PoolArchiveReader(descriptor, name, manifest, rest, isLast: isLast, sealer)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private init(
        _ descriptor: Int32, _ name: String, _ manifest: PoolArchiveManifest, _ rest: ArraySlice<UInt8>, isLast: Bool,
        _ sealer: Sealer
    ) {
        self.descriptor = descriptor
        self.name = name
        self.manifest = manifest
        self.rest = rest
        self.isLast = isLast
        self.sealer = sealer
    }

    deinit { close(descriptor) }

    /// The next row; `nil` after the last one.
    func next() throws(PoolArchiveProblem) -> PoolRow? {
        while true {
            guard !rest.isEmpty else {
                guard try advance() else { return nil }
                continue
            }
            guard let record = PoolArchiveRecord(from: &rest) else { throw .damaged }
            switch record.kind {
            case .manifest: throw .damaged
            case .table:
                let names = record.values.compactMap { String(sqlValue: $0) }
                guard names.count == record.values.count, let name = names.first else { throw .damaged }
                table = (name, Array(names.dropFirst()))
            case .row:
                guard let table, let row = PoolRow(table: table.name, columns: table.columns, values: record.values)
                else { throw .damaged }
                return row
            }
        }
    }

    /// Opens the next chunk; `false` at the end.
    private func advance() throws(PoolArchiveProblem) -> Bool {
        guard !isLast else {
            guard try Self.bytes(1, in: descriptor).isEmpty else { throw .damaged }
            return false
        }
        number += 1
        (rest, isLast) = try Self.chunk(number, of: name, in: descriptor, sealer)
        return true
    }

    private static func requireName(_ name: String, in descriptor: Int32) throws(PoolArchiveProblem) {
        let start = Array(PoolArchiveFormat.start.utf8)
        guard try bytes(start.count, in: descriptor) == start else { throw .foreign }
        var written: [UInt8] = []
        while true {
            guard written.count <= PoolArchiveFormat.longestName,
                let byte = try bytes(1, in: descriptor).first
            else { throw .damaged }
            if byte == UInt8(ascii: "\n") { break }
            written.append(byte)
        }
        guard written.elementsEqual(name.utf8) else { throw .renamed(String(decoding: written, as: UTF8.self)) }
    }

    /// Opens a chunk; returns its records, and whether it is the last one.
    private static func chunk(
        _ number: Int, of name: String, in descriptor: Int32, _ sealer: Sealer
    ) throws(PoolArchiveProblem) -> (records: ArraySlice<UInt8>, isLast: Bool) {
        var length = try bytes(4, in: descriptor)[...]
        guard let count = PoolArchiveRecord.number(4, from: &length), count <= PoolArchiveFormat.longestChunk else {
            throw .damaged
        }
        let sealed = try bytes(Int(count), in: descriptor)
        guard sealed.count == Int(count) else { throw .damaged }
        let plaintext: [UInt8]
        do throws(SealingError) {
            plaintext = try sealer.open(
                sealed, purpose: .poolArchive, context: PoolArchiveFormat.context(name, chunk: number))
        } catch {
            switch error {
            case .unknownKey: throw .unknownKey(Sealer.keyID(of: sealed) ?? "")
            case .unknownForm: throw .later
            default: throw .damaged
            }
        }
        guard let mark = plaintext.first, mark <= 1 else { throw .damaged }
        return (plaintext.dropFirst(), mark == 1)
    }

    /// Reads so many bytes, or less at the end of the file.
    private static func bytes(_ count: Int, in descriptor: Int32) throws(PoolArchiveProblem) -> [UInt8] {
        var all: [UInt8] = []
        while all.count < count {
            var part = [UInt8](repeating: 0, count: min(Self.part, count - all.count))
            let length = unsafe read(descriptor, &part, part.count)
            if length < 0 {
                guard errno == EINTR else { throw .unreadable(.last("read")) }
                continue
            }
            if length == 0 { break }
            all += part.prefix(length)
        }
        return all
    }
}
