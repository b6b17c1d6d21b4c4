// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The number of a table's rows and a hash over them, in the order of the primary key.
///
/// The hash of some rows is the SHA-256 of the hash of the rows before and of the last row, so that it does not depend on how
/// the rows were read.
package struct TableSum: Sendable, Equatable {
    /// The number of rows.
    package private(set) var rows = 0
    private(set) var hash = [UInt8](repeating: 0, count: 32)

    /// Creates the sum of no rows.
    package init() {}

    /// Adds the next row.
    package mutating func add(_ row: [SQLValue]) {
        rows += 1
        var bytes = hash
        for value in row { Self.append(value, to: &bytes) }
        hash = sha256(bytes)
    }

    /// Writes the type of a value and the value itself, with its length where values of the type have several.
    private static func append(_ value: SQLValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(0)
        case .integer(let integer):
            bytes.append(1)
            append(UInt64(bitPattern: integer), to: &bytes)
        case .real(let real):
            bytes.append(2)
            append(real.bitPattern, to: &bytes)
        case .text(let text):
            bytes.append(3)
            append(UInt64(text.utf8.count), to: &bytes)
            bytes += text.utf8
        case .blob(let blob):
            bytes.append(4)
            append(UInt64(blob.count), to: &bytes)
            bytes += blob
        }
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}

extension TableSum: CustomStringConvertible {
    /// The number and the hash, for people.
    package var description: String { "\(rows) rows, SHA-256 \(Hex.encode(hash))" }
}
