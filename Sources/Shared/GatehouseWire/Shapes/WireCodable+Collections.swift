// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

extension Array: WireCodable where Element: WireCodable {
    package static var absent: [Element] { [] }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> [Element] {
        guard let elements = reader.elements(of: value) else { return reader.mismatch() }
        guard reader.admits(count: elements.count, of: value, rule: rule) else { return [] }
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() where !element.isNull {
            guard !reader.isFull else { break }
            reader.enter(.element(index + 1))
            result.append(Element.read(element, rule: rule?.element, reader: reader))
            reader.leave()
        }
        return result
    }

    package static func read(at place: Int, rule: WireRule?, reader: WireReader) -> [Element] {
        let document = reader.document
        guard document.isArray(at: place) else { return reader.mismatch() }
        let elements = document.elements(ofArrayAt: place)
        guard reader.admits(count: elements.count, of: document.value(at: place), rule: rule) else { return [] }
        var result: [Element] = []
        result.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() where !document.isNull(at: element) {
            guard !reader.isFull else { break }
            reader.enter(.element(index + 1))
            result.append(Element.read(at: element, rule: rule?.element, reader: reader))
            reader.leave()
        }
        return result
    }

    package func wireValue(in form: WireForm) -> WireValue {
        .array(map { $0.wireValue(in: form) })
    }

    package func writeJSON(to writer: inout JSONWriter) {
        writer.append(byte: UInt8(ascii: "["))
        var isFirst = true
        for element in self {
            if !isFirst { writer.append(byte: UInt8(ascii: ",")) }
            isFirst = false
            element.writeJSON(to: &writer)
        }
        writer.append(byte: UInt8(ascii: "]"))
    }
}

extension Dictionary: WireCodable where Key == String, Value: WireCodable {
    package static var absent: [String: Value] { [:] }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> [String: Value] {
        guard let members = reader.members(of: value) else { return reader.mismatch() }
        guard reader.admits(count: members.count, of: value, rule: rule) else { return [:] }
        if let rule { reader.check(members, of: .object(members), against: rule) }
        // The order of names makes the order of complaints the same each time.
        return read(members.sorted { $0.key < $1.key }, reader: reader)
    }

    package static func read(at place: Int, rule: WireRule?, reader: WireReader) -> [String: Value] {
        let document = reader.document
        // To keep many members in order costs more than a dictionary of them.
        guard let members = document.members(ofObjectAt: place, upTo: 32) else {
            return read(document.value(at: place), rule: rule, reader: reader)
        }
        guard reader.admits(count: members.count, of: document.value(at: place), rule: rule) else { return [:] }
        if let rule { reader.check(members, of: document.value(at: place), against: rule) }
        return read(members, reader: reader)
    }

    /// Reads the entries in their order.
    private static func read(_ members: [(key: WireName, value: WireValue)], reader: WireReader) -> [String: Value] {
        var result: [String: Value] = [:]
        for (key, member) in members where !member.isNull {
            guard !reader.isFull else { break }
            // Requests have no other names; in an answer such an entry is left out, since a `String` as key is hashed in
            // normalized form.
            guard StreamSafeText.contains(key.text) else { continue }
            reader.enter(.entry(key))
            result[key.text] = Value.read(member, rule: nil, reader: reader)
            reader.leave()
        }
        return result
    }

    package func wireValue(in form: WireForm) -> WireValue {
        .object([WireName: WireValue](map { (WireName($0.key), $0.value.wireValue(in: form)) }) { $1 })
    }

    package func writeJSON(to writer: inout JSONWriter) {
        let mark = writer.beginObject()
        for (key, value) in self {
            writer.beginMember(key)
            value.writeJSON(to: &writer)
        }
        writer.endObject(mark)
    }
}
