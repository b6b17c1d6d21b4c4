// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// Writes values and structures as JSON in UTF-8.
///
/// A structure writes its members one after another into the text. They are moved then, if they are not in the order of
/// their names.
package struct JSONWriter {
    /// A member of an object that has not ended.
    private struct Member {
        let name: String
        /// The position of the comma before the name.
        let start: Int
    }

    /// The text so far.
    private(set) var bytes: [UInt8] = []
    /// The members of the objects that have not ended, those of inner objects last.
    private var members: [Member] = []
    private let sortsMembers: Bool

    init(sortsMembers: Bool = true) {
        self.sortsMembers = sortsMembers
    }

    /// Makes room for most documents, which are tokens and answers; a larger one grows.
    mutating func reserve() {
        bytes.reserveCapacity(1_024)
    }

    mutating func write(_ value: WireValue) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .integer(let value): append(String(value))
        case .double(let value): append(value.isFinite ? String(value) : "null")
        case .string(let value): write(value)
        case .array(let elements): write(elements)
        case .object(let members): write(members)
        }
    }

    mutating func write(_ object: WireMembers) {
        bytes.append(UInt8(ascii: "{"))
        write(inOrder: object.members)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(_ elements: [WireValue]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ members: [WireName: WireValue]) {
        bytes.append(UInt8(ascii: "{"))
        if sortsMembers && members.count > 1 {
            write(inOrder: members.sorted { $0.key < $1.key })
        } else {
            write(inOrder: members)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(inOrder members: some Sequence<(key: WireName, value: WireValue)>) {
        var isFirst = true
        for (name, value) in members {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(name.text)
            bytes.append(UInt8(ascii: ":"))
            write(value)
        }
    }

    mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let isPlain = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 -> Bool in
            let length = unsafe JSONParser.measurePlainText(UnsafeRawBufferPointer(utf8)).length
            guard length == utf8.count else { return false }
            unsafe bytes.append(contentsOf: utf8)
            return true
        }
        if isPlain != true { escape(text) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): appendEscape(byte)
            case 0x0A: appendEscape(UInt8(ascii: "n"))
            case 0x0D: appendEscape(UInt8(ascii: "r"))
            case 0x09: appendEscape(UInt8(ascii: "t"))
            case 0x00..<0x20: appendCodeUnit(byte)
            default: bytes.append(byte)
            }
        }
    }

    private mutating func appendEscape(_ letter: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(letter)
    }

    private mutating func appendCodeUnit(_ byte: UInt8) {
        append("\\u00")
        for digit in [byte >> 4, byte & 15] {
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a bracket or a comma.
    mutating func append(byte: UInt8) {
        bytes.append(byte)
    }
}

// MARK: - Objects part by part

extension JSONWriter {
    /// Begins an object, whose members follow.
    /// - Returns: the mark that ends it.
    func beginObject() -> Int {
        members.count
    }

    /// Begins a member, whose value follows.
    mutating func beginMember(_ name: String) {
        members.append(Member(name: name, start: bytes.count))
        bytes.append(UInt8(ascii: ","))
        write(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Ends the object that began with a mark.
    mutating func endObject(_ mark: Int) {
        guard mark < members.count else {
            bytes.append(UInt8(ascii: "{"))
            bytes.append(UInt8(ascii: "}"))
            return
        }
        if !isSorted(from: mark) { sort(from: mark) }
        // The first member has the bracket in place of the comma.
        bytes[members[mark].start] = UInt8(ascii: "{")
        bytes.append(UInt8(ascii: "}"))
        members.removeLast(members.count - mark)
    }

    private func isSorted(from mark: Int) -> Bool {
        zip(members[mark...], members[(mark + 1)...]).allSatisfy { $0.name.precedesInBytes($1.name) }
    }

    private mutating func sort(from mark: Int) {
        let members = self.members
        let start = members[mark].start
        let places = (mark..<members.count).sorted { members[$0].name.precedesInBytes(members[$1].name) }
        var sorted: [UInt8] = []
        sorted.reserveCapacity(bytes.count - start)
        for place in places {
            let end = place + 1 < members.count ? members[place + 1].start : bytes.count
            sorted += bytes[members[place].start..<end]
        }
        bytes.replaceSubrange(start..<bytes.count, with: sorted)
    }
}
