// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

/// A line of a file without its line ending.
struct ImportLine: Sendable, Equatable {
    /// The line's bytes; `nil` for a line that is too long.
    let bytes: [UInt8]?
    /// The line's length in the file in bytes, including the line ending.
    let length: Int
}

/// Splits chunks of bytes into lines, which end with LF or CR LF.
///
/// The content of a line that is too long is not kept, so memory is bounded for every file.
struct LineSplitter {
    /// The maximum length of a line in bytes: 16,000 characters of four bytes.
    static let longestLine = 64_000

    private(set) var lines: [ImportLine] = []
    private var pending: [UInt8] = []
    private var length = 0

    /// Splits bytes until there are `limit` lines; ignores the rest.
    mutating func take(_ bytes: ArraySlice<UInt8>, limit: Int) {
        var rest = bytes
        while lines.count < limit, !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            keep(rest[..<(end ?? rest.endIndex)])
            guard let end else { return }
            length += 1
            endLine()
            rest = rest[(end + 1)...]
        }
    }

    /// Adds the bytes after the last line ending as a line.
    mutating func finish() {
        if length > 0 { endLine() }
    }

    /// Keeps at most two bytes more than a line may have: one to detect a line that is too long, and one for a CR.
    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        length += bytes.count
        pending += bytes.prefix(max(0, Self.longestLine + 2 - pending.count))
    }

    private mutating func endLine() {
        if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
        lines.append(ImportLine(bytes: pending.count > Self.longestLine ? nil : pending, length: length))
        pending = []
        length = 0
    }
}
