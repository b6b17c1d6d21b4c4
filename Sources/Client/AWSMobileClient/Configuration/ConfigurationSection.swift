// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// One object of a configuration, with its place in it.
///
/// A value of another type than its key has counts as missing, and so does an empty text.
struct ConfigurationSection {
    /// The keys that lead to it, with dots between them.
    let name: String
    private let values: [WireName: WireValue]?

    init(_ root: WireValue, _ path: String...) {
        name = path.joined(separator: ".")
        values = path.reduce(Optional(root)) { $0?[$1] }?.objectValue
    }

    /// Whether the section is there.
    var isPresent: Bool { values != nil }

    /// The first text under one of the keys.
    func text(_ keys: String...) -> String? {
        for key in keys {
            if let text = values?[WireName(key)]?.stringValue, !text.isEmpty { return text }
        }
        return nil
    }

    /// The texts of an array; nil if it has something else in it.
    func texts(_ key: String) -> [String]? {
        guard let elements = values?[WireName(key)]?.arrayValue else { return nil }
        let texts = elements.compactMap(\.stringValue)
        return texts.count == elements.count ? texts : nil
    }

    /// The texts of an object by their names; nil if it has something else in it.
    func map(_ key: String) -> [String: String]? {
        guard let members = values?[WireName(key)]?.objectValue else { return nil }
        var map: [String: String] = [:]
        for (name, value) in members {
            guard let text = value.stringValue else { return nil }
            map[name.text] = text
        }
        return map
    }

    /// The words of a text with commas between them.
    func words(_ key: String) -> [String] {
        text(key)?.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty } ?? []
    }

    func flag(_ key: String) -> Bool { values?[WireName(key)]?.boolValue ?? false }
}
