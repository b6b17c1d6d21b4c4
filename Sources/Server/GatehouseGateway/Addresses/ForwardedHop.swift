// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites

/// An entry of `X-Forwarded-For`: an address, with or without brackets and a port.
enum ForwardedHop {
    /// The entry without port, brackets and surrounding spaces; the trimmed entry if it has another form.
    static func address(_ entry: Substring.UTF8View) -> String {
        let text = trimmed(entry)
        return String(Substring(bare(text) ?? text))
    }

    private static func bare(_ text: Substring.UTF8View) -> Substring.UTF8View? {
        if text.first == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            let rest = text[text.index(after: end)...]
            return rest.isEmpty || Authority.isPort(rest) ? text.dropFirst().prefix(upTo: end) : nil
        }
        // An IPv6 address without brackets has several colons and no port.
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), Authority.isPort(text[colon...]) else { return nil }
        return text.prefix(upTo: colon)
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let start = text.drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return start }
        return start[...last]
    }
}
