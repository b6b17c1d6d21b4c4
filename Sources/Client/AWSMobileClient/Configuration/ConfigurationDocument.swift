// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// Reads the content of a file `awsconfiguration.json`: JSON without extensions.
enum ConfigurationDocument {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The object of a document, which may begin with a byte order mark.
    ///
    /// - Throws: `ConfigurationFault` with the place of the error and its cure.
    static func object(of bytes: [UInt8]) throws(ConfigurationFault) -> WireValue {
        let json = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
        let value: WireValue
        do throws(WireSyntaxError) {
            value = try WireValue(foreignJSON: json)
        } catch {
            throw ConfigurationFault(error, in: json)
        }
        guard case .object = value else { throw .notObject }
        return value
    }
}

/// The reason why a document is not read, with its cure.
struct ConfigurationFault: Error, Equatable, CustomStringConvertible {
    let description: String

    static let notObject = ConfigurationFault(description: "It has no object { … }, in which all sections stand.")

    private init(description: String) {
        self.description = description
    }

    fileprivate init(_ error: WireSyntaxError, in json: [UInt8]) {
        switch error {
        case .tooDeep:
            description = "Objects and arrays nest deeper than \(WireValue.maximumDepth) levels. Remove some."
        case .notStreamSafe:
            description = "It has a text with too many combining characters. Remove them."
        default:
            let position = WireValue.positionOfFailure(inJSON: json) ?? json.count
            description = "It is not JSON: \(Self.place(position, in: json)) \(Self.cause(json[position...]))"
        }
    }

    /// The line and the column, each counted from 1.
    private static func place(_ position: Int, in json: [UInt8]) -> String {
        let before = json[..<position]
        let line = 1 + before.count { $0 == 0x0A }
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Continuation bytes of UTF-8 are parts of the character before them.
        let column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
        return "line \(line), column \(column)"
    }

    private static func cause(_ rest: ArraySlice<UInt8>) -> String {
        func begins(_ text: String) -> Bool { rest.starts(with: text.utf8) }
        return switch true {
        case rest.isEmpty: "is its end, and something is missing there. Close each bracket and each text."
        case begins("//"), begins("/*"), begins("#"): "has a comment. JSON has none: remove it."
        case begins("..."), begins("…"): "has an ellipsis. Write what it omits, or remove it."
        case begins("}"), begins("]"):
            "has a closing bracket too early. Remove a comma before it, or add what is missing."
        case begins("'"), begins("“"), begins("”"), begins("‘"), begins("„"):
            "has another quotation mark. Write \" around each name and text."
        default: "has something that JSON does not have there. Look for a missing comma or quotation mark before it."
        }
    }
}

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
