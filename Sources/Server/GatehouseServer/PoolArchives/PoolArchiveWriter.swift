// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServerCrypto
import GatehouseStorage

/// The layout of the file with a copy.
///
/// The first line has the file's name. Sealed chunks follow, each after its length (4 bytes). A chunk is bound to the
/// name and to its position. Its plaintext is a byte that is 1 in the last chunk, and then whole records.
enum PoolArchiveFormat {
    /// The beginning of the first line.
    static let start = "gatehouse user pool 1 "
    /// The longest name of a file, in bytes.
    static let longestName = 255
    /// The number of bytes after which a chunk ends.
    static let chunk = 262_144
    /// The most bytes of a sealed chunk: a row has an image of 8 MB at most.
    static let longestChunk = 67_108_864

    /// What a chunk is bound to.
    static func context(_ name: String, chunk number: Int) -> [UInt8] {
        Array("\(name)|\(number)".utf8)
    }
}

/// Writes the rows of a user pool as sealed chunks.
struct PoolArchiveWriter {
    private let file: NewPrivateFile
    private let name: String
    private let sealer: Sealer
    private var content: [UInt8] = []
    private var number = 0
    private var columns: [String] = []

    /// Begins the file anew, with the description of its content.
    init(
        _ file: NewPrivateFile, name: String, _ manifest: PoolArchiveManifest, sealer: Sealer
    ) throws(SystemCallFailure) {
        self.file = file
        self.name = name
        self.sealer = sealer
        try file.clear()
        try file.append(Array((PoolArchiveFormat.start + name + "\n").utf8))
        manifest.record.append(to: &content)
    }

    /// Adds a row; the rows of a table come together.
    mutating func add(_ row: PoolRow) throws(SystemCallFailure) {
        let table = [row.table.name] + row.columns
        if table != columns {
            PoolArchiveRecord(.table, table.map(\.sqlValue)).append(to: &content)
            columns = table
        }
        PoolArchiveRecord(.row, row.values).append(to: &content)
        if content.count >= PoolArchiveFormat.chunk { try seal(isLast: false) }
    }

    /// Writes the last chunk.
    mutating func finish() throws(SystemCallFailure) {
        try seal(isLast: true)
    }

    private mutating func seal(isLast: Bool) throws(SystemCallFailure) {
        let sealed = sealer.seal(
            [isLast ? 1 : 0] + content, purpose: .poolArchive,
            context: PoolArchiveFormat.context(name, chunk: number))
        var length: [UInt8] = []
        PoolArchiveRecord.append(UInt64(sealed.count), 4, to: &length)
        try file.append(length + sealed)
        content.removeAll(keepingCapacity: true)
        number += 1
    }
}
