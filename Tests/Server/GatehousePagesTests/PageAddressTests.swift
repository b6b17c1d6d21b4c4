// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePages
import Testing

@Suite("The addresses on pages")
struct PageAddressTests {
    @Test("keep the query of the request, in which one parameter may have another value")
    func query() {
        let context = PageContext(basePath: "/domains/a", query: "client_id=b&lang=de&state=x%3Dy&lang&language=1")
        #expect(context.address(of: .login) == "/domains/a/login?client_id=b&lang=de&state=x%3Dy&lang&language=1")
        #expect(
            context.address(of: .login, "lang", "pt-BR")
                == "/domains/a/login?client_id=b&state=x%3Dy&language=1&lang=pt-BR")
        #expect(
            PageContext().address(of: .authorize, "identity_provider", "a&b=\u{E9}+ #")
                == "/oauth2/authorize?identity_provider=a%26b%3D%C3%A9%2B%20%23")
    }

    @Test(
        "of settings and requests cannot run a script",
        arguments: [
            "javascript:alert(1)", " JavaScript:alert(1)", "java\tscript:alert(1)", "\u{1}javascript:x",
            "data:text/html,x", "vbscript:x",
        ])
    func scripts(address: String) {
        #expect(LegalDocument(.termsOfUse, at: address) == nil)
        #expect(FormPostPage(address: address, parameters: []) == nil)
        #expect(!PasskeyAddedPage(nextAddress: address).html(in: PageContext()).contains("href=\"\(address)"))
        #expect(!ErrorPage().html(in: PageContext(cancelAddress: address)).contains("<footer"))
    }

    @Test("of an application may have a scheme of its own")
    func applications() {
        #expect(PasskeyAddedPage(nextAddress: "myapp://done").html(in: PageContext()).contains("href=\"myapp://done\""))
        #expect(ErrorPage().html(in: PageContext(cancelAddress: "myapp://done")).contains("href=\"myapp://done\""))
    }

    @Test("of a document are those of the language, or else the default ones")
    func documents() {
        let links = [
            "cognito:default": "https://a.example/", "cognito:french": "https://a.example/fr",
            "cognito:chinese-traditional": "https://a.example/zh", "cognito:german": "javascript:x",
        ]
        func address(in language: PageLanguage) -> String? {
            LegalDocument(.privacyPolicy, in: language, of: links)?.address
        }
        #expect(address(in: .french) == "https://a.example/fr")
        #expect(address(in: .traditionalChinese) == "https://a.example/zh")
        #expect(address(in: .simplifiedChinese) == "https://a.example/")
        #expect(address(in: .german) == nil)
        #expect(LegalDocument(.privacyPolicy, in: .english, of: ["cognito:french": "https://a.example/"]) == nil)
    }

    @Test("of a client's style sheet change with its text")
    func styleSheets() {
        let address = BrandingStyleSheet.address(of: ":root{}", for: "a&b", at: "/domains/x")
        #expect(address == "/domains/x/assets/style.css?client_id=a%26b&v=\(PageFile.hash(of: ":root{}"))")
        #expect(address != BrandingStyleSheet.address(of: ":root{--page:#fff}", for: "a&b", at: "/domains/x"))
    }
}
