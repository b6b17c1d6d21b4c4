// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A tag of a page, as a browser reads it.
struct Tag: Equatable {
    let name: String
    let attributes: [String: String]

    /// The tags of a page in their order.
    static func all(in html: String) -> [Tag] {
        var rest = Substring(html)
        var tags: [Tag] = []
        while let open = rest.firstIndex(of: "<") {
            rest = rest[open...].dropFirst()
            tags.append(next(in: &rest))
        }
        return tags
    }

    /// Reads up to the end of a tag; a `>` inside of quotation marks does not end it.
    private static func next(in rest: inout Substring) -> Tag {
        let name = take(from: &rest) { !$0.isWhitespace && $0 != ">" }
        var attributes: [String: String] = [:]
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "/" }
            guard let character = rest.first, character != ">" else { return Tag(name: name, attributes: attributes) }
            let attribute = take(from: &rest) { !$0.isWhitespace && $0 != "=" && $0 != ">" && $0 != "/" }
            guard rest.first == "=" else {
                attributes[attribute] = ""
                continue
            }
            rest = rest.dropFirst()
            guard rest.first == "\"" else {
                attributes[attribute] = take(from: &rest) { !$0.isWhitespace && $0 != ">" }
                continue
            }
            rest = rest.dropFirst()
            attributes[attribute] = take(from: &rest) { $0 != "\"" }
            rest = rest.dropFirst()
        }
    }

    private static func take(from rest: inout Substring, while condition: (Character) -> Bool) -> String {
        let part = rest.prefix(while: condition)
        rest = rest[part.endIndex...]
        return String(part)
    }
}
