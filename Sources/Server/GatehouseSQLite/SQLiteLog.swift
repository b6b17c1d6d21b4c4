// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseStorage

/// The write-ahead log beside a database's file, left by a process that did not end properly.
///
/// SQLite merges any log into the file when it opens the file, so this is read before. SQLite's description of its
/// database file has the format, under "The Write-Ahead Log".
package struct SQLiteLog: Sendable, Equatable {
    private static let headerSize = 32
    private static let frameHeaderSize = 24
    private static let version: UInt32 = 3_007_000

    /// The size of a page in bytes.
    package let pageSize: Int
    /// The number of pages in complete transactions, at least 1.
    package private(set) var pages = 0
    /// The marks of the database's header in these pages.
    package private(set) var marks: Set<Int32> = []
    /// The state number of the last header in these pages; `nil` if they contain no header.
    package private(set) var state: Int32?

    /// Reads the log of the database at `path`.
    ///
    /// - Returns: `nil` if there is no log, or none with a complete transaction.
    /// - Throws: ``GatehouseStorage/StorageError`` when the log cannot be read.
    package static func read(databasePath path: String) throws -> SQLiteLog? {
        // SQLite has no locks on this file that a second descriptor could release.
        let descriptor = unsafe open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw StorageError.inputOutput("cannot read \(path)-wal") }
            return nil
        }
        defer { close(descriptor) }
        return SQLiteLog { count, offset in
            var bytes = [UInt8](repeating: 0, count: count)
            return unsafe pread(descriptor, &bytes, count, off_t(offset)) == count ? bytes : nil
        }
    }

    /// Reads the pages as SQLite does: those with the header's salt and a right checksum, to the end of a transaction.
    init?(_ read: (_ count: Int, _ offset: Int) -> [UInt8]?) {
        guard let header = read(Self.headerSize, 0), Self.number(header, 0) | 1 == 0x377f_0683,
            Self.number(header, 4) == Self.version
        else { return nil }
        let size = Self.number(header, 8)
        guard (512...65_536).contains(size), size.nonzeroBitCount == 1 else { return nil }
        pageSize = Int(size)
        var sum = LogChecksum(isBigEndian: Self.number(header, 0) & 1 == 1)
        sum.add(header[..<24])
        guard sum.words == [Self.number(header, 24), Self.number(header, 28)] else { return nil }
        let salt = header[16..<24]
        var offset = Self.headerSize
        var present = (marks: Set<Int32>(), state: Int32?.none, pages: 0)
        while let frame = read(Self.frameHeaderSize + pageSize, offset) {
            offset += frame.count
            let page = Self.number(frame, 0)
            sum.add(frame[..<8])
            sum.add(frame[Self.frameHeaderSize...])
            guard page != 0, frame[8..<16] == salt, sum.words == [Self.number(frame, 16), Self.number(frame, 20)] else {
                break
            }
            present.pages += 1
            if page == 1, let header = SQLiteHeader(bytes: Array(frame[Self.frameHeaderSize...].prefix(100))) {
                present.marks.insert(header.mark)
                present.state = header.state
            }
            // The size of the database is there only in the last page of a transaction.
            if Self.number(frame, 4) != 0 { (marks, state, pages) = present }
        }
        guard pages > 0 else { return nil }
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<(offset + 4)].reduce(0) { number, byte in number << 8 | UInt32(byte) }
    }
}

/// The running checksum of a log, over its header and all pages before.
private struct LogChecksum {
    private(set) var words: [UInt32] = [0, 0]
    let isBigEndian: Bool

    /// Adds bytes, whose number is a multiple of eight.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        var (first, second) = (words[0], words[1])
        unsafe bytes.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
                let pair = unsafe (
                    bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
                    bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                )
                first = first &+ value(pair.0) &+ second
                second = second &+ value(pair.1) &+ first
            }
        }
        words = [first, second]
    }

    private func value(_ word: UInt32) -> UInt32 {
        isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
}
