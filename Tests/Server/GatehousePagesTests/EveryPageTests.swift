// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import GatehousePages

@Suite("Every page")
struct EveryPageTests {
    /// The names of the tags and of their attributes, which no value may change.
    private func structure(of html: String) -> [String] {
        Tag.all(in: html).map { "\($0.name) \($0.attributes.keys.sorted())" }
    }

    @Test("is in the list of pages")
    func complete() throws {
        let views = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Server/GatehousePages/Views").standardizedFileURL
        let files = try #require(FileManager.default.enumerator(at: views, includingPropertiesForKeys: nil))
        let names = files.compactMap { ($0 as? URL)?.lastPathComponent }
            .filter { $0.hasSuffix("Page.swift") && $0 != "Page.swift" }.map { String($0.dropLast(6)) }
        #expect(names.count > 20)
        #expect(Set(names) == Set(EveryPage.all.map { String($0.name.prefix { $0 != "," }) }))
    }

    @Test("keeps its tags and attributes whatever its values are", arguments: EveryPage.all)
    func escaped(page: EveryPage) {
        let plain = structure(of: page.html("plain"))
        for attack in [
            "\"><script>alert(1)</script>", "\"\u{301}><img\u{301} src=x onerror=alert(1)>", "' onfocus='x",
            "</title><b>", "{{x}}", "{{{error}}}{{/hidden}}", "\0<\0script>",
        ] {
            let html = page.html(attack)
            #expect(structure(of: html) == plain)
            #expect(!html.contains("<script>") && !html.utf8.contains(0))
        }
        #expect(page.html("{{x}}").contains("{{x}}"))
    }

    @Test("has no script, style or handler of its own", arguments: EveryPage.all)
    func inline(page: EveryPage) {
        for tag in Tag.all(in: page.html("plain")) {
            #expect(tag.name != "style" && !tag.attributes.keys.contains { $0 == "style" || $0.hasPrefix("on") })
            #expect(tag.name != "script" || tag.attributes["src"] != nil)
            for name in ["href", "src", "action"] {
                #expect(tag.attributes[name].map { $0.hasPrefix("/") || $0.hasPrefix("https://") } ?? true)
            }
        }
    }

    @Test("has labels and descriptions for all fields, one heading, and the landmarks", arguments: EveryPage.all)
    func accessible(page: EveryPage) {
        let tags = Tag.all(in: page.html("plain"))
        let labels = tags.filter { $0.name == "label" }.compactMap { $0.attributes["for"] }
        let ids = tags.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        for input in tags where input.name == "input" && input.attributes["type"] != "hidden" {
            #expect(labels.contains(input.attributes["id"] ?? ""))
            // Browsers have no name for some attributes of users.
            let isAttribute = input.attributes["id"]?.hasPrefix("attribute-") == true
            #expect(input.attributes["autocomplete"] != nil || isAttribute)
        }
        for tag in tags {
            let described = tag.attributes["aria-describedby"]?.split(separator: " ") ?? []
            #expect(described.allSatisfy { ids.contains(String($0)) })
            #expect(tag.attributes["tabindex"] == nil && tag.attributes["autofocus"] == nil)
            #expect(tag.name != "img" || tag.attributes["alt"] != nil)
            #expect(tag.name != "button" || tag.attributes["type"] == "submit")
        }
        for (name, count) in ["h1": 1, "main": 1, "header": 1, "footer": 1, "title": 1] {
            #expect(tags.count { $0.name == name } == count)
        }
        #expect(tags.contains { $0.attributes["role"] == "alert" && $0.attributes["id"] == "error" })
        #expect(tags.first { $0.name == "html" }?.attributes["lang"] == "en")
    }

    @Test("closes every element that it opens", arguments: EveryPage.all)
    func balanced(page: EveryPage) {
        var open: [String] = []
        for tag in Tag.all(in: page.html("plain")) {
            if tag.name.hasPrefix("/") {
                #expect(open.popLast() == String(tag.name.dropFirst()))
            } else if !["!DOCTYPE", "meta", "link", "input", "img", "source", "rect", "path"].contains(tag.name) {
                open.append(tag.name)
            }
        }
        #expect(open.isEmpty)
    }

    @Test("has a value for each name of its template", arguments: EveryPage.all)
    func values(page: EveryPage) {
        let view = page.page("plain")
        let texts = PageTexts(in: .english)
        let context = EveryPage.context("plain")
        let values = view.allValues(in: context, texts)
        // What the other forms of the same page have.
        let optional: Set = [
            "byEmail", "byMessage", "byUnknown", "destination", "isFromApp", "question", "isChallenge", "userName",
            "explanation", "minimumLength", "uppercase", "lowercase", "number", "symbol", "hint",
            "fieldError",
        ]
        let names = Set(type(of: view).template.names(in: .english)).subtracting(optional)
            .filter { !$0.hasPrefix("error_") && !$0.hasPrefix("focus_") }
        #expect(names.isSubset(of: known(values)))
    }

    private func known(_ values: PageValues) -> Set<String> {
        values.values.reduce(into: Set(values.values.keys)) { names, value in
            if case .list(let items) = value.value { for item in items { names.formUnion(known(item)) } }
        }
    }

    @Test("keeps the query in its forms and links", arguments: EveryPage.all)
    func query(page: EveryPage) {
        let tags = Tag.all(in: page.html("plain"))
        for tag in tags {
            guard let address = tag.attributes["action"] ?? tag.attributes["href"], tag.name != "link",
                address.hasPrefix("/")
            else { continue }
            #expect(address.hasPrefix("/domains/example/") && address.contains("?client_id=a&amp;state=plain"))
        }
        for form in tags.filter({ $0.name == "form" }) {
            #expect(form.attributes["method"] == "post")
        }
    }

    @Test("sends the hidden fields of the context with every form of the server's own", arguments: EveryPage.all)
    func hidden(page: EveryPage) {
        let tags = Tag.all(in: page.html("plain"))
        let forms = tags.count { $0.name == "form" && $0.attributes["action"]?.hasPrefix("/") == true }
        #expect(tags.count { $0.attributes["name"] == "_csrf" } == forms)
    }

    @Test("is short", arguments: EveryPage.all)
    func size(page: EveryPage) {
        #expect(page.html("plain").utf8.count < 25_000)
    }
}
