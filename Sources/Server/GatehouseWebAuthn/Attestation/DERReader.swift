// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Reads DER (X.690), limited to the kinds of elements in a certificate.
///
/// An incomplete element is not read; lengths must have the shortest encoding.
struct DERReader {
    /// An element with its tag and content.
    struct Element {
        let tag: UInt8
        let content: ArraySlice<UInt8>
        /// The encoding of the element: tag, length and content.
        let whole: ArraySlice<UInt8>

        /// A reader of the content.
        var children: DERReader { DERReader(content) }
    }

    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31

    /// The context-specific tag with this number (constructed).
    static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Whether all bytes were read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Reads the next element; `nil` at the end, and for invalid bytes.
    mutating func next() -> Element? {
        var bytes = rest
        guard let tag = bytes.popFirst(), tag & 0x1F != 0x1F, let count = Self.length(&bytes), count <= bytes.count
        else { return nil }
        let end = bytes.startIndex + count
        let element = Element(tag: tag, content: bytes[..<end], whole: rest[..<end])
        rest = rest[end...]
        return element
    }

    /// Reads the next element if it has this tag; otherwise it reads no bytes.
    mutating func next(_ tag: UInt8) -> Element? {
        rest.first == tag ? next() : nil
    }

    private static func length(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        let width = Int(first & 0x7F)
        guard (1...3).contains(width), bytes.count >= width else { return nil }
        let value = bytes.prefix(width).reduce(0) { $0 << 8 | Int($1) }
        bytes = bytes.dropFirst(width)
        let isShortest = value >= 0x80 && (width == 1 || value >= 1 << (8 * (width - 1)))
        return isShortest ? value : nil
    }
}
