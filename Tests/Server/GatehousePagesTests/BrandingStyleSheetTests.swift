// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import Testing

@testable import GatehousePages

@Suite("The style sheet of a style")
struct BrandingStyleSheetTests {
    private func settings(_ mode: String? = nil, light: WireValue? = nil, dark: WireValue? = nil) -> WireValue {
        var button: [WireName: WireValue] = [:]
        button["lightMode"] = light.map { ["defaults": ["backgroundColor": $0]] }
        button["darkMode"] = dark.map { ["defaults": ["backgroundColor": $0]] }
        return [
            "categories": ["global": mode.map { ["colorSchemeMode": .string($0)] } ?? [:]],
            "components": ["primaryButton": .object(button)],
        ]
    }

    @Test("has the colours of both modes for the screens that they are for")
    func modes() {
        let sheet = BrandingStyleSheet(settings: settings(light: "0972d3ff", dark: "539FE5ff"))
        #expect(
            sheet.text == """
                @media (prefers-color-scheme:light){:root{--primary:#0972d3ff}}
                @media (prefers-color-scheme:dark){:root{--primary:#539FE5ff}}
                """)
    }

    @Test("has all colours of one mode for every screen where the style has that mode only")
    func oneMode() {
        let light = BrandingStyleSheet(settings: settings("LIGHT", light: "0972d3ff")).text
        #expect(light.hasPrefix(":root{color-scheme:light;--page:#f3f5f9;") && light.contains("--primary:#0972d3ff"))
        #expect(!light.contains("@media"))
        let dark = BrandingStyleSheet(settings: settings("DARK", light: "0972d3ff")).text
        #expect(dark.hasPrefix(":root{color-scheme:dark;--page:#0c1016;") && dark.contains("--primary:#7aa7ff;"))
    }

    @Test(
        "ignores invalid colours",
        arguments: [
            "red", "0972d3f", "#0972d3", "0972d3ff;}body{display:none}", "url(//x)", "0972d3\u{301}", "zz72d3ff", "", 1,
            nil, ["0972d3ff"],
        ] as [WireValue])
    func colors(value: WireValue) {
        #expect(BrandingStyleSheet(settings: settings(light: value, dark: value)).text == "")
        let forced = BrandingStyleSheet(settings: settings("LIGHT", light: value)).text
        #expect(forced == BrandingStyleSheet(settings: settings("LIGHT")).text)
    }

    @Test("has lengths in pixels up to 100, and no others")
    func lengths() {
        func sheet(_ radius: WireValue) -> String {
            BrandingStyleSheet(settings: ["componentClasses": ["buttons": ["borderRadius": radius]]]).text
        }
        #expect(sheet(12.0) == ":root{--button-radius:12px}")
        #expect(sheet(0) == ":root{--button-radius:0px}")
        for radius in [-1, 101, 1.5, "12", "12px}body{display:none"] as [WireValue] { #expect(sheet(radius) == "") }
    }

    @Test("has images of plain addresses only")
    func images() {
        let address = "https://example.com/eu-west-1_a/images/0123abcd"
        let sheet = BrandingStyleSheet(background: address).text
        #expect(sheet.contains("url(\"\(address)\")"))
        for attack in ["https://x/\");}body{display:none}", "https://x/\\22", "https://x/a b", "x\"\u{301}"] {
            #expect(BrandingStyleSheet(background: attack).text == "")
        }
    }

    @Test("has the classic rules, without those that load something")
    func classic() {
        let css = ".submitButton-customizable { background-color: #123456 }"
        #expect(BrandingStyleSheet(classic: css).text == css)
        for attack in ["@import 'x';", ".a{background:URL(//x)}", "</style>", ".a{b:\\75rl(x)}"] {
            #expect(BrandingStyleSheet(classic: attack).text == "")
        }
    }

    @Test("sets no variable that the style sheet of all pages does not use")
    func used() {
        let text = StyleSheet.text
        for name in StyleColor.allCases.map(\.rawValue) + StyleLength.allCases.map(\.rawValue) {
            #expect(text.contains("var(--\(name))"), "\(name)")
        }
    }

    @Test("of the server has texts that differ enough from what is behind them, as WCAG 2.2 asks in level AA")
    func contrast() throws {
        let texts: [(StyleColor, StyleColor)] = [
            (.text, .card), (.heading, .card), (.label, .card), (.hint, .card), (.link, .card), (.linkHover, .card),
            (.text, .page), (.heading, .input), (.heading, .error), (.heading, .success), (.primaryText, .primary),
            (.primaryText, .primaryHover), (.primaryText, .primaryActive), (.secondaryText, .secondary),
            (.secondaryText, .secondaryHover), (.errorBorder, .card), (.heading, .page),
        ]
        for (text, behind) in texts {
            #expect(try contrast(text.provided.light, behind.provided.light) >= 4.5, "\(text) on \(behind)")
            #expect(try contrast(text.provided.dark, behind.provided.dark) >= 4.5, "\(text) on \(behind)")
        }
        for mark in [StyleColor.inputBorder, .focus, .errorBorder, .successBorder] {
            #expect(try contrast(mark.provided.light, StyleColor.card.provided.light) >= 3, "\(mark)")
            #expect(try contrast(mark.provided.dark, StyleColor.card.provided.dark) >= 3, "\(mark)")
        }
    }

    @Test(arguments: [("0a1b2c", "body{background:#0a1b2c}"), ("0a1b2", ""), ("0a1b2}", ""), ("", "")])
    func `the color of the app is the last rule, and nothing else gets into it`(color: String, rule: String) {
        #expect(BrandingStyleSheet(appBackground: color).text == rule)
        let classic = BrandingStyleSheet(classic: ".a{b:c}", appBackground: color).text
        #expect(classic == (rule.isEmpty ? ".a{b:c}" : ".a{b:c}\n\(rule)"))
    }

    /// The ratio of the luminances of two colours (WCAG 2.2, contrast ratio).
    private func contrast(_ one: String, _ other: String) throws -> Double {
        let luminances = try [luminance(one), luminance(other)].sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }

    private func luminance(_ color: String) throws -> Double {
        let value = try #require(UInt32(color, radix: 16))
        let parts = [16, 8, 0].map { shift -> Double in
            let part = Double((value >> UInt32(shift)) & 255) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
