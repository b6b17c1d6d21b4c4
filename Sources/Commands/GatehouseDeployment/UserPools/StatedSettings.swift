// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// Settings of a thing on the server, as they travel, of which a project states only some.
///
/// The service's updates replace what a request omits by defaults. So an update sends all present settings, with those
/// that the project states in their places.
struct StatedSettings: Sendable, Equatable {
    /// The settings by their names; `null` means that a setting must not be set.
    var members: [WireName: WireValue] = [:]

    /// The present settings with the stated ones in their places.
    func merged(into found: [WireName: WireValue]) -> [WireName: WireValue] {
        Self.merged(members, into: found)
    }

    private static func merged(
        _ stated: [WireName: WireValue], into found: [WireName: WireValue]
    ) -> [WireName: WireValue] {
        var result = found
        for (name, value) in stated {
            switch value {
            case .null: result.removeValue(forKey: name)
            case .object(let inner): result[name] = .object(merged(inner, into: found[name]?.objectValue ?? [:]))
            default: result[name] = value
            }
        }
        return result
    }

    /// The stated settings that the server has otherwise.
    ///
    /// Lists are sets: their order has no meaning. An empty list, an empty object and a missing setting are the same.
    ///
    /// - Parameters:
    ///   - found: the present settings.
    ///   - thing: the name of the thing, with which the names of its settings begin.
    /// - Returns: the differences in the order of their names.
    func differences(from found: [WireName: WireValue], of thing: String) -> [Difference] {
        Self.differences(members, found, thing)
    }

    private static func differences(
        _ stated: [WireName: WireValue], _ found: [WireName: WireValue], _ place: String
    ) -> [Difference] {
        var differences: [Difference] = []
        for (name, value) in stated.sorted(by: { $0.key < $1.key }) {
            let path = "\(place).\(name.text)"
            if case .object(let inner) = value {
                differences += Self.differences(inner, found[name]?.objectValue ?? [:], path)
                continue
            }
            let old = settled(found[name])
            let new = settled(value)
            guard old != new else { continue }
            differences.append(Difference(member: path, old: old.map(text), new: new.map(text)))
        }
        return differences
    }

    /// The value in a form in which equal settings are equal values.
    private static func settled(_ value: WireValue?) -> WireValue? {
        guard let value else { return .none }
        switch value {
        case .null: return .none
        case .array(let elements):
            let sorted = elements.sorted { $0.jsonBytes().lexicographicallyPrecedes($1.jsonBytes()) }
            return elements.isEmpty ? .none : .some(.array(sorted))
        case .object(let members): return members.isEmpty ? .none : .some(value)
        default: return .some(value)
        }
    }

    /// A value as a person reads it.
    static func text(_ value: WireValue) -> String {
        switch value {
        case .string(let text): text
        case .array(let elements): elements.map(text).joined(separator: ", ")
        default: String(decoding: value.jsonBytes(), as: UTF8.self)
        }
    }
}

extension WireValue {
    /// A list of texts.
    static func texts(_ texts: [String]) -> WireValue { .array(texts.map(WireValue.string)) }
}

extension WireStructure {
    /// The members as they travel.
    var wireMembers: [WireName: WireValue] { wireValue(in: .json).objectValue ?? [:] }
}
