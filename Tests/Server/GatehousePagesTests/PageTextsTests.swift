// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehousePages

@Suite("The texts of the pages")
struct PageTextsTests {
    /// The texts of a language by their names, such as `signIn.heading`.
    private func texts(in language: PageLanguage) -> [String: String] {
        var texts: [String: String] = [:]
        for group in Mirror(reflecting: PageTexts(in: language)).children {
            for text in Mirror(reflecting: group.value).children {
                if let value = text.value as? String, let group = group.label, let name = text.label {
                    texts["\(group).\(name)"] = value
                }
            }
        }
        return texts
    }

    private func placeholders(in text: String) -> [String] {
        text.matches(of: /\{\{(\w+)\}\}/).map { String($0.1) }.sorted()
    }

    /// Names that are the same in English and in another language.
    private static let shared: Set = [
        "codes.label", "steps.passkey", "attributes.name", "attributes.website", "general.errorPrefix",
    ]

    @Test("are there in the five languages", arguments: PageTexts.languages)
    func complete(language: PageLanguage) {
        #expect(Set(PageTexts.languages) == [.english, .german, .french, .spanish, .japanese])
        let texts = texts(in: language)
        #expect(texts.count > 120)
        #expect(texts.keys == self.texts(in: .english).keys || Set(texts.keys) == Set(self.texts(in: .english).keys))
        for (name, text) in texts { #expect(!text.isEmpty, "\(name)") }
        #expect(PageTexts(in: language).language == language)
    }

    @Test("of a translation differ from the English ones, with the same names", arguments: PageTexts.languages)
    func translated(language: PageLanguage) {
        guard language != .english else { return }
        let english = texts(in: .english)
        for (name, text) in texts(in: language) {
            #expect(text != english[name] || Self.shared.contains(name), "\(name)")
            #expect(placeholders(in: text) == placeholders(in: english[name] ?? ""), "\(name)")
        }
    }

    @Test("have no markup, which would be part of the template", arguments: PageTexts.languages)
    func markup(language: PageLanguage) {
        for (name, text) in texts(in: language) {
            #expect(!text.contains { "<>&\"'\n".contains($0) }, "\(name)")
            #expect(text.count { $0 == "{" } == 2 * placeholders(in: text).count, "\(name)")
        }
    }

    @Test("of the other seven languages are the English ones, and the page says so")
    func fallback() {
        for language in PageLanguage.allCases where !PageTexts.languages.contains(language) {
            let page = LoginPage().html(in: PageContext(language: language))
            #expect(page.contains("<html lang=\"en\"") && page.contains(">Sign in</button>"))
        }
    }

    @Test("are those of the page's language", arguments: EveryPage.all)
    func pages(page: EveryPage) {
        // No word of this text is one of a page's texts.
        let english = Set(visibleTexts(of: page.html("xyz", in: .english)))
        for language in PageTexts.languages where language != .english {
            let html = page.html("xyz", in: language)
            #expect(html.contains("<html lang=\"\(language.rawValue)\""))
            let names: Set = ["xyz", "Code", "Passkey", "Name", "Website", "count"]
            let own = PageTexts.languages.map(\.ownName)
            let leftovers = visibleTexts(of: html).filter { text in
                english.contains(text) && !names.contains(text) && !own.contains(text)
                    && text.contains { $0.isLetter } && !text.hasPrefix("Error: xyz")
            }
            #expect(leftovers.isEmpty)
        }
    }

    /// The texts between tags.
    private func visibleTexts(of html: String) -> [String] {
        html.split(separator: "<").compactMap { part in
            part.firstIndex(of: ">").map { String(part[part.index(after: $0)...]) }
        }
        .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.filter { !$0.isEmpty }
    }
}
