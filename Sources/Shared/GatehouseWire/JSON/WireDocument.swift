// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// A JSON document of which every value has a place, and no value is made before a structure asks for it.
///
/// It is the short way from bytes to a structure: a ``WireValue`` has all texts, and a dictionary for each object.
///
/// A structure asks for its members in the order of the model, so that the faults of a request do not depend on the
/// order of the document. For this the document is read to its end first: it is JSON in UTF-8, as
/// ``WireValue/init(json:)`` demands.
package struct WireDocument: Sendable {
    /// The place of a value or of a member's name.
    ///
    /// A name is before its value, and an array or an object before its parts.
    private struct Entry {
        enum Kind {
            case null
            case scalar
            case plainText
            case otherText
            case array
            case object
        }

        let kind: Kind
        /// The position of the first byte; of another than plain text, in `others`.
        let start: UInt32
        /// Of a text, the position after the last byte; of an array or object, the place after its last part.
        var end: UInt32 = 0

        init(_ kind: Kind, at start: Int, to end: Int = 0) {
            self.kind = kind
            self.start = UInt32(start)
            self.end = UInt32(end)
        }
    }

    private let bytes: [UInt8]
    private var entries: [Entry] = []
    /// The bytes of the texts that are not plain, one after another: a text is compared many times and decoded once.
    private var others: [UInt8] = []

    /// The document `{}`.
    package static let emptyObject = WireDocument(entries: [Entry(.object, at: 0, to: 1)], bytes: [0x7B, 0x7D])

    /// A document without a value, for readers of values from elsewhere.
    static let empty = WireDocument(entries: [], bytes: [])

    private init(entries: [Entry], bytes: [UInt8]) {
        self.bytes = bytes
        self.entries = entries
    }

    /// Reads a JSON document in UTF-8.
    ///
    /// - Throws: as ``WireValue/init(json:)`` does.
    package init(json: [UInt8]) throws(WireSyntaxError) {
        guard json.count <= Int(Int32.max) else { throw .tooLarge }
        bytes = json
        // Most requests have fewer values.
        entries.reserveCapacity(32)
        var parser = JSONParser(json, maximumDepth: WireValue.maximumDepth)
        try add(&parser)
        try parser.end()
    }

    /// Reads a JSON document that comes from outside of the server.
    ///
    /// - Throws: as ``WireValue/init(foreignJSON:)`` does.
    package init(foreignJSON json: [UInt8]) throws(WireSyntaxError) {
        guard StreamSafeText.contains(json: json) else { throw .notStreamSafe }
        try self.init(json: json)
    }

    /// Whether the document is an object.
    package var isObject: Bool { isObject(at: 0) }

    /// The whole document as a value.
    package var value: WireValue { value(at: 0) }

    /// A member of the document; nil if it is not an object or has no such member.
    package subscript(name: String) -> WireValue? {
        guard isObject, let place = member(name, ofObjectAt: 0) else { return nil }
        return value(at: place)
    }
}

// MARK: - Entries

extension WireDocument {
    /// Adds the entries of the parser's next value.
    private mutating func add(_ parser: inout JSONParser) throws(WireSyntaxError) {
        let place = entries.count
        var isFirst = true
        switch try parser.passPart() {
        case .null: entries.append(Entry(.null, at: 0))
        case .scalar(let start): entries.append(Entry(.scalar, at: start))
        case .text(let text): add(text)
        case .array(let start):
            entries.append(Entry(.array, at: start))
            while try parser.hasElement(isFirst: isFirst) {
                try add(&parser)
                isFirst = false
            }
            entries[place].end = UInt32(entries.count)
        case .object(let start):
            entries.append(Entry(.object, at: start))
            while let name = try parser.passMember(isFirst: isFirst) {
                add(name)
                try add(&parser)
                isFirst = false
            }
            entries[place].end = UInt32(entries.count)
        }
    }

    private mutating func add(_ text: JSONParser.PassedText) {
        switch text {
        case .plain(let range):
            entries.append(Entry(.plainText, at: range.lowerBound, to: range.upperBound))
        case .other(let text):
            let start = others.count
            others += text.utf8
            entries.append(Entry(.otherText, at: start, to: others.count))
        }
    }

    /// The place after a value and its parts.
    private func end(ofValueAt place: Int) -> Int {
        let entry = entries[place]
        return entry.kind == .array || entry.kind == .object ? Int(entry.end) : place + 1
    }
}

// MARK: - Places

extension WireDocument {
    /// Whether the value at a place is an object.
    func isObject(at place: Int) -> Bool { place < entries.count && entries[place].kind == .object }

    /// Whether the value at a place is an array.
    func isArray(at place: Int) -> Bool { entries[place].kind == .array }

    /// Whether the value at a place is `null`.
    func isNull(at place: Int) -> Bool { entries[place].kind == .null }

    /// The places of an array's elements.
    func elements(ofArrayAt place: Int) -> [Int] {
        var elements: [Int] = []
        var element = place + 1
        while element < Int(entries[place].end) {
            elements.append(element)
            element = end(ofValueAt: element)
        }
        return elements
    }

    /// The place of a member's value; of several members with one name, that of the last one.
    func member(_ name: String, ofObjectAt place: Int) -> Int? {
        var found: Int?
        var member = place + 1
        let end = Int(entries[place].end)
        while member < end {
            if isText(at: member, name) { found = member + 1 }
            member = self.end(ofValueAt: member + 1)
        }
        return found
    }

    /// The members of an object in the order of their names; `nil` for another value, and for too many members.
    ///
    /// Of several members with one name, the last one counts.
    func members(
        ofObjectAt place: Int, upTo limit: Int
    ) -> [(key: WireName, value: WireValue)]? {
        guard isObject(at: place) else { return nil }
        var members: WireMembers = [:]
        var count = 0
        var member = place + 1
        while member < Int(entries[place].end) {
            count += 1
            guard count <= limit else { return nil }
            members[WireName(text(at: member))] = value(at: member + 1)
            member = end(ofValueAt: member + 1)
        }
        return members.members
    }

    /// The value at a place.
    func value(at place: Int) -> WireValue {
        let entry = entries[place]
        switch entry.kind {
        case .null: return .null
        case .plainText, .otherText: return .string(text(at: place))
        case .scalar, .array, .object: return JSONParser.value(of: bytes, at: Int(entry.start))
        }
    }

    private func text(at place: Int) -> String {
        let entry = entries[place]
        let range = Int(entry.start)..<Int(entry.end)
        return String(decoding: entry.kind == .plainText ? bytes[range] : others[range], as: UTF8.self)
    }

    /// Whether the name at a place has the bytes of a text.
    private func isText(at place: Int, _ text: String) -> Bool {
        let entry = entries[place]
        // Most names differ in their lengths.
        guard Int(entry.end - entry.start) == text.utf8.count else { return false }
        let range = Int(entry.start)..<Int(entry.end)
        return (entry.kind == .plainText ? bytes[range] : others[range]).elementsEqual(text.utf8)
    }
}
