// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The languages of managed login, by the names that the parameter `lang` and browsers use (BCP 47).
package enum PageLanguage: String, Sendable, CaseIterable {
    case german = "de"
    case english = "en"
    case spanish = "es"
    case french = "fr"
    case indonesian = "id"
    case dutch = "nl"
    case italian = "it"
    case japanese = "ja"
    case korean = "ko"
    case brazilianPortuguese = "pt-BR"
    case simplifiedChinese = "zh-CN"
    case traditionalChinese = "zh-TW"

    /// The languages by their names in lower case.
    private static let names = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })
    /// The first language of each primary subtag.
    private static let families = Dictionary(allCases.map { (family($0.rawValue), $0) }) { first, _ in first }
    /// The most ranges of a header that are read.
    private static let longestList = 32

    /// Creates the language with a name, in any case; `nil` for another text.
    package init?(named name: String) {
        guard let language = Self.names[name.lowercased()] else { return nil }
        self = language
    }

    /// Creates the language that a browser prefers, from its header `Accept-Language` (RFC 9110, section 12.5.4);
    /// `nil` if it accepts none of them.
    ///
    /// A range such as `fr-CA` or `zh` selects the first language with the same primary subtag.
    package init?(acceptedBy header: String) {
        let ranges = header.split(separator: ",", maxSplits: Self.longestList).prefix(Self.longestList)
            .compactMap(Self.range)
        let found = ranges.filter { $0.weight > 0 }.enumerated()
            .sorted { ($0.element.weight, $1.offset) > ($1.element.weight, $0.offset) }
            .lazy.compactMap { Self(named: $0.element.name) ?? Self(inFamilyOf: $0.element.name) }.first
        guard let found else { return nil }
        self = found
    }

    private init?(inFamilyOf name: String) {
        guard let language = Self.families[Self.family(name)] else { return nil }
        self = language
    }

    private static func family(_ name: String) -> String {
        String(name.prefix { $0 != "-" }).lowercased()
    }

    private static func range(_ text: Substring) -> (name: String, weight: Double)? {
        let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
        guard let name = parts.first else { return nil }
        guard let weight = parts.dropFirst().first(where: { $0.hasPrefix("q=") }) else { return (name, 1) }
        return Double(weight.dropFirst(2)).map { (name, $0) }
    }
}
