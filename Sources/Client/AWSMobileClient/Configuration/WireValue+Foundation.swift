// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

extension WireValue {
    /// The values of a dictionary of Foundation; a value that a configuration cannot have becomes `null`.
    init(foundationObject object: [String: Any]) {
        self.init(foundation: object, depth: 0)
    }

    private init(foundation value: Any, depth: Int) {
        guard depth <= Self.maximumDepth else {
            self = .null
            return
        }
        switch value {
        case let text as String: self = .string(text)
        case let flag as Bool: self = .bool(flag)
        case let number as Int: self = .integer(Int64(number))
        case let number as Double: self = .double(number)
        case let members as [String: Any]:
            let values = members.map { (WireName($0.key), WireValue(foundation: $0.value, depth: depth + 1)) }
            self = .object(Dictionary(values) { $1 })
        case let elements as [Any]: self = .array(elements.map { WireValue(foundation: $0, depth: depth + 1) })
        default: self = .null
        }
    }

    /// The members of an object as a dictionary of Foundation, without those that are `null`.
    var foundationObject: [String: Any] {
        foundationValue as? [String: Any] ?? [:]
    }

    private var foundationValue: Any? {
        switch self {
        case .null: nil
        case .bool(let flag): flag
        case .integer(let number): Int(exactly: number) ?? Double(number)
        case .double(let number): number
        case .string(let text): text
        case .array(let elements): elements.compactMap(\.foundationValue)
        case .object(let members):
            Dictionary(members.compactMap { name, value in value.foundationValue.map { (name.text, $0) } }) { $1 }
        }
    }
}
