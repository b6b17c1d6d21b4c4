// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

/// One line of a file, without its end.
struct ImportLine: Sendable, Equatable {
    /// The line's bytes; `nil` for one that is too long to be kept.
    let bytes: [UInt8]?
    /// How many bytes it takes up in the file, its end included.
    let length: Int
}

/// Cuts bytes that arrive in pieces into lines, which end in LF or CR LF.
///
/// A line that is too long is counted and not kept, so memory stays bounded whatever the file holds.
struct LineSplitter {
    /// The longest line that is kept, in bytes: 16,000 characters of four bytes.
    static let longestLine = 64_000

    private(set) var lines: [ImportLine] = []
    private var pending: [UInt8] = []
    private var length = 0

    /// Takes bytes until there are `limit` lines; bytes behind the last of them are left alone.
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

    /// Takes what stands behind the last line end as a line.
    mutating func finish() {
        if length > 0 { endLine() }
    }

    /// Keeps at most one byte more than a line may have, and the CR that may stand behind it.
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
