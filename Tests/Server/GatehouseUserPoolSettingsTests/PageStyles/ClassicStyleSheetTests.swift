// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct ClassicStyleSheetTests {
    private func refusal(_ css: String) -> String? {
        do throws(ServiceFault) {
            try ClassicStyleSheet.check(css)
            return nil
        } catch {
            #expect(error.code == .invalidParameter)
            return error.message
        }
    }

    @Test(arguments: [
        "", " \n\t", "/* nothing */", ".label-customizable {font-weight: 400;}", ".label-customizable{}",
        ".logo-customizable{max-width:60%;max-height:30%}",
        ".submitButton-customizable:hover, .idpButton-customizable:hover { color: #FFF; background-color: #286090 }",
        ".inputField-customizable:focus{border-color:#66afe9;outline:0}",
        ".banner-customizable { padding: 25px 0px 25px 0px; background-color: lightgray; }",
        ".errorMessage-customizable/**/{ border : 2px solid rgba(214, 73, 88, 0.5) !important ; ; }",
        ".passwordCheck-notValid-customizable { color: hsl(120, 50%, 50%); margin: -1.5px +2px }",
        ".a /* } */ { } ".replacing(".a", with: ".background-customizable"),
    ])
    func `the classes and properties of the pages may be set`(_ css: String) {
        #expect(refusal(css) == nil)
    }

    @Test(arguments: [
        "body { color: red }", ".other { color: red }", "#label-customizable { color: red }",
        ".label-customizable .logo-customizable { color: red }", ".label-customizable > * { color: red }",
        ".label-customizable::before { color: red }", ".label-customizable:hover:focus { color: red }",
        ".label-customizable:visited { color: red }", ".LABEL-customizable { color: red }", ", { color: red }",
        ".label-customizable, { color: red }", ".label-customizable[a] { color: red }", "{ color: red }",
        "* { color: red }", ".label-customizableé { color: red }",
    ])
    func `a selector is a class of the pages`(_ css: String) {
        #expect(refusal(css)?.contains("selector") == true)
    }

    @Test(arguments: [
        "position: fixed", "content: x", "behavior: x", "-moz-binding: x", "background-image: none", "--a: b",
        "opacity: 0", "cursor: none", "colör: red", "color color: red", ": red",
    ])
    func `a property is one of the pages`(_ declaration: String) {
        #expect(refusal(".label-customizable { \(declaration) }")?.contains("property") == true)
    }

    @Test(arguments: [
        "url(https://example.com/a.png)", "URL(x)", "expression(alert(1))", "var(--a)", "rgb(rgb(1))", "rgb(1", "1)",
        "'x'", "\"x\"", "r\\65 d", "red; } body { color: red", "javascript:alert(1)", "attr(x)", "a{b", "", "rgb (1)",
        "image-set(x)", "réd", "calc(1px)", "@media",
    ])
    func `a value has words, numbers and colours only`(_ value: String) {
        #expect(refusal(".label-customizable { color: \(value) }") != nil)
    }

    @Test(arguments: [
        "@import 'a.css';", "@media screen { .label-customizable { color: red } }", "@page { margin: 0 }",
        "@supports (color: red) { }", "</style><script>alert(1)</script>", "/* </style> */", "/* open",
        ".label-customizable { color: red", ".label-customizable", ".label-customizable { color }", "} { }",
        ".label-customizable { color: red } }", ".label-customizable { /* \u{0} */ }", "\u{7F}", "<!-- -->",
        ".label-customizable { co/**/lor: red }", "\\",
    ])
    func `other rules, markup and unfinished text are refused`(_ css: String) {
        #expect(refusal(css) != nil)
    }

    @Test func `a value has a longest length, and a refusal does not repeat a whole style sheet`() {
        let long = String(repeating: "a", count: 257)
        #expect(refusal(".label-customizable { color: \(long.dropLast()) }") == nil)
        #expect(refusal(".label-customizable { color: \(long) }") != nil)
        let message = refusal(String(repeating: "x\n", count: 60_000) + "{}")
        #expect((message?.utf8.count ?? .max) < 200)
    }
}
