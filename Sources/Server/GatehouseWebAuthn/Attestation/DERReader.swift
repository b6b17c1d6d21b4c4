// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Walks through DER (X.690): the few kinds of elements that a certificate is made of.
///
/// Each element is read whole or not at all; lengths must be as short as can be.
struct DERReader {
    /// One element: its tag and what is in it.
    struct Element {
        let tag: UInt8
        let content: ArraySlice<UInt8>
        /// Tag, length and content.
        let whole: ArraySlice<UInt8>

        /// A reader of what is in it.
        var children: DERReader { DERReader(content) }
    }

    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31

    /// A tag that means something in one place only.
    static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Whether everything was read.
    var isAtEnd: Bool { rest.isEmpty }

    /// The next element; `nil` at the end, and for what is none.
    mutating func next() -> Element? {
        var bytes = rest
        guard let tag = bytes.popFirst(), tag & 0x1F != 0x1F, let count = Self.length(&bytes), count <= bytes.count
        else { return nil }
        let end = bytes.startIndex + count
        let element = Element(tag: tag, content: bytes[..<end], whole: rest[..<end])
        rest = rest[end...]
        return element
    }

    /// The next element if it has this tag; otherwise nothing is read.
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
