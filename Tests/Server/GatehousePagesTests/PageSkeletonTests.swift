// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Testing

@testable import GatehousePages

@Suite("What is kept of a page")
struct PageSkeletonTests {
    /// What one browser shows of one client at one time, with texts that no other one has.
    private struct Visit {
        let secrets: [String]
        let context: PageContext
        let page: LoginPage

        init(client: String, browser: String, round: Int, changing change: (inout PageContext) -> Void = { _ in }) {
            let own = "\(client)-\(browser)-\(round)"
            secrets = ["token-\(own)", "run-\(own)", "state-\(own)", "name-\(own)", "style-\(client)"]
            var context = PageContext(
                branding: PageBranding(name: "Name of \(client)", styleSheet: "/assets/style.css?v=style-\(client)"),
                basePath: "/domains/\(client)", query: "client_id=\(client)&state=state-\(own)",
                hiddenFields: [HiddenField("_csrf", "token-\(own)"), HiddenField("run", "run-\(own)")],
                languagePath: .login)
            change(&context)
            self.context = context
            page = LoginPage(
                userName: "name-\(own)", providers: [PageProvider(.openIDConnect, name: "provider-\(client)")])
        }
    }

    /// The page as the library renders it, without anything that was kept.
    private static func renderedAnew(_ page: any Page, in context: PageContext) -> String {
        let texts = PageTexts(in: context.language)
        return type(of: page).template.renderAnew(page.allValues(in: context, texts), in: texts)
    }

    @Test("does not change a byte of two browsers' pages of two clients, in any order")
    func interleaved() {
        let kinds: [(inout PageContext) -> Void] = [
            { _ in },
            { $0.error = .text("error of \($0.query)") },
            { $0.notice = .text("notice of \($0.query)") },
            { $0.error = .missingEntry },
            { $0.language = .german },
            { $0.cancelAddress = "https://app.example/?cancel&\($0.query)" },
            { $0.languagePath = nil },
            { $0.branding.logo = "/logo-\($0.basePath)" },
        ]
        for round in 0..<4 {
            for change in kinds {
                let visits = ["shop", "club"].flatMap { client in
                    ["first", "second"].map { Visit(client: client, browser: $0, round: round, changing: change) }
                }
                // Each round begins with another browser, so that each of them is the first one once.
                let turned = visits[round...] + visits[..<round]
                for visit in turned {
                    let html = visit.page.html(in: visit.context)
                    #expect(html.utf8.elementsEqual(Self.renderedAnew(visit.page, in: visit.context).utf8))
                    for secret in visit.secrets { #expect(html.contains(secret)) }
                    let others = Set(visits.flatMap(\.secrets)).subtracting(visit.secrets)
                    for secret in others { #expect(!html.contains(secret)) }
                }
            }
        }
    }

    @Test("does not change a byte of any page in any language, whatever its texts are", arguments: EveryPage.all)
    func everyPage(page: EveryPage) {
        for text in ["plain", "\u{1}0\u{1}", "\u{1}", "", "\"\u{301}><script>", "{{error}}", "\0&amp;", "ß日本"] {
            for language in PageTexts.languages {
                let anew = Self.renderedAnew(page.page(text), in: EveryPage.context(text, in: language))
                for _ in 0..<2 { #expect(page.html(text, in: language).utf8.elementsEqual(anew.utf8)) }
            }
        }
    }

    @Test("has no text of a page", arguments: EveryPage.all)
    func texts(page: EveryPage) {
        let texts = PageTexts(in: .english)
        let view = page.page("marked-text")
        let values = view.allValues(in: EveryPage.context("marked-text"), texts)
        var all: [String] = []
        let shape = values.mapTexts { text in
            all.append(text)
            return ""
        }
        #expect(all.contains { $0.contains("marked-text") })
        _ = shape.mapTexts { text in
            #expect(text.isEmpty)
            return text
        }
        let skeleton = PageSkeleton(of: shape) { type(of: view).template.renderAnew($0, in: texts) }
        #expect(!skeleton.markup.joined().contains("marked-text"))
        #expect(skeleton.filled(with: all) == Self.renderedAnew(view, in: EveryPage.context("marked-text")))
    }

    @Test("does not name a field that only the request has")
    func names() {
        let message = "Attributes did not conform to the schema: foreign: The attribute is required\n"
        let context = PageContext(error: .fault(ServiceFault("InvalidParameterException", message)))
        let values = LoginPage().allValues(in: context, PageTexts(in: .english))
        #expect(!values.values.keys.contains { $0.contains("foreign") })
    }

    @Test("tells shapes apart by flags, lists and missing texts, not by texts")
    func shapes() {
        func shape(_ values: PageValues) -> PageValues { values.mapTexts { _ in "" } }
        let first: PageValues = ["a": .text("1"), "b": .flag(true), "c": .list([["d": .text("2")]])]
        #expect(shape(first) == shape(["a": .text("3"), "b": .flag(true), "c": .list([["d": .text("4")]])]))
        let others: [PageValues] = [
            ["a": .text("1"), "b": .flag(false), "c": .list([["d": .text("2")]])],
            ["a": .text("1"), "b": .flag(true), "c": .list([["d": .text("2")], ["d": .text("2")]])],
            ["b": .flag(true), "c": .list([["d": .text("2")]])],
            ["a": .text("1"), "b": .flag(true), "c": .list([["e": .text("2")]])],
        ]
        for other in others { #expect(shape(first) != shape(other)) }
    }

    @Test("is made once for each shape and language, and is bounded")
    func bound() {
        let skeletons = PageSkeletons(limit: 4)
        var made = 0
        func use(_ name: String, _ language: PageLanguage = .english) {
            _ = skeletons.skeleton(of: [name: .text("")], in: language) {
                made += 1
                return PageSkeleton(of: [name: .text("")]) { _ in "" }
            }
        }
        for _ in 0..<3 { use("a") }
        #expect(made == 1)
        use("a", .german)
        #expect(made == 2 && skeletons.count == 2)
        for number in 0..<100 {
            use("\(number)")
            #expect((1...4).contains(skeletons.count))
        }
        #expect(made == 102)
    }

    @Test("needs a byte that no template contains", arguments: EveryPage.all)
    func mark(page: EveryPage) {
        for source in type(of: page.page("plain")).template.sources.values {
            #expect(!source.utf8.contains(PageSkeleton.mark))
        }
    }
}
