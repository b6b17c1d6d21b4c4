// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehousePages

@Suite("The escaping of values")
struct PageEscapingTests {
    @Test("replaces every character that can end a text or an attribute")
    func characters() {
        #expect(
            PageEscaping().escapeText(#"<a href="x" title='y'>&`"#)
                == "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&#96;")
    }

    @Test(
        "replaces a character that a combining mark follows, which together are one character for the language",
        arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{20DD}"])
    func combining(mark: String) {
        #expect(PageEscaping().escapeText("\"\(mark)<\(mark)script>") == "&quot;\(mark)&lt;\(mark)script&gt;")
    }

    @Test("is that of the pages, in attributes and in texts")
    func pages() {
        let attack = "x\"\u{301} autofocus onfocus=alert(1) \"\u{301}"
        let page = LoginPage(userName: attack).html(in: PageContext(error: .text("<\u{301}script>")))
        #expect(page.contains("value=\"x&quot;\u{301} autofocus"))
        #expect(page.contains("&lt;\u{301}script&gt;"))
    }

    @Test("leaves braces alone, which no template reads again")
    func braces() {
        let page = LoginPage(userName: "{{{error}}}").html(in: PageContext(error: .text("{{userName}}")))
        #expect(page.contains(#"value="{{{error}}}""#))
        #expect(page.contains(#"role="alert">{{userName}}<"#))
    }
}
