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

    package func wireValue(in form: WireForm) -> WireValue {
        .array(map { $0.wireValue(in: form) })
    }
}

extension Dictionary: WireCodable where Key == String, Value: WireCodable {
    package static var absent: [String: Value] { [:] }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> [String: Value] {
        guard let members = reader.members(of: value) else { return reader.mismatch() }
        guard reader.admits(count: members.count, of: value, rule: rule) else { return [:] }
        if let rule { reader.check(members, against: rule) }
        var result: [String: Value] = [:]
        // The order of names makes the order of complaints the same each time.
        for (key, member) in members.sorted(by: { $0.key < $1.key }) where !member.isNull {
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
}
