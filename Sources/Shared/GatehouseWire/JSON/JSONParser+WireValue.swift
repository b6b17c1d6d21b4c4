// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension JSONParser {
    /// Reads the document's only value.
    ///
    /// Of two members with one name the last counts, unless `refusesRepetition` is set.
    /// - Throws: `WireSyntaxError`.
    static func value(
        of bytes: [UInt8], maximumDepth: Int, refusesRepetition: Bool = false
    ) throws(WireSyntaxError) -> WireValue {
        var parser = JSONParser(bytes, maximumDepth: maximumDepth)
        let value = try parser.value(refusesRepetition: refusesRepetition)
        try parser.end()
        return value
    }

    /// Reads again the value that begins at a position of a document that was read before.
    static func value(of bytes: [UInt8], at position: Int) -> WireValue {
        var parser = JSONParser(bytes, maximumDepth: WireValue.maximumDepth)
        parser.position = position
        // What was read once does not fail.
        return (try? parser.value(refusesRepetition: false)) ?? WireValue.null
    }

    /// The position of the byte at which reading the document fails; `nil` if it does not fail.
    static func failure(in bytes: [UInt8], maximumDepth: Int) -> Int? {
        var parser = JSONParser(bytes, maximumDepth: maximumDepth)
        do {
            _ = try parser.value(refusesRepetition: false)
            try parser.end()
            return nil
        } catch {
            return min(parser.position, bytes.count)
        }
    }

    private mutating func value(refusesRepetition: Bool) throws(WireSyntaxError) -> WireValue {
        switch try part() {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .integer(let value): return .integer(value)
        case .double(let value): return .double(value)
        case .string(let text): return .string(text)
        case .array:
            var elements: [WireValue] = []
            while try hasElement(isFirst: elements.isEmpty) {
                elements.append(try value(refusesRepetition: refusesRepetition))
            }
            return .array(elements)
        case .object:
            var members: [WireName: WireValue] = [:]
            while let name = try member(isFirst: members.isEmpty) {
                let value = try value(refusesRepetition: refusesRepetition)
                let former = members.updateValue(value, forKey: WireName(name))
                if refusesRepetition, former != nil { throw .repeatedMember }
            }
            return .object(members)
        }
    }
}
