// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Writes the XML of query answers.
struct XMLWriter {
    private(set) var output = ""

    /// Writes an element with what `content` writes within it.
    mutating func element(
        _ name: String, namespace: String? = nil, content: (inout XMLWriter) -> Void
    ) {
        output += "<\(name)"
        if let namespace {
            output += " xmlns=\""
            text(namespace)
            output += "\""
        }
        output += ">"
        content(&self)
        output += "</\(name)>"
    }

    /// Writes a value: members as elements in the order of their names, elements of lists as `member`.
    mutating func write(_ value: WireValue) {
        switch value {
        case .null: break
        case .string(let value): text(value)
        case .bool(let flag): output += flag ? "true" : "false"
        case .integer(let number): output += String(number)
        case .double(let number): output += String(number)
        case .array(let elements):
            for item in elements { element("member") { $0.write(item) } }
        case .object(let members):
            for (name, member) in members.sorted(by: { $0.key < $1.key }) where !member.isNull {
                element(name.text) { $0.write(member) }
            }
        }
    }

    /// Writes text; what XML 1.0 cannot hold becomes the replacement character.
    mutating func text(_ value: String) {
        guard !value.utf8.allSatisfy(Self.isPlain) else { return output += value }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;"
            case "<": output += "&lt;"
            case ">": output += "&gt;"
            case "\"": output += "&quot;"
            case "'": output += "&apos;"
            case "\r": output += "&#13;"
            case "\t", "\n": output.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}"..."\u{FFFF}": output += "\u{FFFD}"
            default: output.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether a byte is an ASCII character that needs no escape.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
        case 0x20...0x7E: true
        default: false
        }
    }
}

/// Documents outside the query protocol, such as the errors of an object store.
package enum XMLDocument {
    /// Writes a value as the content of one element, in UTF-8.
    package static func body(root: String, _ content: WireValue) -> Data {
        var writer = XMLWriter()
        writer.element(root) { $0.write(content) }
        return Data((#"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + writer.output).utf8)
    }
}
