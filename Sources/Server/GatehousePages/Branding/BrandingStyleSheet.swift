// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The style sheet of a pool or of a client, which follows the style sheet of all pages.
///
/// From the settings of managed login, only colours, lengths and keywords get into the style sheet. Others are ignored.
package struct BrandingStyleSheet: Sendable {
    /// The settings of managed login in the form of Cognito's branding designer.
    package var settings: WireValue?
    /// The style sheet of the classic pages.
    package var classic: String?
    /// The address of the image behind the form on light screens.
    package var background: String?
    /// The address of the image behind the form on dark screens.
    package var darkBackground: String?
    /// The colour behind the form on all screens, in place of the style's: six hexadecimal digits.
    package var appBackground: String?

    /// The path of the style sheets below the base path of a domain.
    package static let path = "\(PageFile.folder)/style.css"

    /// The address of a client's style sheet with a text, at the base path of a domain.
    package static func address(of text: String, for client: String, at basePath: String) -> String {
        "\(basePath)\(path)?client_id=\(QueryText.encoded(client))&v=\(PageFile.hash(of: text))"
    }

    /// Creates the style sheet of a style.
    package init(
        settings: WireValue? = nil, classic: String? = nil, background: String? = nil, darkBackground: String? = nil,
        appBackground: String? = nil
    ) {
        self.settings = settings
        self.classic = classic
        self.background = background
        self.darkBackground = darkBackground
        self.appBackground = appBackground
    }

    /// The rules; empty for a style without any.
    package var text: String {
        [colors, lengths, location, classicRules, appRule].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The color modes of managed login.
    private enum Mode: String {
        case light = "lightMode"
        case dark = "darkMode"
    }

    private var colors: String {
        switch settings?["categories"]?["global"]?["colorSchemeMode"]?.stringValue {
        case "LIGHT": only(.light)
        case "DARK": only(.dark)
        default: [part(.light, "light"), part(.dark, "dark")].filter { !$0.isEmpty }.joined(separator: "\n")
        }
    }

    /// The rules for all screens, with the server's own colours where the style has none, since the rules of the other
    /// mode would have them.
    private func only(_ mode: Mode) -> String {
        let colors = StyleColor.allCases.map { color in
            let own = mode == .light ? color.provided.light : color.provided.dark
            return "--\(color.rawValue):#\(value(of: color, in: mode) ?? own)"
        }
        let scheme = mode == .light ? "light" : "dark"
        return ":root{color-scheme:\(scheme);\(colors.joined(separator: ";"))}\(image(mode))"
    }

    private func part(_ mode: Mode, _ scheme: String) -> String {
        let colors = StyleColor.allCases.compactMap { color in
            value(of: color, in: mode).map { "--\(color.rawValue):#\($0)" }
        }
        let rules = (colors.isEmpty ? "" : ":root{\(colors.joined(separator: ";"))}") + image(mode)
        return rules.isEmpty ? "" : "@media (prefers-color-scheme:\(scheme)){\(rules)}"
    }

    private func value(of color: StyleColor, in mode: Mode) -> String? {
        guard settings != nil else { return nil }
        let place = color.place.before + [mode.rawValue] + color.place.after
        guard let text = setting(place)?.stringValue, [6, 8].contains(text.utf8.count),
            text.utf8.allSatisfy(Self.isHexadecimal)
        else { return nil }
        return text
    }

    private func image(_ mode: Mode) -> String {
        let address = mode == .light ? background : darkBackground ?? background
        guard let address, address.utf8.allSatisfy(Self.isPlain) else { return "" }
        return "body{background:var(--page) url(\"\(address)\") center/cover no-repeat fixed}"
    }

    private var lengths: String {
        let lengths = StyleLength.allCases.compactMap { length -> String? in
            guard let pixels = setting(length.place)?.integerValue, (0...100).contains(pixels) else { return nil }
            return "--\(length.rawValue):\(pixels)px"
        }
        return lengths.isEmpty ? "" : ":root{\(lengths.joined(separator: ";"))}"
    }

    private var location: String {
        switch setting(["categories", "form", "location", "horizontal"])?.stringValue {
        case "START": "body{justify-items:start}"
        case "END": "body{justify-items:end}"
        default: ""
        }
    }

    /// The classic rules, which were checked when they were set: without addresses, at-rules and escapes.
    private var classicRules: String {
        guard let classic, !classic.utf8.contains(where: { "@\\<".utf8.contains($0) }),
            !classic.lowercased().contains("url(")
        else { return "" }
        return classic
    }

    private var appRule: String {
        guard let appBackground, appBackground.utf8.count == 6, appBackground.utf8.allSatisfy(Self.isHexadecimal) else {
            return ""
        }
        return "body{background:#\(appBackground)}"
    }

    private func setting(_ place: [String]) -> WireValue? {
        place.reduce(settings) { $0?[$1] }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// Whether a byte of an address needs no quotation in a style sheet.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: ":/._-[]%".utf8.contains(byte)
        }
    }
}
