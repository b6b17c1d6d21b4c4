// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension WireValue {
    /// The value as the services repeat it in their complaints: `text`, `[a, b]`, `{k=v}`.
    ///
    /// - Parameter limit: How many characters to repeat at most.
    /// - Returns: The beginning of the text.
    func echo(limit: Int) -> String {
        var text = ""
        appendEcho(to: &text, limit: limit)
        return text.unicodeScalars.count > limit ? String(text.unicodeScalars.prefix(limit)) + "…" : text
    }

    private func appendEcho(to text: inout String, limit: Int) {
        // A few more characters than the limit show that the value was shortened.
        guard text.utf8.count <= 4 * limit else { return }
        switch self {
        case .null: text += "null"
        case .bool(let value): text += String(value)
        case .integer(let value): text += String(value)
        case .double(let value): text += String(value)
        case .string(let value): text += String(value.unicodeScalars.prefix(limit + 1))
        case .array(let elements): Self.appendEcho(of: elements, to: &text, limit: limit)
        case .object(let members): Self.appendEcho(of: members, to: &text, limit: limit)
        }
    }

    private static func appendEcho(of elements: [WireValue], to text: inout String, limit: Int) {
        text += "["
        for (index, element) in elements.enumerated() {
            guard text.utf8.count <= 4 * limit else { break }
            if index > 0 { text += ", " }
            element.appendEcho(to: &text, limit: limit)
        }
        text += "]"
    }

    private static func appendEcho(of members: [WireName: WireValue], to text: inout String, limit: Int) {
        text += "{"
        // A map that is too large is not sorted for the few entries that are repeated.
        let isLarge = members.count > WireReader.maximumElements
        let names = isLarge ? Array(members.keys.prefix(limit)) : members.keys.sorted()
        for (index, name) in names.enumerated() {
            guard text.utf8.count <= 4 * limit else { break }
            text += index > 0 ? ", " : ""
            text += String(name.text.unicodeScalars.prefix(limit + 1)) + "="
            members[name]?.appendEcho(to: &text, limit: limit)
        }
        text += "}"
    }
}
