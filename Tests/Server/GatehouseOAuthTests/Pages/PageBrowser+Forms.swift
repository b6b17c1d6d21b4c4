// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A form of a page.
struct PageForm {
    /// The address to which the browser sends the form.
    let action: String
    /// The fields with the values that the page gives them, without buttons.
    let fields: [(name: String, value: String)]

    /// The value of a field.
    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}

extension PageBrowser {
    /// The forms of the page that are sent with POST, in their order.
    var forms: [PageForm] {
        html.matches(of: /(?s)<form\b([^>]*)>(.*?)<\/form>/).compactMap { match in
            let attributes = Self.attributes(of: String(match.1))
            guard attributes["method"]?.lowercased() == "post" else { return nil }
            return PageForm(action: attributes["action"] ?? "", fields: Self.fields(in: String(match.2)))
        }
    }

    /// The options for the authenticator in the page of a passkey, in JSON.
    func passkeyOptions() throws -> String {
        guard let text = html.firstMatch(of: /data-options="([^"]*)"/)?.1 else { throw PageBrowserError.noForm(html) }
        return Self.unescaped(String(text))
    }

    /// The text of the page without its markup.
    var text: String {
        Self.unescaped(
            html.replacing(/(?s)<(script|style|template)\b.*?<\/\1>/, with: "").replacing(/(?s)<[^>]*>/, with: " ")
        )
        .replacing(/\s+/, with: " ")
    }

    private static func fields(in content: String) -> [(name: String, value: String)] {
        content.matches(of: /(?s)<(input|textarea|select)\b([^>]*)>/).compactMap { match in
            let attributes = attributes(of: String(match.2))
            guard let name = attributes["name"] else { return nil }
            let type = attributes["type"] ?? "text"
            guard !["submit", "button", "image"].contains(type) else { return nil }
            if type == "radio" || type == "checkbox" {
                guard attributes["checked"] != nil else { return nil }
            }
            return (name, attributes["value"] ?? "")
        }
    }

    private static func attributes(of tag: String) -> [String: String] {
        var attributes: [String: String] = [:]
        for match in tag.matches(of: /([A-Za-z_:][-A-Za-z0-9_:.]*)(?:\s*=\s*"([^"]*)")?/) {
            attributes[match.1.lowercased()] = unescaped(match.2.map(String.init) ?? "")
        }
        return attributes
    }

    private static func unescaped(_ text: String) -> String {
        // By bytes: a quote before a combining mark is no character of its own.
        var bytes = Array(text.utf8)
        let entities = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#96;", "`"), ("&amp;", "&"),
        ]
        for (entity, character) in entities {
            bytes = bytes.replacing(Array(entity.utf8), with: Array(character.utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
