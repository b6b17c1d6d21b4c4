// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A file that pages load, which never changes under its name.
package struct PageFile: Sendable, Equatable {
    /// The path of a domain's files.
    package static let folder = "/assets"

    /// The name, which contains a hash of the content.
    package let name: String
    /// The media type.
    package let type: String
    /// The content.
    package let text: String

    init(_ name: String, _ extension: String, type: String, text: String) {
        self.name = "\(name)-\(Self.hash(of: text)).\(`extension`)"
        self.type = type
        self.text = text
    }

    /// The path below the base path of a domain.
    package var path: String { "\(Self.folder)/\(name)" }

    /// The style sheet of all pages.
    package static let styleSheet = PageFile("pages", "css", type: "text/css", text: StyleSheet.text)
    /// The script of the pages with passkeys and of the page that returns to the application.
    package static let script = PageFile("pages", "js", type: "text/javascript", text: PageScript.text)
    /// All files.
    package static let all = [styleSheet, script]

    /// The FNV-1a hash of a text, which tells versions apart and protects nothing.
    package static func hash(of text: String) -> String {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
