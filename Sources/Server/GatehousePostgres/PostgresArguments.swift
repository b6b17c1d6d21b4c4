// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseStorage

/// The types of columns that SQLite has as well, by PostgreSQL's object ids (`pg_type.dat`).
enum PostgresType: UInt32 {
    case bytea = 17
    case int8 = 20
    case int4 = 23
    case text = 25
    case float8 = 701
    case varchar = 1043
}

/// The values of a statement in PostgreSQL's binary format.
struct PostgresArguments {
    /// The types, by their object ids; 0 for NULL, whose type the server works out.
    let types: [UInt32]
    /// The numbers of bytes.
    let lengths: [CInt]
    /// The format of each value: 1, binary.
    let formats: [CInt]
    /// All values one after another, behind one byte, so that the array is never empty.
    private let bytes: [UInt8]
    /// Where each value begins; `nil` for NULL.
    private let offsets: [Int?]

    /// Writes values that are all ``GatehouseStorage/SQLValue/isStorable``.
    init(_ values: [SQLValue]) {
        var types: [UInt32] = []
        var lengths: [CInt] = []
        var bytes: [UInt8] = [0]
        var offsets: [Int?] = []
        for value in values {
            let start = bytes.count
            switch value {
            case .null: break
            case .integer(let integer): Self.append(UInt64(bitPattern: integer), to: &bytes)
            case .real(let real): Self.append(real.bitPattern, to: &bytes)
            case .text(let text): bytes += text.utf8
            case .blob(let blob): bytes += blob
            }
            types.append(Self.type(of: value)?.rawValue ?? 0)
            lengths.append(CInt(bytes.count - start))
            offsets.append(value == .null ? nil : start)
        }
        self.types = types
        self.lengths = lengths
        self.bytes = bytes
        self.offsets = offsets
        formats = Array(repeating: 1, count: values.count)
    }

    /// Calls `body` with the addresses of the values, which are valid during the call only.
    func withValues(_ body: ([UnsafePointer<CChar>?]) -> CInt) -> CInt {
        unsafe bytes.withUnsafeBytes { buffer in
            let values = unsafe offsets.map { offset in
                unsafe offset.flatMap { offset in unsafe Self.address(buffer, offset) }
            }
            return unsafe body(values)
        }
    }

    private static func address(_ buffer: UnsafeRawBufferPointer, _ offset: Int) -> UnsafePointer<CChar>? {
        unsafe buffer.baseAddress.map { start in unsafe (start + offset).assumingMemoryBound(to: CChar.self) }
    }

    private static func type(of value: SQLValue) -> PostgresType? {
        switch value {
        case .null: nil
        case .integer: .int8
        case .real: .float8
        case .text: .text
        case .blob: .bytea
        }
    }

    /// Appends a number with its highest byte first.
    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
