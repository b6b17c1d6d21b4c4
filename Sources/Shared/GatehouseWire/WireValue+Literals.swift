// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension WireValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    package init(nilLiteral: ()) { self = .null }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension WireValue: ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(stringLiteral value: String) { self = .string(value) }
}

extension WireValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral elements: WireValue...) { self = .array(elements) }

    package init(dictionaryLiteral elements: (WireName, WireValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
