// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseOutput
import GatehouseStorage

/// A part of a copy's content: a kind and values.
///
/// The bytes are the kind, the number of values (4 bytes), and the values. A value is its type and then 8 bytes for a
/// number, or 4 bytes with a length and as many bytes. The most significant byte of each number comes first.
struct PoolArchiveRecord: Sendable, Equatable {
    /// What the values are.
    enum Kind: UInt8 {
        /// What is copied, as ``PoolArchiveManifest``: the first record.
        case manifest = 1
        /// The name of a table and those of its columns, for the rows that follow.
        case table
        /// A row.
        case row
    }

    private enum ValueType: UInt8 {
        case null = 0
        case integer
        case real
        case text
        case blob
    }

    let kind: Kind
    let values: [SQLValue]

    init(_ kind: Kind, _ values: [SQLValue]) {
        self.kind = kind
        self.values = values
    }

    /// Reads a record from the beginning of the bytes, and removes it from them; `nil` if there is no whole one.
    init?(from bytes: inout ArraySlice<UInt8>) {
        guard let kind = bytes.popFirst().flatMap(Kind.init(rawValue:)), let count = Self.number(4, from: &bytes) else {
            return nil
        }
        // Each value has a byte at least, so that a wrong number does not allocate memory.
        guard count <= UInt64(bytes.count) else { return nil }
        var values: [SQLValue] = []
        for _ in 0..<count {
            guard let value = Self.value(from: &bytes) else { return nil }
            values.append(value)
        }
        self.init(kind, values)
    }

    /// Adds the record to bytes.
    func append(to bytes: inout [UInt8]) {
        bytes.append(kind.rawValue)
        Self.append(UInt64(values.count), 4, to: &bytes)
        for value in values {
            switch value {
            case .null: bytes.append(ValueType.null.rawValue)
            case .integer(let integer):
                bytes.append(ValueType.integer.rawValue)
                Self.append(UInt64(bitPattern: integer), 8, to: &bytes)
            case .real(let real):
                bytes.append(ValueType.real.rawValue)
                Self.append(real.bitPattern, 8, to: &bytes)
            case .text(let text):
                bytes.append(ValueType.text.rawValue)
                Self.append(UInt64(text.utf8.count), 4, to: &bytes)
                bytes += text.utf8
            case .blob(let blob):
                bytes.append(ValueType.blob.rawValue)
                Self.append(UInt64(blob.count), 4, to: &bytes)
                bytes += blob
            }
        }
    }

    private static func value(from bytes: inout ArraySlice<UInt8>) -> SQLValue? {
        switch bytes.popFirst().flatMap(ValueType.init(rawValue:)) {
        case .null: SQLValue.null
        case .integer: number(8, from: &bytes).map { SQLValue.integer(Int64(bitPattern: $0)) }
        case .real: number(8, from: &bytes).map { SQLValue.real(Double(bitPattern: $0)) }
        case .text: content(from: &bytes).flatMap { String(validating: $0, as: UTF8.self) }.map { SQLValue.text($0) }
        case .blob: content(from: &bytes).map { SQLValue.blob(Array($0)) }
        case nil: nil
        }
    }

    private static func content(from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let count = number(4, from: &bytes), count <= UInt64(bytes.count) else { return nil }
        defer { bytes = bytes.dropFirst(Int(count)) }
        return bytes.prefix(Int(count))
    }

    /// Reads a number of `count` bytes.
    static func number(_ count: Int, from bytes: inout ArraySlice<UInt8>) -> UInt64? {
        guard bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count).reduce(0) { number, byte in number << 8 | UInt64(byte) }
    }

    /// Adds a number of `count` bytes.
    static func append(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
        for index in 1...count { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - index)))) }
    }
}

/// What a copy contains.
struct PoolArchiveManifest: Sendable, Equatable {
    /// The id of the pool.
    let poolID: String
    /// The version of the database's schema.
    let schema: Int
    /// The version of the tables of user pools, as ``Migrations/poolSchemaVersion``.
    let poolSchema: Int
    /// The version of the program that wrote the copy.
    let release: String

    /// The description of a copy that this program writes.
    init(poolID: String) {
        self.poolID = poolID
        schema = Migrations.all.count
        poolSchema = Migrations.poolSchemaVersion
        release = Release.version
    }

    /// Reads a record; `nil` if it is another one.
    init?(_ record: PoolArchiveRecord) {
        guard record.kind == .manifest, record.values.count == 4, let poolID = String(sqlValue: record.values[0]),
            let schema = Int(sqlValue: record.values[1]), let poolSchema = Int(sqlValue: record.values[2]),
            let release = String(sqlValue: record.values[3])
        else { return nil }
        (self.poolID, self.schema, self.poolSchema, self.release) = (poolID, schema, poolSchema, release)
    }

    var record: PoolArchiveRecord {
        PoolArchiveRecord(.manifest, [poolID.sqlValue, schema.sqlValue, poolSchema.sqlValue, release.sqlValue])
    }
}
